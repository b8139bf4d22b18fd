// A plan as a workspace keeps it: JSON, which another version or another hand may have written.
import * as v from 'valibot';
import type { PlannedTracepoint, PlannedVariable, RecordingPlan } from '../../remote/record/plan';

/** A workspace in which nothing was planned. */
const emptyPlan: RecordingPlan = { tracepoints: [], variables: [], recordTime: true };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(16_384));
const action = v.variant('action', [
  v.object({ action: v.literal('collect'), item: text, strings: v.exactOptional(count) }),
  v.object({ action: v.literal('teval'), expression: text }),
]);
const tracepoint = v.object({
  number: v.pipe(count, v.minValue(1)),
  kind: v.picklist(['trap', 'fast', 'static']),
  location: text,
  enabled: v.boolean(),
  condition: v.exactOptional(text),
  passCount: count,
  actions: v.array(action),
  stepping: v.exactOptional(v.object({ count, actions: v.array(action) })),
});
const variable = v.object({
  name: text,
  /** JSON has no big integers. */
  initialValue: v.pipe(
    v.string(),
    v.regex(/^-?\d{1,20}$/),
    v.transform((digits) => BigInt(digits)),
  ),
});

/** Writes a plan as plain data. */
export function savedPlan({ tracepoints, variables, recordTime }: RecordingPlan): unknown {
  const written = variables.map(({ name, initialValue }) => {
    return { name, initialValue: String(initialValue) };
  });
  return { tracepoints, variables: written, recordTime };
}

/** Reads what {@link savedPlan} wrote; entries that make no sense are left out. */
export function readPlan(saved: unknown): RecordingPlan {
  const outer = v.safeParse(
    v.object({
      tracepoints: v.array(v.unknown()),
      variables: v.array(v.unknown()),
      recordTime: v.boolean(),
    }),
    saved,
  );
  if (!outer.success) return emptyPlan;
  const { tracepoints, variables, recordTime } = outer.output;
  return {
    tracepoints: unique(tracepoints.flatMap(readTracepoint), ({ number }) => number),
    variables: unique(variables.flatMap(readVariable), ({ name }) => name),
    recordTime,
  };
}

function readTracepoint(saved: unknown): PlannedTracepoint[] {
  const read = v.safeParse(tracepoint, saved);
  return read.success ? [read.output] : [];
}

function readVariable(saved: unknown): PlannedVariable[] {
  const read = v.safeParse(variable, saved);
  return read.success ? [read.output] : [];
}

/** The first entry of each key. */
function unique<T>(entries: readonly T[], keyOf: (entry: T) => unknown): T[] {
  return [
    ...new Map([...entries].reverse().map((entry) => [keyOf(entry), entry])).values(),
  ].reverse();
}
