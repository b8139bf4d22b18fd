// Memory as hex: each byte says where it comes from, and whether it changed, by more than its colour. Bytes are selected
// with the mouse and with keys; WAI-ARIA Authoring Practices, "Grid Pattern", with the focus on the grid itself.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MemoryRangeRow, MemoryRow, OriginName } from '../../src/editor/messages';
import type { MenuPlace } from '../../src/editor/menuMessages';
import { icons } from '../icons';
import { t } from '../l10n';
import { menuData, onMenuKey } from '../menu';
import type { PageModel } from '../pageModel';
import { grouped } from '../text';
import type { ByteMove, MemorySelection } from './byteSelection';
import type { FrameModel } from './frameModel';
import { byteRuns, splitRow, type ByteRun } from './hexRows';

export const byteOriginWords: Record<OriginName, string> = {
  collected: t('collected in this frame'),
  transparent: t('read-only in the program'),
  unavailable: t('not collected'),
};

const keys: Readonly<Record<string, ByteMove>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'rowStart',
  End: 'rowEnd',
};

/** The islands, `lineBytes` bytes to a line, and what their colours mean. */
export function memoryGrid({ frame, details }: PageModel, lineBytes: number): TemplateResult {
  const { islands, selection } = frame;
  if (islands.length === 0) return html``;
  let place = 0;
  const groups = islands.map((island) => {
    const menu = details && memoryMenu(details.frame, selectedMemory(selection) ?? wholeOf(island));
    const group = memoryIsland(frame, island, place, lineBytes, menu);
    place += 16 * island.rows.length;
    return group;
  });
  return html`
    <div
      class="hex mono"
      role="grid"
      tabindex="0"
      aria-label=${t('Memory')}
      aria-readonly="true"
      aria-multiselectable="true"
      aria-activedescendant=${selection.cursor < 0 ? nothing : cursorId}
      data-testid="memory"
      @keydown=${(event: KeyboardEvent) => {
        onKey(event, selection, lineBytes);
      }}
      @pointerdown=${(event: PointerEvent) => {
        onPointerDown(event, selection);
      }}
      @pointermove=${(event: PointerEvent) => {
        if ((event.buttons & 1) !== 0) extendTo(event, selection);
      }}
      @contextmenu=${(event: MouseEvent) => {
        onMenuKey(event, document.getElementById(cursorId) ?? firstIsland(event));
      }}
      @copy=${(event: ClipboardEvent) => {
        onCopy(event, selection);
      }}
    >
      ${groups}
    </div>
    ${legend}
  `;
}

/** "Memory at": what the user typed, looked up in whichever frame is selected. */
export function memoryBox(model: PageModel): TemplateResult {
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
  if (found.island !== undefined) {
    return html`<span class="visually-hidden">${found.island.label ?? found.address}</span>`;
  }
  return html`<div class="note">
    ${icons.warning}
    <p>${found.problem ?? t('No memory at {0}.', found.address)}</p>
  </div>`;
}

/** `first`: the place of its first byte among all that are shown. */
function memoryIsland(
  frame: FrameModel,
  island: MemoryRangeRow,
  first: number,
  lineBytes: number,
  menu: string | undefined,
): TemplateResult {
  const title = islandTitle(island);
  return html`
    <div
      class="island"
      role="rowgroup"
      data-vscode-context=${menu ?? nothing}
      aria-label=${title || t('memory')}
    >
      ${
        title === ''
          ? nothing
          : html`<div class="island-title dim" role="row">
              <span role="rowheader">${title}</span>
            </div>`
      }
      ${island.rows.map((row, i) => hexLines(frame, row, first + 16 * i, lineBytes))}
    </div>
  `;
}

type Memory = NonNullable<MenuPlace['memory']>;

function memoryMenu(frame: number, memory: Memory | undefined): string {
  return menuData({ frame, ...(memory && { memory }) });
}

function selectedMemory(selection: MemorySelection): Memory | undefined {
  const { start, end } = selection.stretch;
  const bytes = start < 0 ? [] : selection.bytes(end - start);
  const [first] = bytes;
  return first && { address: `0x${first.address.toString(16)}`, length: bytes.length };
}

/** An island begins where its first row has a byte that is not merely beside it. */
function wholeOf({ rows, length }: MemoryRangeRow): Memory | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const beside = first.origins.findIndex((origin) => origin === 'collected');
  const address = BigInt(first.address) + BigInt(Math.max(0, beside));
  return { address: `0x${address.toString(16)}`, length: Math.min(length, maxCopied) };
}

function firstIsland({ currentTarget }: MouseEvent): Element | null {
  return currentTarget instanceof Element ? currentTarget.querySelector('.island') : null;
}

/** Bytes that the host copies at once. */
const maxCopied = 64 * 1024;

