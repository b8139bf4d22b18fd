// The groups as a grid like that of the frames: a row for each group, which opens to its frames.
import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { FrameGroupRow } from '../../src/ask/table/tableGroups';
import type { TraceSummary } from '../../src/ask/trace/summary';
import { VirtualGrid, type GridLayout } from '../grid';
import { icons, swatch } from '../icons';
import { t } from '../l10n';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { columnGap } from '../table/columnWidths';
import { grouped, measuredText, placeText } from '../text';
import type { Grouping } from './grouping';
import type { GroupColumn, GroupsModel } from './groupsModel';

/** The grid; it shows what the model has at each draw. */
export function groupsGrid(model: PageModel): VirtualGrid {
  const { groups } = model;
  return new VirtualGrid({
    label: t('Groups'),
    name: 'group',
    numbers: 0,
    get rowCount() {
      return groups.groups.length;
    },
    get selected() {
      return groups.groups.length === 0 ? undefined : groups.selected;
    },
    get layout() {
      return layoutOf(columnsOf(groups));
    },
    heads: () => html`${columnsOf(groups).map((column) => head(groups, column))}`,
    isMarked: () => false,
    cells: (row) => cells(model, row),
    inSight: () => undefined,
    select: (row) => {
      groups.select(row);
    },
    goTo: () => undefined,
    resized: () => undefined,
    open: () => {
      groups.open();
    },
    menu: (row) => {
      const group = groups.groups[row];
      return group && groups.grouping && groupMenu(group, groups.grouping);
    },
    copy: (row) => {
      const label = groups.groups[row]?.label;
      if (label !== undefined) model.act('copyText', { text: label });
    },
  });
}

/** How wide each column is: at least so many characters, and a share of what is left over. */
const widths: Readonly<Record<GroupColumn, { readonly least: number; readonly share: number }>> = {
  label: { least: 18, share: 3 },
  frames: { least: 12, share: 0.8 },
  first: { least: 8, share: 0.3 },
  last: { least: 8, share: 0.3 },
  least: { least: 14, share: 0.5 },
  mean: { least: 14, share: 0.5 },
  most: { least: 14, share: 0.5 },
};

function layoutOf(columns: readonly GroupColumn[]): GridLayout {
  const template = columns.map((column) => {
    const { least, share } = widths[column];
    return `minmax(${least}ch, ${share}fr)`;
  });
  const sum = columns.reduce((total, column) => total + widths[column].least + columnGap, 0);
  return { template: template.join(' '), leastWidth: `calc(${sum}ch + 20px)` };
}

const plainColumns: readonly GroupColumn[] = ['label', 'frames', 'first', 'last'];
const measuredColumns: readonly GroupColumn[] = [...plainColumns, 'least', 'mean', 'most'];

function columnsOf({ grouping }: GroupsModel): readonly GroupColumn[] {
  return grouping?.measured ? measuredColumns : plainColumns;
}

/** A button: there is no list of these columns through which the keyboard could sort. */
function head(groups: GroupsModel, column: GroupColumn): TemplateResult {
  const { sort } = groups;
  const isSorted = sort.column === column;
  const order = sort.descending ? 'descending' : 'ascending';
  return html`<div
    class="head group-${column}"
    role="columnheader"
    aria-sort=${isSorted ? order : nothing}
  >
    <button
      class="head-button"
      title=${t('{0}: click to sort', title(groups, column))}
      @click=${() => {
        groups.sortBy(column);
      }}
    >
      <span class="title">${title(groups, column)}</span>${isSorted ? icons[order] : nothing}
    </button>
  </div>`;
}

function title({ grouping }: GroupsModel, column: GroupColumn): string {
  const measured = grouping?.measured ?? '';
  switch (column) {
    case 'label':
      return kindTitle(grouping);
    case 'frames':
      return t('frames');
    case 'first':
      return t('first');
    case 'last':
      return t('last');
    case 'least':
      return t('min {0}', measured);
    case 'mean':
      return t('mean {0}', measured);
    case 'most':
      return t('max {0}', measured);
  }
}

function kindTitle(grouping: Grouping | undefined): string {
  switch (grouping?.by.kind) {
    case 'tracepoint':
      return t('tracepoint');
    case 'function':
      return t('function');
    case 'line':
      return t('line');
    case 'value':
      return grouping.by.text;
    case undefined:
      return '';
  }
}

function cells(model: PageModel, row: number): TemplateResult {
  const { groups } = model;
  const group = groups.groups[row];
  if (!group) return html``;
  return html`${columnsOf(groups).map(
    (column) =>
      html`<div class="group-${column}" role="gridcell">${cell(model, group, column)}</div>`,
  )}`;
}

function cell(model: PageModel, group: FrameGroupRow, column: GroupColumn): unknown {
  switch (column) {
    case 'label':
      return label(model, group);
    case 'frames':
      return share(group.frames, model.groups.total);
    case 'first':
    case 'last':
      return grouped(group[column]);
    case 'least':
    case 'mean':
    case 'most':
      return number(group[column]);
  }
}

function label({ groups, trace }: PageModel, group: FrameGroupRow): TemplateResult {
  if (group.label === undefined) return html`<span class="dim">${t('not known')}</span>`;
  const isTracepoint = groups.grouping?.by.kind === 'tracepoint';
  const where = isTracepoint ? whereOf(trace, Number(group.label)) : '';
  return html`${isTracepoint ? swatch(trace, Number(group.label)) : nothing}<span
      title=${`${group.label} ${where}`.trim()}
      >${group.label}${where === '' ? nothing : html` <span class="dim">${where}</span>`}</span
    >`;
}

/** Where a tracepoint is: `answer callqueue.c:86`, else as the user set it. */
function whereOf(trace: TraceSummary | undefined, tracepoint: number): string {
  const found = trace?.tracepoints.find(({ number }) => number === tracepoint);
  const [location] = found?.locations ?? [];
  const { functionName, place } = location ?? {};
  const parts = [
    ...(functionName === undefined ? [] : [functionName]),
    ...(place ? [placeText(place)] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : (found?.at ?? location?.address ?? '');
}

function share(frames: number, total: number): TemplateResult {
  const width = Math.max(1, (100 * frames) / Math.max(1, total));
  return html`<svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="bar-fill" width=${width} height="6" />`}</svg
    ><span>${grouped(frames)}</span>`;
}

function number(value: number | undefined): TemplateResult | string {
  if (value === undefined) return html`<span class="dim">–</span>`;
  return measuredText(value);
}

/** A group is filtered by through its first frame. */
function groupMenu(
  { label: text, first: frame }: FrameGroupRow,
  { by }: Grouping,
): string | undefined {
  if (text === undefined) return undefined;
  switch (by.kind) {
    case 'tracepoint':
      return menuData({ tracepoint: Number(text), text });
    case 'function':
      return menuData({ frame, function: true, text });
    case 'line':
      return menuData({ frame, line: true, text });
    case 'value':
      return menuData({ frame, value: by.text, text });
  }
}
