// A stretch of memory as rows: address, groups, text, and what lies there.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MemorySection, ShownOrigin } from '../../src/workbench/memoryView/messages';
import { t } from '../l10n';
import { countText, grouped } from '../text';
import { digits, rowsOf, type Group, type Row, type ShownByte } from './layout';
import type { MemoryModel } from './model';
import { originWords } from './words';

export function sectionView(
  model: MemoryModel,
  section: MemorySection,
  index: number,
): TemplateResult {
  const rows = rowsOf(section, model.layout);
  return html`
    <div class="memory-section" role="rowgroup" aria-label=${titleOf(section)}>
      ${section.kind === 'place' ? moreButton(model, 'before', t('Earlier')) : nothing}
      ${
        section.kind === 'range'
          ? wideRow(html`<span class="memory-title dim">${titleOf(section)}</span>`)
          : nothing
      }
      ${rows.map((row) => rowView(model, row, index))}
      ${section.kind === 'place' ? moreButton(model, 'after', t('Later')) : nothing}
      ${leftView(model, section)}
    </div>
  `;
}

/** A row of the grid that is one cell: a grid owns rows, and rows own cells, whatever stands in them. */
export function wideRow(content: TemplateResult): TemplateResult {
  return html`<div role="row"><div role="gridcell">${content}</div></div>`;
}

function titleOf({ kind, start, bytes, left, origins }: MemorySection): string {
  if (kind === 'place') return t('Memory at the place');
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
  return wideRow(
    html`<button
      class="link-button"
      @click=${() => {
        model.more(direction);
      }}
    >
      ${label}
    </button>`,
  );
}

/** The rest of an island that is too big becomes a place of its own. */
function leftView(
  model: MemoryModel,
  { left, start, bytes }: MemorySection,
): TemplateResult | typeof nothing {
  if (left === 0) return nothing;
  const rest = `0x${(BigInt(start) + BigInt(bytes.length)).toString(16)}`;
  return wideRow(
    html`<button
      class="link-button"
      @click=${() => {
        model.look(rest);
      }}
    >
      ${t('{0} more bytes from {1} on', grouped(left), rest)}
    </button>`,
  );
}

function rowView(model: MemoryModel, row: Row, section: number): TemplateResult {
  const symbol = row.labels.map(({ text }) => text).join(' ');
  return html`<div class="memory-row" role="row">
    <span class="address" role="rowheader">0x${row.address.toString(16)}</span>
    <span class="groups">${row.groups.map((group) => groupView(model, group, section))}</span>
    <span class="ascii dim" role="gridcell">${row.text}</span>
    <span class="labels" role="gridcell" title=${symbol}
      >${row.labels.map(({ text, kind }) => html`<span class="label-${kind}">${text}</span> `)}</span
    >
  </div>`;
}

function groupView(model: MemoryModel, group: Group, section: number): TemplateResult {
  const { cursor, selection } = model;
  const { offset } = group;
  const isCursor = cursor.section === section && cursor.offset === offset;
  const isSelected =
    selection.section === section && offset >= selection.start && offset < selection.end;
  const place = isPlace(model, group, section) ? ' place' : '';
  return html`<span
    class=${`group${isCursor ? ' cursor' : ''}${isSelected ? ' selected' : ''}${place}`}
    id=${isCursor ? 'cursor' : nothing}
    role="gridcell"
    aria-selected=${isSelected ? 'true' : 'false'}
    @click=${(event: MouseEvent) => {
      model.put({ section, offset }, event.shiftKey);
    }}
    @dblclick=${() => {
      model.followPointer();
    }}
    >${runsOf(group).map(runView)}</span
  >`;
}

/** Whether the expression's address is in the group. */
function isPlace(model: MemoryModel, { offset, bytes }: Group, section: number): boolean {
  const address = model.contents?.place?.address;
  const start = model.sections[section]?.start;
  if (address === undefined || start === undefined) return false;
  const at = BigInt(address) - BigInt(start);
  return at >= BigInt(offset) && at < BigInt(offset + bytes.length);
}

/** Neighbours that look the same. */
interface Run {
  readonly origin: ShownOrigin;
  readonly changed: boolean;
  text: string;
  title: string;
}

function runsOf({ bytes }: Group): readonly Run[] {
  const runs: Run[] = [];
  for (const byte of bytes) {
    const changed = byte.before !== undefined;
    const last = runs.at(-1);
    if (last?.origin === byte.origin && last.changed === changed) last.text += byte.text;
    else runs.push({ origin: byte.origin, changed, text: byte.text, title: titleOfByte(byte) });
  }
  return runs;
}

function titleOfByte({ origin, before }: ShownByte): string {
  const words = originWords[origin];
  return before === undefined ? words : t('{0}; was {1} at the last stop', words, digits(before));
}

function runView({ origin, changed, text, title }: Run): TemplateResult {
  return html`<span class=${`byte-${origin}${changed ? ' byte-changed' : ''}`} title=${title}
    >${text}</span
  >`;
}
