// Which tracepoint of one trace is which of another: those at the same place with the same text
// first. Numbers say little, since gdb counts them anew in each session.
import { t } from '@vscode/l10n';
import { append, appendUnder } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Tracepoint } from '../../format/description';
import { numberInFrames } from '../../format/tracepointLines';
import { baseName } from '../paths';
import type { Trace } from '../trace';

/** A tracepoint, and where its first location is. */
export interface PlacedTracepoint {
  /** The number that the user knows. */
  readonly number: number;
  /** Absent where only frames name the tracepoint. */
  readonly definition?: Tracepoint;
  readonly functionName?: string;
  /** Without its folder. */
  readonly file?: string;
  readonly line?: number;
}

/** A tracepoint that both traces have. */
export interface TracepointPair {
  readonly left: PlacedTracepoint;
  readonly right: PlacedTracepoint;
}

/** The tracepoints of two traces. */
export interface MatchedTracepoints {
  readonly pairs: readonly TracepointPair[];
  readonly leftOnly: readonly PlacedTracepoint[];
  readonly rightOnly: readonly PlacedTracepoint[];
}

/** By what tracepoints are matched. */
export type TracepointMatching = 'place' | 'number';

/** `callqueue.c:86`, or the best that is known of a place. */
export function tracepointPlace({
  file,
  line,
  functionName,
  definition,
}: PlacedTracepoint): string {
  if (file !== undefined && line !== undefined) return `${file}:${line}`;
  return definition?.at ?? functionName ?? t('an unknown place');
}

/** Matches the tracepoints of two traces; those with the most in common first. */
export async function matchTracepoints(
  left: Trace,
  right: Trace,
  matching: TracepointMatching,
): Promise<MatchedTracepoints> {
  let [leftOnly, rightOnly] = [await placed(left), await placed(right)];
  const pairs: TracepointPair[] = [];
  for (const keyOf of matching === 'number' ? [numberOf] : likenesses) {
    const found = await pairedBy(leftOnly, rightOnly, keyOf);
    const [used, usedRight] = [
      new Set(found.map((each) => each.left)),
      new Set(found.map((each) => each.right)),
    ];
    append(pairs, found);
    leftOnly = leftOnly.filter((each) => !used.has(each));
    rightOnly = rightOnly.filter((each) => !usedRight.has(each));
  }
  pairs.sort((a, b) => a.left.number - b.left.number);
  return { pairs, leftOnly, rightOnly };
}

async function placed({ recording, modules }: Trace): Promise<PlacedTracepoint[]> {
  const { tracepoints } = recording.description;
  const known = new Set(tracepoints.map(({ number }) => numberInFrames(number)));
  const undefinedOnes: PlacedTracepoint[] = [];
  for (let number = -0x8000; number < 0x8000; number++) {
    if (!known.has(number) && recording.index.framesOf(number) > 0) undefinedOnes.push({ number });
  }
  const defined: PlacedTracepoint[] = [];
  const slice = new TimeSlice();
  for (const definition of tracepoints) {
    await slice.yieldIfDue();
    const { number, locations } = definition;
    const address = locations[0]?.address;
    const at = address === undefined ? {} : await modules.current.locate(address);
    defined.push({
      number,
      definition,
      ...(at.functionName !== undefined && { functionName: at.functionName }),
      ...(at.source && { file: baseName(at.source.file), line: at.source.line }),
    });
  }
  return [...defined, ...undefinedOnes];
}

/** What two tracepoints must have in common; undefined where one has no such thing. */
type KeyOf = (tracepoint: PlacedTracepoint) => string | undefined;

const textOf = ({ definition }: PlacedTracepoint) =>
  JSON.stringify([definition?.condition, definition?.commands]);
const lineOf: KeyOf = ({ functionName, file, line }) =>
  line === undefined ? undefined : JSON.stringify([functionName, file, line]);
const typedPlaceOf: KeyOf = ({ definition }) => definition?.at;
const both =
  (keyOf: KeyOf): KeyOf =>
  (tracepoint) => {
    const key = keyOf(tracepoint);
    return key === undefined ? undefined : key + textOf(tracepoint);
  };
const numberOf: KeyOf = ({ number }) => String(number);

/** From the strongest likeness to the weakest. */
const likenesses: readonly KeyOf[] = [
  both(lineOf),
  both(typedPlaceOf),
  both(({ functionName }) => functionName),
  lineOf,
  typedPlaceOf,
  // Without a program or the user's text, the number is all there is.
  (tracepoint) =>
    (lineOf(tracepoint) ?? typedPlaceOf(tracepoint) === undefined)
      ? numberOf(tracepoint)
      : undefined,
];

async function pairedBy(
  left: readonly PlacedTracepoint[],
  right: readonly PlacedTracepoint[],
  keyOf: KeyOf,
): Promise<TracepointPair[]> {
  const slice = new TimeSlice();
  const waiting = new Map<string, PlacedTracepoint[]>();
  for (const each of [...right].reverse()) {
    await slice.yieldIfDue();
    const key = keyOf(each);
    if (key !== undefined) appendUnder(waiting, key, each);
  }
  const pairs: TracepointPair[] = [];
  for (const each of left) {
    await slice.yieldIfDue();
    const key = keyOf(each);
    const other = key === undefined ? undefined : waiting.get(key)?.pop();
    if (other) pairs.push({ left: each, right: other });
  }
  return pairs;
}
