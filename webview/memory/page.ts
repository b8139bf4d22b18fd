// The memory view's page: draws the model, and hands the user's acts to it.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MemoryContents, MemorySection, ShownPlace } from '../../src/ask/memoryView/contents';
import type { MemoryQuestions } from '../../src/ask/memoryView/memoryQuestions';
import type { PageWire } from '../../src/wire/page';
import {
  groupSizes,
  type Endian,
  type MemoryAct,
  type MemoryEvent,
} from '../../src/workbench/memoryView/messages';
import { note } from '../frame/whereView';
import { HexGrid, type HexContents } from '../hex/hexGrid';
import { inspector, originLegend } from '../hex/inspector';
import { t } from '../l10n';
import { Redraw } from '../redraw';
import { countText, grouped } from '../text';
import { MemoryModel } from './model';

export class MemoryPage {
  private readonly model: MemoryModel;
  private readonly grid: HexGrid;
  private readonly redraw = new Redraw(() => {
    this.draw();
  });

  constructor(
    private readonly body: HTMLElement,
    wire: PageWire<MemoryQuestions, MemoryAct, MemoryEvent>,
  ) {
    this.model = new MemoryModel(wire, this.redraw.soon);
    this.grid = new HexGrid(contentsOf(this.model));
    this.redraw.now();
    wire.listen((event) => {
      this.model.receive(event);
    });
  }

  private draw(): void {
    const { contents, problem } = this.model;
    render(
      contents
        ? this.shown(contents)
        : problem === undefined
          ? nothingShown
          : html`<main>${note(problem)}</main>`,
      this.body,
    );
    this.grid.draw();
  }

  private shown(contents: MemoryContents): TemplateResult {
    const { model } = this;
    return html`
      <main class="memory hex-container" data-testid="memory-view">
        <h1 class="visually-hidden">${t('Memory')}</h1>
        ${memoryToolbar(model, contents)}
        ${model.problem === undefined ? nothing : note(model.problem)}
        ${
          contents.sections.length === 0
            ? noMemory(contents)
            : html`<div class="hex-view">
                ${this.grid.element}
                <div class="hex-side">${memoryInspector(model)}</div>
              </div>`
        }
        ${rangesLeftOut(contents)} ${originLegend(t('changed since the last stop'))}
      </main>
    `;
  }
}

function contentsOf(model: MemoryModel): HexContents {
  return {
    selection: model.selection,
    label: t('Memory'),
    name: 'memory',
    unknown: '??',
    get order() {
      return model.order;
    },
    addressText: (address) => `0x${address.toString(16)}`,
    byteAt: (place) => model.memory.byteAt(place),
    classesOf: (place) => `${model.memory.classesOf(place)}${model.isPlace(place) ? ' place' : ''}`,
    wordsOf: (place) => model.memory.wordsOf(place),
    textOf: (kind, range) => textOf(model, kind, model.sections[range]),
    labelsOf: (places) => model.labelsOf(places),
    open: () => {
      model.followPointer();
    },
    selectPart: (which) => {
      model.selection.selectRange(which);
    },
    copy: (format) => {
      model.copy(format);
    },
  };
}

function textOf(
  model: MemoryModel,
  kind: 'head' | 'foot',
  section: MemorySection | undefined,
): TemplateResult {
  if (!section) return html``;
  if (section.kind === 'place') {
    return kind === 'head'
      ? moreButton(model, 'before', t('Earlier'))
      : moreButton(model, 'after', t('Later'));
  }
  return kind === 'head'
    ? html`<span class="hex-title dim">${titleOf(section)}</span>`
    : restButton(model, section);
}

function titleOf({ start, bytes, left, origins }: MemorySection): string {
  const first = BigInt(start) + BigInt(Math.max(0, origins.indexOf(1)));
  const collected = origins.filter((origin) => origin === 1).length + left;
  const title = t('{0} collected at {1}', countText(collected, 'byte'), `0x${first.toString(16)}`);
  return left > 0 ? t('{0}, {1} shown', title, grouped(bytes.length)) : title;
}

function moreButton(
  model: MemoryModel,
  direction: 'before' | 'after',
  label: string,
): TemplateResult {
  return html`<button
    class="link-button"
    @click=${() => {
      model.more(direction);
    }}
  >
    ${label}
  </button>`;
}

/** The rest of a range that is too big becomes a place of its own. */
function restButton(model: MemoryModel, { left, start, bytes }: MemorySection): TemplateResult {
  const rest = `0x${(BigInt(start) + BigInt(bytes.length)).toString(16)}`;
  return html`<button
    class="link-button"
    @click=${() => {
      model.look(rest);
    }}
  >
    ${t('{0} more bytes from {1} on', grouped(left), rest)}
  </button>`;
}

