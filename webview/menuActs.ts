// What is chosen in VS Code's menus at a place of the page. No DOM in here.
import type { MenuPlace, PageAct } from '../src/editor/menuMessages';
import type { PageEvents } from './pageEvents';
import type { PageState, TabName } from './pageState';
import { isValueAct, type ValueActs } from './frame/valueActs';
import { type ColumnActs, expressionColumn, expressionOf, isColumnAct } from './table/columnActs';
import type { QuickFilter } from './table/quickFilter';
import type { TableModel } from './table/tableModel';

/** The page, as far as menus change it. */
interface MenuPage {
  readonly table: Pick<TableModel, 'addColumn'>;
  readonly state: Pick<PageState, 'followsEnd'>;
  compareWith(frame: number | undefined): void;
  showTab(tab: TabName): void;
  setFollowsEnd(followsEnd: boolean): void;
  addTrack(text: string | undefined): void;
}

export class MenuActs {
  constructor(
    private readonly page: MenuPage,
    private readonly events: Pick<PageEvents, 'showColumns'>,
    private readonly values: ValueActs,
    private readonly columns: ColumnActs,
    private readonly filter: QuickFilter,
  ) {}

  take(act: PageAct, place: MenuPlace): void {
    const { page } = this;
    if (act === 'compareFrame') page.compareWith(place.frame);
    else if (act === 'showCompare') page.showTab('compare');
    else if (act === 'showColumns') this.events.showColumns();
    else if (act === 'followEnd') page.setFollowsEnd(!page.state.followsEnd);
    else if (isValueAct(act)) void this.values.run(act, place);
    else if (act === 'addTrack') page.addTrack(place.value ?? expressionOf(place.head));
    else if (isColumnAct(act)) void this.columns.take(act, place.head);
    else if (act !== 'addColumn') void this.filter.apply(act, place);
    else if (place.value !== undefined) page.table.addColumn(expressionColumn(place.value));
  }
}
