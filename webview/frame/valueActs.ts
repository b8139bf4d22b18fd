// What is done with a value of the details beyond the filter by it: groups by it, finds the frames
// in which it changed or is the least or the most, shows the memory that it leads to. No DOM in
// here.
import type { MenuPlace, PageAct } from '../../src/editor/menuMessages';
import type { GroupsModel } from '../groups/groupsModel';
import { t } from '../l10n';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import type { QuickFilter } from '../table/quickFilter';
import type { TableModel } from '../table/tableModel';

const valueActs = ['groupByValue', 'onlyChanges', 'onlyLeast', 'onlyMost', 'showMemory'] as const;
export type ValueAct = (typeof valueActs)[number];

export function isValueAct(act: PageAct): act is ValueAct {
  return valueActs.some((each) => each === act);
}

export class ValueActs {
  constructor(
    private readonly ask: Ask,
    private readonly groups: Pick<GroupsModel, 'groupBy'>,
    private readonly filter: Pick<QuickFilter, 'filterBy'>,
    private readonly table: Pick<TableModel, 'say'>,
    private readonly showMemory: (address: string) => void,
  ) {}

  async run(act: ValueAct, { value, address }: MenuPlace): Promise<void> {
    if (act === 'showMemory') {
      if (address !== undefined) this.showMemory(address);
      return;
    }
    if (value === undefined) return;
    if (act === 'groupByValue') this.groups.groupBy(value);
    else if (act === 'onlyChanges') this.filter.filterBy(`$_changed(${value})`, false);
    else await this.filterByExtreme(value, act === 'onlyLeast' ? 'least' : 'most');
  }

  /** All frames are asked, whatever the filter hides now. */
  private async filterByExtreme(text: string, which: 'least' | 'most'): Promise<void> {
    try {
      const { [which]: extreme } = await this.ask('plotValues', { text });
      if (extreme === undefined) {
        this.table.say(t('{0} is a number in no frame.', text));
        return;
      }
      const by = { kind: 'value' as const, text };
      const { condition } = await this.ask('common', { frame: extreme.frame, by });
      if (condition !== undefined) this.filter.filterBy(condition, false);
    } catch (error) {
      if (!(error instanceof RequestError)) return;
      this.table.say(`${text}: ${error.message}`);
    }
  }
}
