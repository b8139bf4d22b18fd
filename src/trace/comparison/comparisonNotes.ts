// What keeps two traces from being compared, and what of them is compared nevertheless: a sentence
// for each.
import { clock } from '../overview/frameTimes';
import type { Trace } from '../trace';
import type { ComparisonOptions } from './comparedTraces';
import { tracepointPlace, type MatchedTracepoints } from './tracepointPairs';
import type { ComparedList } from './valueComparison';

/** Names that one sentence lists. */
const maxNamed = 5;

/** What is to be said before the values. */
export function traceNotes(left: Trace, right: Trace): string[] {
  const notes = [left, right].flatMap((trace) => notesOf(trace));
  const [one, other] = [architectureOf(left), architectureOf(right)];
  if (one !== undefined && other !== undefined && one !== other) {
    notes.push(
      `The traces are of different architectures (${one}, ${other}): registers and memory are not compared, values are.`,
    );
  }
  return notes;
}

/** Whether registers and memory mean the same in both. */
export function isSameArchitecture(left: Trace, right: Trace): boolean {
  return architectureOf(left) === architectureOf(right);
}

function architectureOf({ recording }: Trace): string | undefined {
  return recording.layout?.architecture.name;
}

function notesOf({ recording, modules }: Trace): string[] {
  const { name, index, description, diagnostics } = recording;
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const notes: string[] = [];
  if (index.count === 0) notes.push(`${name} has no frames: only its tracepoints are compared.`);
  if (errors > 0) {
    notes.push(
      `${name} is damaged (${errors === 1 ? '1 error' : `${errors} errors`}): the frames that can be read are compared. See its problems.`,
    );
  }
  if (description.status?.running) {
    notes.push(
      `${name} was saved during its run: later hits are missing. Compare again when it ended.`,
    );
  }
  const { framesCreated = 0, framesInBuffer = 0 } = description.status ?? {};
  if (framesCreated > framesInBuffer) {
    notes.push(
      `The buffer of ${name} wrapped: its oldest ${framesCreated - framesInBuffer} frames are gone, so that hits are counted from a later one. Align by a key instead.`,
    );
  }
  if (modules.current.loaded.length === 0) {
    notes.push(
      `${name} has no program with known addresses: its variables are not compared. Choose its program, or compare registers and memory.`,
    );
  }
  return notes;
}

/** What is to be said of tracepoints and values. */
export function valueNotes(
  { leftOnly, rightOnly }: MatchedTracepoints,
  lists: readonly ComparedList[],
  { key }: Pick<ComparisonOptions, 'key'>,
  unkeyed: number,
): string[] {
  const notes: string[] = [];
  const unmatched = leftOnly.length + rightOnly.length;
  if (unmatched > 0) {
    const names = [...leftOnly, ...rightOnly].map(
      (each) => `#${each.number} ${tracepointPlace(each)}`,
    );
    notes.push(`Tracepoints that only one trace has: ${listed(names)}.`);
  }
  for (const { pair, isCut, unknown } of lists) {
    const at = `#${pair.left.number} at ${tracepointPlace(pair.left)}`;
    if (unknown.length > 0) notes.push(`Not known at ${at}: ${listed(unknown)}.`);
    if (isCut) notes.push(`Only the first values of ${at} are compared: it collected too many.`);
  }
  if (key !== undefined && unkeyed > 0) {
    notes.push(
      `${unkeyed} hits did not collect ${key}: they are not aligned, unless no hit of their tracepoint did; then its hits are aligned by number.`,
    );
  }
  const hasTimes = lists.some(({ pair }) =>
    pair.left.definition?.commands.some((command) => command.includes(clock)),
  );
  if (hasTimes) notes.push(`${clock} is compared as the time between hits.`);
  return notes;
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return [...names.slice(0, maxNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
