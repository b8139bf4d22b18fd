// What the columns of a table are to a sort, an export and groups. A face says how it compiles the
// expressions in them.
import { append } from '../../bytes/arrays';
import { t } from '@vscode/l10n';
import {
  type ExportColumn,
  numberOrText,
  ownColumn,
  type ownColumns,
  valueColumn,
} from '../../trace/export/tables';
import type { FrameList } from '../../trace/list/frameList';
import type { GroupedBy } from '../../trace/list/groups';
import type { SortColumn } from '../../trace/list/sort';
import type { FrameValue } from '../../trace/search/frameValues';
import type { Trace } from '../../trace/trace';
import { cellTexts } from './frameRow';
import { clockExpression, RowTimes } from './rowTimes';
import type { Column, CommonTo } from './tableMessages';

/** A column of an export: what a page shows of a place in one is three. */
export type ExportedColumn = Column | { readonly kind: (typeof ownColumns)[number] };

export class TableColumns {
  readonly times = new RowTimes(() =>
    // A trace need not have the variable.
    this.valueOf(clockExpression).catch(() => undefined),
  );

  /** `valueOf` compiles an expression, or fails with what is wrong with it. */
  constructor(
    private readonly trace: Trace,
    private readonly valueOf: (text: string) => Promise<FrameValue>,
  ) {}

  /** What frames are sorted by. */
  async sortColumn(column: Column): Promise<SortColumn> {
    switch (column.kind) {
      case 'value':
        return { kind: 'value', value: await this.valueOf(column.text) };
      case 'change':
        return { kind: 'change', value: await this.valueOf(column.text), since: column.since };
      case 'time':
        return { kind: 'value', value: await this.valueOf(clockExpression) };
      case 'elapsed':
        return { kind: 'change', value: await this.valueOf(clockExpression), since: 'frame' };
      case 'frame':
      case 'tracepoint':
      case 'pc':
      case 'where':
      case 'collected':
      case 'size':
        return { kind: column.kind };
    }
  }

  /** What frames of a group have in common. */
  async groupedBy(by: CommonTo): Promise<GroupedBy> {
    return by.kind === 'value' ? { kind: 'value', value: await this.valueOf(by.text) } : by;
  }

  /** The columns of an export of a list, which is in the order of the file. */
  async exported(columns: readonly ExportedColumn[], list: FrameList): Promise<ExportColumn[]> {
    const exported: ExportColumn[] = [];
    for (const column of columns) append(exported, await this.exportedAs(column, list));
    return exported;
  }

  private async exportedAs(column: ExportedColumn, list: FrameList): Promise<ExportColumn[]> {
    const { trace, times } = this;
    switch (column.kind) {
      case 'where':
        return (['function', 'file', 'line'] as const).map((name) => ownColumn(trace, name));
      case 'value':
        return [valueColumn(await this.valueOf(column.text))];
      case 'change':
        return [this.changeColumn(list, column)];
      case 'time':
        return [
          { heading: 'time (µs)', title: t('time (µs)'), valueIn: (frame) => times.of(frame) },
        ];
      case 'elapsed':
        return [
          {
            heading: 'Δ time (µs)',
            title: t('Δ time (µs)'),
            valueIn: (frame) => times.since(list, frame),
          },
        ];
      case 'frame':
      case 'tracepoint':
      case 'pc':
      case 'function':
      case 'file':
      case 'line':
      case 'collected':
      case 'size':
        return [ownColumn(trace, column.kind)];
    }
  }

  private changeColumn(list: FrameList, column: Column & { kind: 'change' }): ExportColumn {
    const { recording } = this.trace;
    return {
      heading: column.since === 'hit' ? `Δ ${column.text} (hit)` : `Δ ${column.text}`,
      valueIn: async (frame) => {
        const [cell] = await cellTexts(recording, list, frame, [column], this.valueOf);
        const text = cell?.text;
        return text === undefined ? undefined : numberOrText(text.replace(/^\+/, ''));
      },
    };
  }
}
