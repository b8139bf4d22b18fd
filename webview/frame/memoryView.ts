// The memory of a frame: what was looked up, what it collected, and what the selected bytes mean.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MenuPlace } from '../../src/editor/menuMessages';
import type { MemoryRangeRow } from '../../src/ask/frame/memoryRows';
import { HexGrid, type HexContents } from '../hex/hexGrid';
import { inspector, originLegend } from '../hex/inspector';
import { maxInterpretedBytes } from '../hex/readings';
import { icons } from '../icons';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { rangeTitle, type FrameModel } from './frameModel';

export class FrameMemoryView {
  private readonly grid: HexGrid;

  constructor(private readonly model: PageModel) {
    this.grid = new HexGrid(contentsOf(model));
  }

  view(): TemplateResult {
    const { model } = this;
    const { ranges } = model.frame;
    return html`
      ${memoryBox(model)}
      ${
        ranges.length === 0
          ? nothing
          : html`<div class="frame-memory hex-container">
                <div class="hex-view">
                  ${this.grid.element}
                  <div class="hex-side">${memoryInspector(model)}</div>
                </div>
              </div>
              ${originLegend(t('changed'))}`
      }
    `;
  }

  /** Draws the bytes, when the view is in the page. */
  draw(): void {
    this.grid.draw();
  }
}

function contentsOf(model: PageModel): HexContents {
  const { frame } = model;
  return {
    selection: frame.selection,
    label: t('Memory'),
    name: 'memory',
    unknown: '??',
    get order() {
      return orderOf(model);
    },
    addressText: (address) => `0x${address.toString(16)}`,
    byteAt: (place) => frame.memory.byteAt(place),
    classesOf: (place) => frame.memory.classesOf(place),
    wordsOf: (place) => frame.memory.wordsOf(place),
    textOf: (_, range) => {
      const memory = frame.ranges[range]?.memory;
      return html`<span class="hex-title dim">${memory ? rangeTitle(memory) : ''}</span>`;
    },
    menuOf: (range) => menuOf(model, range),
    open: () => {
      frame.followPointer();
    },
    selectPart: (which) => {
      frame.selection.selectRange(which);
    },
    copy: (format) => {
      frame.copy(format);
    },
  };
}

function orderOf({ trace }: PageModel): 'little' | 'big' {
  return trace?.registerSet?.order ?? 'little';
}

function memoryInspector(model: PageModel): TemplateResult | typeof nothing {
  const { frame } = model;
  const { selection, memory, pointer } = frame;
  const { address, places } = selection;
  if (address === undefined) return nothing;
  return inspector({
    address: `0x${address.toString(16)}`,
    count: places.end - places.start,
    facts: memory.factsOf(places),
    bytes: selection.contiguous(maxInterpretedBytes).map((place) => memory.byteAt(place)),
    order: orderOf(model),
    pointer: {
      value: pointer?.value,
      symbol: pointer?.symbol,
      follow: () => {
        frame.followPointer();
      },
    },
    copy: (format) => {
      frame.copy(format);
    },
    copyAddress: () => {
      frame.copyAddress();
    },
  });
}

/** "Memory at": what the user typed, looked up in whichever frame is selected. */
function memoryBox(model: PageModel): TemplateResult {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('address');
    model.frame.lookUp(typeof typed === 'string' ? typed : '');
  };
  return html`
    <form class="memory-box" @submit=${onSubmit}>
      <label for="memory-address">${t('Memory at')}</label>
      <input
        id="memory-address"
        name="address"
        class="mono"
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${t('{0} or {1}', '$sp - 8', '0x404060')}
        .value=${model.state.address}
      />
      <button class="secondary" type="submit">${t('Show')}</button>
    </form>
    <div class="lookup" aria-live="polite">${lookupProblem(model)}</div>
  `;
}

function lookupProblem({ frame: { lookup: found } }: PageModel): TemplateResult | typeof nothing {
  if (found === undefined) return nothing;
  if (found.range !== undefined) {
    return html`<span class="visually-hidden">${found.range.label ?? found.address}</span>`;
  }
  return html`<div class="note">
    ${icons.warning}
    <p>${found.problem ?? t('No memory at {0}.', found.address)}</p>
  </div>`;
}

type Memory = NonNullable<MenuPlace['memory']>;

/** What VS Code's menu is told of a range: the selected bytes, else all of what it is part of. */
function menuOf({ frame, details }: PageModel, range: number): string | undefined {
  const whole = frame.ranges[range]?.memory;
  if (!details || !whole) return undefined;
  const memory = selectedMemory(frame) ?? wholeOf(whole);
  const value = memory && valueOf(memory);
  return menuData({
    frame: details.frame,
    ...(memory && { memory }),
    ...(value !== undefined && { value }),
  });
}

/** Types of gdb's that are so many bytes wide, on every target. */
const integers: Readonly<Record<number, string>> = {
  1: 'unsigned char',
  2: 'unsigned short',
  4: 'unsigned int',
  8: 'unsigned long long',
};

/** Bytes as the number that they are, as gdb writes it; undefined where a number has others. */
function valueOf({ address, length }: Memory): string | undefined {
  const type = integers[length];
  return type === undefined ? undefined : `*(${type} *) ${address}`;
}

function selectedMemory({ selection }: FrameModel): Memory | undefined {
  const { address, places } = selection;
  const { length } = selection.contiguous(Math.min(places.end - places.start, maxCopied));
  return address === undefined ? undefined : { address: `0x${address.toString(16)}`, length };
}

/** A range begins where its first row has a byte that was collected. */
function wholeOf({ rows, length }: MemoryRangeRow): Memory | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const before = first.origins.findIndex((origin) => origin === 'collected');
  const address = BigInt(first.address) + BigInt(Math.max(0, before));
  return { address: `0x${address.toString(16)}`, length: Math.min(length, maxCopied) };
}

/** Bytes that the host copies at once. */
const maxCopied = 64 * 1024;
