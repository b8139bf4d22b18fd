// Where a value changes over the frames, and what in the program may have written it.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { shownStores, valueChanges } from '../../adapter/changes';
import type { DebugContext } from '../../adapter/debugContext';
import { RequestFailed } from '../../bytes/requestFailed';
import { evaluate, evaluationContext, problemText } from '../../trace/expressions';
import { placeFrames } from '../../trace/search/expressionCheck';
import type { AskedTrace } from '../askedTrace';
import {
  described,
  frameNumber,
  level,
  textSchema,
  upTo,
  wholeNumber,
  publicQuestion,
} from '../question';
import type { QuestionRun } from '../run';

/** Changes of one answer. */
const maxChanges = 1000;
/** Places of the program at which an expression is tried. */
const maxPlaces = 500;

const expression = described(
  textSchema,
  'What to follow: queue->waiting, a local variable, $rax, $hits.',
);

const frame = v.optional(
  described(
    wholeNumber,
    'The frame in which the expression means what is to be followed; otherwise the first in which it means something.',
  ),
);

const changesInput = v.strictObject({
  expression,
  frame,
  level,
  first: v.optional(described(wholeNumber, 'The change to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxChanges), 'How many changes.'), 100),
});

const changeList = v.strictObject({
  /** What was followed, and where: queue->waiting at 0x404168. */
  followed: v.string(),
  total: wholeNumber,
  changes: v.array(
    v.strictObject({
      before: wholeNumber,
      after: wholeNumber,
      from: v.string(),
      to: v.string(),
      interval: v.string(),
    }),
  ),
  next: v.optional(wholeNumber),
});

/** `changes`. */
export const changes = publicQuestion({
  name: 'changes',
  title: () => t('Changes of a value'),
  description:
    'The frames between which a value changed, with the value before and after. What is in memory is followed at its address, whatever name reaches it in another function.',
  input: changesInput,
  result: changeList,
  answer: async (asked, { expression: followed, frame: at, level: on, first, count }, run) => {
    const from = await frameWithMeaning(asked, followed, at, run);
    return asked.debugAt(
      from,
      async (debugged) => {
        const given = new Map(await stackFrameArguments(debugged, followed, on));
        const found = await valueChanges(debugged, given);
        const end = first + count;
        return {
          followed: found.label,
          total: found.total,
          changes: found.changes.slice(first, end),
          ...(end < found.changes.length && { next: end }),
        };
      },
      run.signal,
    );
  },
});

/** The arguments of the adapter's requests about a value. */
async function stackFrameArguments(
  { stack }: DebugContext,
  followed: string,
  on: number,
): Promise<[string, unknown][]> {
  if (on === 0) return [['expression', followed]];
  const [row] = (await stack.list(on, 1)).stackFrames;
  if (!row) throw new RequestFailed(`There is no stack frame ${on}.`);
  return [
    ['expression', followed],
    ['frameId', row.id],
  ];
}

/** The frame given, or the first of those places at which the expression means something. */
async function frameWithMeaning(
  { trace }: AskedTrace,
  written: string,
  given: number | undefined,
  { signal }: QuestionRun,
): Promise<number> {
  if (given !== undefined) return given;
  await trace.recording.indexed;
  let problem: string | undefined;
  let places = 0;
  for await (const place of placeFrames(trace)) {
    const [innermost] = (await trace.callStack(place)).frames;
    const context = await evaluationContext(trace, place, innermost);
    const evaluated = await evaluate(written, 'watch', context);
    if (!('problem' in evaluated)) return place;
    problem ??= problemText(evaluated);
    if (++places >= maxPlaces || signal.aborted) break;
  }
  throw new RequestFailed(`${written}: ${problem ?? 'the trace has no frames.'}`);
}

const storesInput = v.strictObject({
  expression,
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
