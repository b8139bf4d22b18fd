// Commands about time between frames: intervals between conditions, transitions of a state.
import { t } from '@vscode/l10n';
import { intervals } from '../ask/time/intervals';
import { transitions } from '../ask/time/transitions';
import type { DurationUnit } from '../trace/intervals/intervals';
import type { IntervalLengths } from '../trace/intervals/sortedLengths';
import { twoArguments, UsageProblem, type Invocation } from './command';
import { writeAnswer } from './writtenAnswer';

/** Unpaired frames and pairs that were never seen, on the screen. */
const maxListed = 20;

const unitText = (unit: DurationUnit): string => (unit === 'time' ? 'µs' : t('frames'));

/** `intervals`. */
export async function intervalsBetweenConditions(invocation: Invocation) {
  const { options, output } = invocation;
  const begin = options.text('begin');
  if (begin === undefined) throw new UsageProblem(t('Give --begin CONDITION.'));
  const input = { end: options.text('end') ?? begin };
  const key = options.text('key');
  return writeAnswer(intervals, invocation, { input }, async (found) => {
    if (output.isJson) return output.json(found);
    const { total, unpaired, durations, unit, notes } = found;
    const alone = [
      t('{0} begins without an end', unpaired.begins),
      t('{0} ends without a begin', unpaired.ends),
    ];
    await output.line(output.emphasis(t('{0} intervals; {1}', total, alone.join(', ')), 'bold'));
    if (durations) await output.line(statisticsText(durations, unit));
    const headings = [t('Begin'), t('End'), t('Depth'), t('Duration ({0})', unitText(unit))];
    await output.table(
      [
        ...headings.map((heading) => ({ heading, isNumber: true })),
        ...(key === undefined ? [] : [{ heading: key }]),
      ],
      found.intervals.map((each) => [
        ...[each.begin, each.end, each.depth].map(String),
        ...[each.duration?.toString() ?? '', ...(each.key === undefined ? [] : [each.key])],
      ]),
    );
    const listed = unpaired.frames.slice(0, maxListed);
    for (const { frame, side, reason } of listed) {
      await output.line(
        side === 'begin'
          ? t('begin in frame {0}: {1}', frame, reason)
          : t('end in frame {0}: {1}', frame, reason),
      );
    }
    const others = unpaired.begins + unpaired.ends - listed.length;
    if (others > 0)
      await output.reportError(
        others === 1
          ? t('1 more frame is unpaired: see --json.')
          : t('{0} more frames are unpaired: see --json.', others),
      );
    for (const note of notes) await output.reportError(note);
    const more = total - found.intervals.length;
    if (more > 0) await output.reportError(t('{0} more intervals: see --limit.', more));
  });
}

/** `transitions`. */
export async function transitionsOfState(invocation: Invocation) {
  const { output } = invocation;
  const [trace, expression] = twoArguments(invocation, t('Name a trace and an expression.'));
  return writeAnswer(transitions, invocation, { trace, input: { expression } }, async (found) => {
    if (output.isJson) return output.json(found);
    const { neverSeen, unit } = found;
    const numbers = [
      t('Count'),
      t({
        message: 'Over gaps',
        comment: ['how many transitions have frames between that did not collect the value'],
      }),
      t('First'),
      t('Min'),
      t('Mean'),
      t('Median'),
      'p95',
      'p99',
      t('Max'),
    ];
    await output.table(
      [
        ...[{ heading: t('From') }, { heading: t('To') }],
        ...numbers.map((heading) => ({ heading, isNumber: true })),
      ],
      found.transitions.map(({ from, to, count, overGaps, first, durations }) => [
        ...[from, to, ...[count, overGaps, first].map(String)],
        ...(durations ? lengthTexts(durations) : []),
      ]),
    );
    await output.line(
      t(
        'Min to max: {0} from the first frame of a state to that of the next. {1} frames did not collect it.',
        unitText(unit),
        found.gaps,
      ),
    );
    const pairs = neverSeen?.pairs.slice(0, maxListed) ?? [];
    for (const { from, to } of pairs) await output.line(t('Never seen: {0} to {1}', from, to));
    const unseen = (neverSeen?.total ?? 0) - pairs.length;
    if (unseen > 0) await output.reportError(t('{0} more were never seen: see --json.', unseen));
    for (const note of found.notes) await output.reportError(note);
    const more = found.total - found.transitions.length;
    if (more > 0) await output.reportError(t('{0} more transitions: see --limit.', more));
  });
}

function statisticsText(lengths: IntervalLengths, unit: DurationUnit): string {
  const [min, mean, median, p95, p99, max] = lengthTexts(lengths);
  return t(
    'min {0}, mean {1}, median {2}, p95 {3}, p99 {4}, max {5} {6}',
    ...[min, mean, median, p95, p99, max, unitText(unit)],
  );
}

/** Whole numbers but for the mean. */
function lengthTexts({ min, mean, median, p95, p99, max }: IntervalLengths) {
  return [min, Number(mean.toFixed(1)), median, p95, p99, max].map(String) as [
    ...[string, string, string, string, string, string],
  ];
}
