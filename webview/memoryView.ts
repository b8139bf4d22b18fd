// Memory as hex: each byte says where it comes from by more than its colour.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MemoryIsland, MemoryRow, Origin } from '../src/editor/messages';
import { byteRuns, splitRow } from './hexRows';
import { icons } from './icons';
import type { PageModel } from './pageModel';
import { grouped } from './text';

const originWords: Record<Origin, string> = {
  collected: 'collected in this frame',
  transparent: 'read-only, from the program',
  unavailable: 'not collected',
};

/** The islands, `lineBytes` bytes to a line, and what their colours mean. */
export function memoryIslands(
  islands: readonly MemoryIsland[],
  lineBytes: number,
): TemplateResult | typeof nothing {
  if (islands.length === 0) return nothing;
  return html`${islands.map((island) => memoryIsland(island, lineBytes))}${legend}`;
}

/** "Memory at": what the user typed, looked up in whichever frame is selected. */
export function memoryBox(model: PageModel, lineBytes: number): TemplateResult {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('address');
    model.lookUp(typeof typed === 'string' ? typed : '');
  };
  return html`
    <form class="memory-box" @submit=${onSubmit}>
      <label for="memory-address">Memory at</label>
      <input
        id="memory-address"
        name="address"
        class="mono"
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder="$sp - 8 or 0x404060"
        .value=${model.state.address}
      />
      <button class="secondary" type="submit">Show</button>
    </form>
    <div class="lookup" aria-live="polite">${lookup(model, lineBytes)}</div>
  `;
}

function lookup({ lookup: found }: PageModel, lineBytes: number): TemplateResult | typeof nothing {
  if (found === undefined) return nothing;
  if (found.island !== undefined) return memoryIsland(found.island, lineBytes);
  return html`<div class="note">
    ${icons.warning}
    <p>${found.problem ?? `No memory at ${found.address}.`}</p>
  </div>`;
}

function memoryIsland(island: MemoryIsland, lineBytes: number): TemplateResult {
  const title = islandTitle(island);
  return html`
    <div class="island mono" role="group" aria-label=${title || 'memory'}>
      ${title === '' ? nothing : html`<p class="island-title dim">${title}</p>`}
      ${island.rows.flatMap((row) => splitRow(row, lineBytes)).map(hexLine)}
    </div>
  `;
}

/** `g+16 · code at pc · first 1,024 of 4,096 bytes`. */
function islandTitle({ label, symbol, length, rows }: MemoryIsland): string {
  const shown = rows.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return [
    ...(label === undefined ? [] : [label]),
    ...(symbol === undefined ? [] : [`<${symbol}>`]),
    ...(shown < length ? [`first ${grouped(shown)} of ${grouped(length)} bytes`] : []),
  ].join(' · ');
}

function hexLine(row: MemoryRow): TemplateResult {
  return html`<div class="hex-line">
    <span class="address">${row.address}</span>
    <span class="bytes"
      >${byteRuns(row).map(
        ({ origin, bytes }, i) =>
          html`${i > 0 ? ' ' : ''}<span class="byte-${origin}" title=${originWords[origin]}
              >${bytes}</span
            >`,
      )}</span
    >
    <span class="ascii dim">${row.text}</span>
  </div>`;
}

const legend = html`
  <p class="legend dim">
    <span><span class="mono byte-collected">00</span> ${originWords.collected}</span>
    <span><span class="mono byte-transparent">00</span> ${originWords.transparent}</span>
    <span><span class="mono byte-unavailable">??</span> ${originWords.unavailable}</span>
  </p>
`;
