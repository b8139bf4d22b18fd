// `compare`: what is different in two traces.
import { t } from '@vscode/l10n';
import { comparison } from '../ask/comparison/compare';
import type { ComparedTraces } from '../trace/comparison/comparedTraces';
import { barsText, comparisonCsv, comparisonMarkdown } from '../trace/comparison/comparisonReport';
import { exitCodes, twoArguments, UsageProblem, type Invocation } from './command';
import { withTrace } from './openedTrace';
import { inputOf } from './questionOptions';

/** Values that are listed. */
const maxListed = 20;

/** `compare`. */
export async function compareTwo(invocation: Invocation) {
  const { options, output, signal } = invocation;
  const [left, right] = twoArguments(invocation, t('Name two traces.'));
  const formats = ['json', 'markdown', 'csv'].filter((name) => options.has(name));
  if (formats.length > 1) throw new UsageProblem(t('Give one of --json, --markdown and --csv.'));
  const input = inputOf(comparison.input, options);
  return withTrace(left, invocation, (one) =>
    withTrace(right, ofRightTrace(invocation), async (other) => {
      const run = { signal, report: output.progress };
      const compared = await comparison.answer(one, other, input, run);
      if (options.has('markdown')) await output.text(comparisonMarkdown(compared).trimEnd());
      else if (options.has('csv')) await output.write(comparisonCsv(compared));
      else if (output.isJson) await output.json(compared);
      else await writeText(compared, invocation);
      return exitCodes.done;
    }),
  );
}

/** The right trace has its own program where one is given. */
function ofRightTrace(invocation: Invocation): Invocation {
  const programs = invocation.options.texts('right-program');
  if (programs.length === 0) return invocation;
  return { ...invocation, options: invocation.options.with('program', programs) };
}

async function writeText(compared: ComparedTraces, { output }: Invocation): Promise<void> {
  const { summary, notes, tracepoints, values, intervals, onlyLeft, onlyRight } = compared;
  await output.line(output.emphasis(summary, 'bold'));
  for (const note of notes) await output.reportError(note);
  await output.line('');
  await output.table(
    [
      ...[t('Left'), t('Right')].map((heading) => ({ heading, isNumber: true })),
      ...[{ heading: t('Place') }, { heading: t('Function') }],
      ...[t('Left hits'), t('Right hits'), t('Aligned'), t('Equal')].map((heading) => ({
        ...{ heading, isNumber: true },
      })),
    ],
    tracepoints.map((each) => [
      ...[each.left?.toString() ?? '', each.right?.toString() ?? ''],
      ...[each.place, each.functionName ?? ''],
      ...[each.leftHits, each.rightHits, each.aligned, each.equal].map(String),
    ]),
  );
  const differing = values.filter((each) => each.differing > 0 || each.histogram.distance > 0);
  if (differing.length > 0) {
    await output.line('');
    await output.table(
      [
        { heading: '#', isNumber: true },
        { heading: t('Value') },
        ...[t('Differing'), t('Compared')].map((heading) => ({ heading, isNumber: true })),
        ...[t('First left'), t('First right')].map((heading) => ({ heading, isNumber: true })),
        { heading: t('Values (left/right)') },
      ],
      differing
        .slice(0, maxListed)
        .map((each) => [
          ...[String(each.tracepoint), each.expression],
          ...[String(each.differing), String(each.compared)],
          ...[each.first?.left?.toString() ?? '', each.first?.right?.toString() ?? ''],
          barsText(each.histogram.bars),
        ]),
    );
  }
  const more = differing.length - maxListed;
  if (more > 0) await output.reportError(t('{0} more values differ: see --csv.', more));
  for (const { expression, noise } of differing) {
    if (noise === undefined) continue;
    await output.reportError(
      t("{0} is probably {1}: --exclude '{0}' leaves it out.", expression, noise),
    );
  }
  for (const { tracepoint, place, left, right } of intervals) {
    await output.line(
      t(
        'Between hits of #{0} at {1}: median {2} µs on the left, {3} µs on the right',
        tracepoint,
        place,
        left.median,
        right.median,
      ),
    );
  }
  const { total: ours } = onlyLeft;
  const { total: theirs } = onlyRight;
  if (ours + theirs > 0) {
    await output.line(
      t('Frames that only one trace has: {0} on the left, {1} on the right', ours, theirs),
    );
  }
}
