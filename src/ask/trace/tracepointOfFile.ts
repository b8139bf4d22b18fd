// The tracepoint that a question about one means, by the file's number.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import type { Tracepoint } from '../../format/description';
import type { Recording } from '../../trace/recording';

/** Actions listed of one tracepoint at a location. */
export const maxActions = 500;

/** The file's number. */
export const tracepointNumber = v.pipe(v.number(), v.safeInteger());

/** Fails with a sentence where the file describes no such tracepoint. */
export function tracepointOfFile({ description }: Recording, number: number): Tracepoint {
  const found = description.tracepoints.find((each) => each.number === number);
  if (found) return found;
  throw new RequestFailed(t('The file describes no tracepoint {0}.', number));
}
