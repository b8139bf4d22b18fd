// What keeps two traces from being compared, and what of them is compared nevertheless: a sentence
// for each.
import { t } from '@vscode/l10n';
import { clock } from '../overview/frameTimes';
import type { Trace } from '../trace';
import { fileChanged } from '../traceReloader';
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
      t(
        'The traces are of different architectures ({0}, {1}): registers and memory are not compared, values are.',
        one,
        other,
      ),
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
  const errors = diagnostics.filter(
    ({ severity, code }) => severity === 'error' && code !== fileChanged,
  ).length;
  const notes: string[] = [];
  // Nothing is wrong with the contents where the file is gone.
  for (const { code, message } of diagnostics) {
    if (code === fileChanged) notes.push(t('{0} Compare again once the file is whole.', message));
  }
  if (index.count === 0)
    notes.push(t('{0} has no frames: only its tracepoints are compared.', name));
  if (errors > 0) {
    notes.push(
      t(
        '{0} is damaged ({1}): the frames that can be read are compared. See its problems.',
        name,
        errors === 1 ? t('1 error') : t('{0} errors', errors),
      ),
    );
  }
  if (description.status?.running) {
    notes.push(
      t('{0} was saved during its run: later hits are missing. Compare again when it ended.', name),
    );
  }
  const { framesCreated = 0, framesInBuffer = 0 } = description.status ?? {};
  if (framesCreated > framesInBuffer) {
    notes.push(
      t(
        'The buffer of {0} wrapped: its oldest {1} frames are gone, so that hits are counted from a later one. Align by a key instead.',
        name,
        framesCreated - framesInBuffer,
      ),
    );
  }
  if (modules.current.loaded.length === 0) {
    notes.push(
      t(
        '{0} has no program with known addresses: its variables are not compared. Choose its program, or compare registers and memory.',
        name,
      ),
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
    notes.push(t('Tracepoints that only one trace has: {0}.', listed(names)));
  }
  for (const { pair, isCut, unknown } of lists) {
    const at = `#${pair.left.number} at ${tracepointPlace(pair.left)}`;
    if (unknown.length > 0) notes.push(t('Not known at {0}: {1}.', at, listed(unknown)));
    if (isCut)
      notes.push(t('Only the first values of {0} are compared: it collected too many.', at));
  }
  if (key !== undefined && unkeyed > 0) {
    notes.push(
      t(
        '{0} hits did not collect {1}: they are not aligned, unless no hit of their tracepoint did; then its hits are aligned by number.',
        unkeyed,
        key,
      ),
    );
  }
  const hasTimes = lists.some(({ pair }) =>
    pair.left.definition?.commands.some((command) => command.includes(clock)),
  );
  if (hasTimes) notes.push(t('{0} is compared as the time between hits.', clock));
  return notes;
}

function listed(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return [...names.slice(0, maxNamed), ...(more > 0 ? [t('{0} more', more)] : [])].join(', ');
}
