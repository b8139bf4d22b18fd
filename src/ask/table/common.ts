// What a frame has in common with others, and the filter that shows just these.
import * as v from 'valibot';
import { commonBy } from '../../trace/list/groups';
import { compiledValue } from '../expressions';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import type { TraceAsked } from '../views';
import { TableColumns } from './tableColumns';
import { commonTo } from './tableMessages';

/** `common`. */
export const commonOf = question({
  input: v.strictObject({ frame: wholeNumber, by: commonTo }),
  /** Neither where it is not known of the frame; no condition where no filter can say it. */
  result: v.strictObject({
    label: v.exactOptional(v.string()),
    condition: v.exactOptional(v.string()),
  }),
  answer: async ({ trace }: TraceAsked, { frame, by }) => {
    const columns = new TableColumns(trace, (text) => compiledValue(trace, text));
    const groupedBy = await columns.groupedBy(by);
    await awaitFrame(trace.recording, frame);
    return (await commonBy(trace, groupedBy)(frame, undefined)) ?? {};
  },
});
