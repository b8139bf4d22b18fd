// The frames of the table in groups: by tracepoint, function, line or the value of an expression.
// No DOM in here.
import type { FrameGroupRow } from '../../src/ask/table/tableGroups';
import type { StepsDone } from '../../src/ask/run';
import { t } from '../l10n';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import type { QuickFilter } from '../table/quickFilter';
import type { TableModel, TableProblem } from '../table/tableModel';
import type { TableSettings } from '../table/tableSettings';
import type { Grouping } from './grouping';

/** What the groups need of the page. */
interface GroupsHost {
  readonly ask: Ask;
  /** The number of the table's view. */
  view(): number;
  settings(): TableSettings;
  changed(): void;
  /** Groups the table, or shows its frames again. */
  group(grouping: Grouping | undefined): void;
  /** Shows only the frames in which a condition holds; returns the filter that does. */
  filterBy(condition: string): string;
  setFilter(filter: string): void;
  say(sentence: string): void;
}

/** What groups are sorted by. */
export type GroupColumn = 'label' | 'frames' | 'first' | 'last' | 'least' | 'mean' | 'most';

/** From where a group was opened, and the filter that shows it. */
interface Opened {
  readonly grouping: Grouping;
  readonly before: string;
  readonly filter: string;
}

export class GroupsModel {
  /** In the order in which they are shown. */
  groups: readonly FrameGroupRow[] = [];
  /** Frames of groups beyond those. */
  others = 0;
  progress: StepsDone | undefined;
  problem: TableProblem | undefined;
  sort: { readonly column: GroupColumn; readonly descending: boolean } = {
    column: 'frames',
    descending: true,
  };
  /** The row that the keyboard is at. */
  selected = 0;
  private asking = new AbortController();
  private opened: Opened | undefined;

  constructor(private readonly host: GroupsHost) {}

  /** How frames are grouped; undefined while they are shown one by one. */
  get grouping(): Grouping | undefined {
    return this.host.settings().grouping;
  }

  /** Frames of all groups. */
  get total(): number {
    return this.groups.reduce((sum, { frames }) => sum + frames, this.others);
  }

  /** Whether the table shows a group that was opened: there is a way back. */
  get canGoBack(): boolean {
    return !this.grouping && this.opened?.filter === this.host.settings().filter;
  }

  /** Groups the frames in another way, or shows them one by one. */
  choose(grouping: Grouping | undefined): void {
    this.host.group(grouping);
    this.selected = 0;
    void this.refresh();
  }

  /** Groups by the value of an expression; what is measured stays. */
  groupBy(text: string): void {
    const measured = this.grouping?.measured ?? '';
    this.choose({ by: { kind: 'value', text }, measured });
  }

  /** Groups the frames of the table as it is now. */
  async refresh(): Promise<void> {
    this.asking.abort();
    this.asking = new AbortController();
    this.progress = undefined;
    this.problem = undefined;
    const { grouping } = this;
    const { signal } = this.asking;
    if (!grouping || (grouping.by.kind === 'value' && grouping.by.text === '')) {
      this.take([], 0);
      return;
    }
    const report = (progress: StepsDone): void => {
      if (signal.aborted) return;
      this.progress = progress;
      this.host.changed();
    };
    try {
      const asked = { view: this.host.view(), ...grouping };
      const { groups, others } = await this.host.ask('groups', asked, { signal, report });
      this.progress = undefined;
      this.take(groups, others);
    } catch (error) {
      if (signal.aborted || !(error instanceof RequestError)) return;
      this.progress = undefined;
      this.problem = { text: error.message, ...(error.column && { column: error.column }) };
      this.take([], 0);
    }
  }

  /** Stops grouping: the groups shown before stay. */
  stop(): void {
    this.asking.abort();
    this.progress = undefined;
    this.host.changed();
  }

  /** Sorts by a column; by the same column again, in the opposite order. */
  sortBy(column: GroupColumn): void {
    const isSorted = this.sort.column === column;
    const descending = isSorted ? !this.sort.descending : column !== 'label' && column !== 'first';
    this.sort = { column, descending };
    this.take(this.groups, this.others);
  }

  select(row: number): void {
    this.selected = row;
    this.host.changed();
  }

  /** Shows the frames of the selected group. */
  open(): void {
    const { grouping } = this;
    const group = this.groups[this.selected];
    if (!grouping || !group) return;
    const { condition } = group;
    if (condition === undefined) {
      this.host.say(t('No filter can say which frames these are.'));
      return;
    }
    const before = this.host.settings().filter;
    this.host.group(undefined);
    const filter = this.host.filterBy(condition);
    this.opened = { grouping, before, filter };
    this.host.changed();
  }

  /** Shows the groups from which one was opened. */
  goBack(): void {
    const { opened } = this;
    if (!opened) return;
    this.opened = undefined;
    this.host.group(opened.grouping);
    // The groups follow when the table has its frames again.
    this.host.setFilter(opened.before);
  }

  private take(groups: readonly FrameGroupRow[], others: number): void {
    const { column, descending } = this.sort;
    this.groups = [...groups].sort(
      (a, b) => inOrder(a[column], b[column], descending) || a.first - b.first,
    );
    this.others = others;
    this.selected = Math.min(this.selected, Math.max(0, groups.length - 1));
    this.host.changed();
  }
}

const byText = new Intl.Collator('en', { numeric: true });

/** What is not known comes last, either way. */
function inOrder(
  a: string | number | undefined,
  b: string | number | undefined,
  descending: boolean,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [one, other] = [Number(a), Number(b)];
  const isNumber = !Number.isNaN(one) && !Number.isNaN(other);
  const order = isNumber ? one - other : byText.compare(String(a), String(b));
  return descending ? -order : order;
}

/** The groups of a page's table. */
export function groupsOfTable(
  ask: Ask,
  table: TableModel,
  quickFilter: QuickFilter,
  changed: () => void,
): GroupsModel {
  const groups: GroupsModel = new GroupsModel({
    ask,
    changed,
    settings: () => table.settings,
    view: () => table.view,
    group: (grouping) => {
      table.group(grouping);
    },
    filterBy: (condition) => {
      quickFilter.filterBy(condition, false);
      return table.settings.filter;
    },
    setFilter: (filter) => {
      if (filter === table.settings.filter) void groups.refresh();
      else table.choose({ filter });
    },
    say: (sentence) => {
      table.say(sentence);
    },
  });
  return groups;
}