function memoryInspector(model: MemoryModel): TemplateResult | typeof nothing {
  const { selection, pointer } = model;
  const { address, places } = selection;
  if (address === undefined) return nothing;
  return inspector({
    address: `0x${address.toString(16)}`,
    count: places.end - places.start,
    facts: model.memory.factsOf(places),
    bytes: model.inspected,
    order: model.order,
    pointer: {
      value: pointer,
      follow: () => {
        model.followPointer();
      },
    },
    copy: (format) => {
      model.copy(format);
    },
    copyAddress: () => {
      model.copyAddress();
    },
  });
}

const nothingShown = html`
  <main>
    <h1 class="visually-hidden">${t('Memory')}</h1>
    <p class="empty-note">
      ${t('No trace is debugged or shown. Open a trace file; its memory then stands here, frame by frame.')}
    </p>
  </main>
`;

function noMemory({ frame }: MemoryContents): TemplateResult {
  const note = t(
    'Frame {0} collected no memory. Type an address to see what the program knows of it.',
    frame,
  );
  return html`<p class="empty-note">${note}</p>`;
}

function rangesLeftOut({ rangesLeftOut: left }: MemoryContents): TemplateResult | typeof nothing {
  if (left === 0) return nothing;
  const note = t('{0} collected beside these: type an address.', countText(left, 'stretch'));
  return html`<p class="memory-place dim">${note}</p>`;
}

/** The top of the memory view: what is looked at, and how it is put together. */
function memoryToolbar(model: MemoryModel, contents: MemoryContents): TemplateResult {
  return html`
    <form
      class="memory-toolbar"
      @submit=${(event: SubmitEvent) => {
        onSubmit(model, event);
      }}
    >
      <label for="address">${t('Memory at')}</label>
      <input
        id="address"
        name="address"
        class="mono"
        type="text"
        autocomplete="off"
        spellcheck="false"
        list="history"
        placeholder=${t('an address, {0}, a pointer…', '$sp')}
        title=${t('Any expression; it is evaluated anew in each frame. Empty: all that the frame collected.')}
        .value=${model.settings.expression}
      />
      <datalist id="history">
        ${model.settings.history.map((each) => html`<option value=${each}></option>`)}
      </datalist>
      <button class="secondary" type="submit">${t('Show')}</button>
      ${groups(model)} ${orders(model, contents)}
    </form>
    <p class="memory-place" role="status">${placeText(model, contents)}</p>
  `;
}

function onSubmit(model: MemoryModel, event: SubmitEvent): void {
  event.preventDefault();
  const typed = new FormData(event.currentTarget as HTMLFormElement).get('address');
  model.look(typeof typed === 'string' ? typed : '');
}

function groups(model: MemoryModel): TemplateResult {
  const onChange = (event: Event): void => {
    const chosen = Number((event.currentTarget as HTMLSelectElement).value);
    const size = groupSizes.find((each) => each === chosen);
    if (size !== undefined) model.setGroupSize(size);
  };
  return html`
    <select
      class="select"
      aria-label=${t('Bytes in a group')}
      title=${t('Bytes in a group')}
      @change=${onChange}
    >
      ${groupSizes.map(
        (size) => html`
          <option value=${size} ?selected=${size === model.settings.groupSize}>
            ${countText(size, 'byte')}
          </option>
        `,
      )}
    </select>
  `;
}

function orders(model: MemoryModel, contents: MemoryContents): TemplateResult {
  const { endian } = model.settings;
  const onChange = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    model.setEndian(value === 'little' || value === 'big' ? value : undefined);
  };
  const option = (value: Endian | undefined, label: string) => html`
    <option value=${value ?? ''} ?selected=${value === endian}>${label}</option>
  `;
  return html`
    <select
      class="select"
      aria-label=${t('Byte order')}
      title=${t('Byte order of the groups')}
      @change=${onChange}
    >
      ${option(undefined, contents.endian === 'big' ? t('target’s order (big-endian)') : t('target’s order (little-endian)'))}
      ${option('little', t('little-endian'))} ${option('big', t('big-endian'))}
    </select>
  `;
}

/** `$sp = 0x7ffe… · frame 12 · changes since frame 11`. */
function placeText(model: MemoryModel, contents: MemoryContents): TemplateResult {
  const { place, frame, before } = contents;
  return html`
    ${place ? html`${placeValue(place)}<span class="dim"> · </span>` : nothing}
    <span class="dim"
      >${before === undefined ? t('frame {0}', frame) : t('frame {0} · changes since frame {1}', frame, before)}</span
    >
    ${
      place
        ? html`<button
            class="link-button"
            @click=${() => {
              model.look('');
            }}
          >
            ${t('All that was collected')}
          </button>`
        : nothing
    }
  `;
}

function placeValue({ expression, address, problem }: ShownPlace): TemplateResult {
  if (problem !== undefined) return html`<span class="memory-problem">${problem}</span>`;
  const text = expression === address ? expression : `${expression} = ${address ?? ''}`;
  return html`<span class="mono">${text}</span>`;
}