/** `g+16 · code at pc · first 1,024 of 4,096 bytes`. */
function islandTitle({ label, symbol, length, rows }: MemoryRangeRow): string {
  const shown = rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return [
    ...(label === undefined ? [] : [label]),
    ...(symbol === undefined ? [] : [`<${symbol}>`]),
    ...(shown < length ? [t('{0} of {1} bytes', grouped(shown), grouped(length))] : []),
  ].join(' · ');
}

function hexLines(
  frame: FrameModel,
  row: MemoryRow,
  place: number,
  lineBytes: number,
): TemplateResult[] {
  const { start, end } = frame.selection.stretch;
  const { cursor } = frame.selection;
  return splitRow(row, lineBytes).map((piece, i) => {
    const shift = i * lineBytes;
    const runs = byteRuns(piece, (column) => {
      const at = place + shift + column;
      return {
        was: frame.earlierByte(row, shift + column),
        selected: at >= start && at < end,
        cursor: at === cursor,
      };
    });
    return hexLine(piece, runs, place + shift);
  });
}

const cursorId = 'memory-cursor';

function hexLine(row: MemoryRow, runs: readonly ByteRun[], place: number): TemplateResult {
  return html`<div class="hex-line" role="row" data-place=${place} data-count=${row.bytes.length}>
    <span class="address" role="rowheader">${row.address}</span>
    <span class="bytes" role="presentation"
      >${runs.map((run, i) => html`${i > 0 ? ' ' : ''}${runView(run)}`)}</span
    >
    <span class="ascii dim" role="gridcell">${row.text}</span>
  </div>`;
}

function runView({ origin, changed, selected, cursor, bytes, was }: ByteRun): TemplateResult {
  const classes = [
    `byte-${origin}`,
    ...(changed ? ['byte-changed'] : []),
    ...(selected ? ['byte-selected'] : []),
    ...(cursor ? ['byte-cursor'] : []),
  ];
  const words = byteOriginWords[origin];
  return html`<span
    id=${cursor ? cursorId : nothing}
    class=${classes.join(' ')}
    role="gridcell"
    aria-selected=${selected ? 'true' : 'false'}
    title=${changed ? t('{0}; was {1}', words, was) : words}
    >${bytes}</span
  >`;
}

function onKey(event: KeyboardEvent, selection: MemorySelection, lineBytes: number): void {
  const isEnd = event.ctrlKey || event.metaKey;
  if (event.key === 'Escape' && selection.cursor >= 0) selection.clear();
  else {
    const plain = keys[event.key];
    const move =
      isEnd && event.key === 'Home' ? 'first' : isEnd && event.key === 'End' ? 'last' : plain;
    if (move === undefined) return;
    selection.move(move, lineBytes, event.shiftKey);
    requestAnimationFrame(() => {
      document.getElementById(cursorId)?.scrollIntoView({ block: 'nearest' });
    });
  }
  event.preventDefault();
}

function onPointerDown(event: PointerEvent, selection: MemorySelection): void {
  if (event.button !== 0) return;
  const place = placeAt(event);
  if (place === undefined) return;
  event.preventDefault();
  (event.currentTarget as HTMLElement).focus({ preventScroll: true });
  selection.put(place, event.shiftKey);
}

function extendTo(event: PointerEvent, selection: MemorySelection): void {
  const place = placeAt(event);
  if (place !== undefined && place !== selection.cursor) selection.put(place, true);
}

/** The byte under the pointer, in the hexadecimal digits or the text: both have characters of one width. */
function placeAt({ target, clientX }: PointerEvent): number | undefined {
  if (!(target instanceof Element)) return undefined;
  const line = target.closest<HTMLElement>('.hex-line');
  const part = target.closest('.bytes, .ascii');
  if (!line || !part) return undefined;
  const count = Number(line.dataset['count']);
  const { left, width } = part.getBoundingClientRect();
  const share = (clientX - left) / width;
  const isText = part.classList.contains('ascii');
  const column = isText ? share * count : (share * (3 * count - 1)) / 3;
  return Number(line.dataset['place']) + Math.min(count - 1, Math.max(0, Math.floor(column)));
}

/** Selected bytes are copied as pairs of digits. */
function onCopy(event: ClipboardEvent, selection: MemorySelection): void {
  const { start, end } = selection.stretch;
  if (start < 0 || !(document.getSelection()?.isCollapsed ?? true)) return;
  const bytes = selection.bytes(end - start);
  const digits = bytes.map(({ value }) => value?.toString(16).padStart(2, '0') ?? '??');
  event.clipboardData?.setData('text/plain', digits.join(' '));
  event.preventDefault();
}

const legend = html`
  <p class="legend dim">
    <span><span class="mono byte-collected">00</span> ${byteOriginWords.collected}</span>
    <span><span class="mono byte-changed">00</span> ${t('changed')}</span>
    <span><span class="mono byte-transparent">00</span> ${byteOriginWords.transparent}</span>
    <span><span class="mono byte-unavailable">??</span> ${byteOriginWords.unavailable}</span>
  </p>
`;
