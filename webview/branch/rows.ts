// The cells of the lists of calls and blocks.
import { html, nothing } from 'lit/html.js';
import { t } from '../l10n';
import { grouped } from '../text';
import type { BranchModel } from './model';
import type { ShownRow } from './rowList';

/** A stretch in a function, indented by its depth. */
export function callRow(model: BranchModel, row: number): ShownRow {
  const segment = model.segment(row);
  if (!segment) return { cells: undefined, level: 1 };
  const { level, expanded, gap, functionName, lines, first, last, total } = segment;
  const mark = expanded === undefined ? '' : expanded ? 'open' : 'closed';
  const cells = html`
    <span role="gridcell" class="call mono">
      ${indents[Math.min(level, deepestIndent)]}<span
        class="twistie ${mark}"
        aria-hidden="true"
        @click=${(event: MouseEvent) => {
          event.stopPropagation();
          model.expand(row, expanded !== true);
        }}
      ></span>
      <span class=${gap === undefined ? '' : 'gap-text'}>${gap ?? functionName}</span>
      ${level > deepestIndent ? html`<span class="dim">${t('level {0}', level)}</span>` : nothing}
    </span>
    <span role="gridcell" class="mono dim">${lines ?? ''}</span>
    <span role="gridcell" class="number mono">${range(first, last)}</span>
    <span role="gridcell" class="number mono"
      >${gap === undefined ? grouped(last - first + 1) : ''}</span
    >
    <span role="gridcell" class="number mono dim">
      ${gap === undefined && expanded !== undefined ? grouped(total) : ''}
    </span>
  `;
  return { cells, level: level + 1, ...(expanded !== undefined && { expanded }) };
}

/** A page sets no style of its own: what is indented stands behind so many elements. */
const indents = Array.from({ length: 25 }, (_, level) =>
  Array.from({ length: level }, () => html`<span class="indent" aria-hidden="true"></span>`),
);

/** Levels that are indented; deeper ones are told by their number. */
const deepestIndent = indents.length - 1;

/** The heads of {@link callRow}. */
export const callHeads = (): readonly string[] => [
  t('Function'),
  t('Lines'),
  t('Instructions'),
  t('Count'),
  t('With calls'),
];

/** A stretch of code without a branch. */
export function blockRow(model: BranchModel, row: number): ShownRow {
  const block = model.block(row);
  if (!block) return { cells: undefined, level: 1 };
  const { begin, end, functionName, lines, first, count, gap } = block;
  const cells = html`
    <span role="gridcell" class="number mono dim">${grouped(block.block)}</span>
    <span role="gridcell" class="mono">${begin} – ${end}</span>
    <span role="gridcell" class="mono">${functionName}</span>
    <span role="gridcell" class="mono dim">
      ${lines ?? ''} ${gap === undefined ? nothing : html`<span class="gap-text">${gap}</span>`}
    </span>
    <span role="gridcell" class="number mono">${range(first, first + Math.max(1, count) - 1)}</span>
    <span role="gridcell" class="number mono">${grouped(count)}</span>
  `;
  return { cells, level: 1 };
}

/** The heads of {@link blockRow}. */
export const blockHeads = (): readonly string[] => [
  t('Block'),
  t('Addresses'),
  t('Function'),
  t('Lines'),
  t('Instructions'),
  t('Count'),
];

function range(first: number, last: number): string {
  return first === last ? grouped(first) : `${grouped(first)}–${grouped(last)}`;
}
