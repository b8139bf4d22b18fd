// What in the program may have written a value between two frames.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { shownStores } from '../../adapter/changes';
import { described, frameNumber, level, publicQuestion, wholeNumber } from '../question';
import { followedExpression, stackFrameArguments } from './followed';

const storesInput = v.strictObject({
  expression: followedExpression,
  frame: frameNumber,
  level,
  before: described(wholeNumber, 'The frame before the change.'),
  after: described(wholeNumber, 'The frame after it.'),
});

const storeList = v.strictObject({
  stores: v.array(
    v.strictObject({
      /**
       * address: it writes there; member: it writes that member, of some object; possible: it is
       * not known to be another.
       */
      kind: v.string(),
      function: v.optional(v.string()),
      file: v.optional(v.string()),
      line: v.optional(wholeNumber),
      text: v.optional(v.string()),
      addresses: v.array(v.string()),
      /** A frame between the two that stopped at the line. */
      frame: v.optional(wholeNumber),
      /** Tracepoints at the line, whether they were hit between or not. */
      tracepoints: v.array(wholeNumber),
    }),
  ),
  /** What was not looked at. */
  notes: v.array(v.string()),
});

/** `stores`. */
export const stores = publicQuestion({
  name: 'stores',
  title: () => t('What may have written a value'),
  description:
    'Lines of the program that may have written a value between two frames, found in its code, the likeliest first.',
  input: storesInput,
  result: storeList,
  answer: (asked, { expression: followed, frame: at, level: on, before, after }, { signal }) =>
    asked.debugAt(
      at,
      async (debugged) => {
        const given = new Map(await stackFrameArguments(debugged, followed, on));
        const found = await shownStores(debugged, given.set('before', before).set('after', after));
        return {
          stores: found.stores.map(({ kind, functionName, source, addresses, ...sight }) => ({
            kind,
            ...(functionName !== undefined && { function: functionName }),
            ...(source && { file: source.path ?? source.name, line: source.line }),
            ...(source?.text !== undefined && { text: source.text }),
            addresses: [...addresses],
            ...(sight.frame !== undefined && { frame: sight.frame }),
            tracepoints: [...sight.tracepoints],
          })),
          notes: [...found.notes],
        };
      },
      signal,
    ),
});
