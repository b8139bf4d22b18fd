// The frames that the filter of a face's table lets through, which tracks show too.
import * as v from 'valibot';
import type { FrameList } from '../../trace/list/frameList';
import { wholeNumber } from '../question';
import { TableView } from '../table/tableView';
import type { TraceAsked } from '../views';

/** The view of the table whose filter is shown. */
export const filteredTable = v.exactOptional(wholeNumber);

/** The frames that the table's filter lets through, ascending; none without a filter. */
export function matchesOf({ views }: TraceAsked, table: number | undefined): FrameList | undefined {
  return table === undefined ? undefined : views.get(TableView, table).matches;
}
