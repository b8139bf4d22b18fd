// Commands about time between frames: intervals between conditions, transitions of a state.
import { intervals } from '../questions/intervals';
import { checkedInput } from '../questions/question';
import { transitions } from '../questions/transitions';
import type { DurationUnit } from '../trace/intervals/intervals';
import type { IntervalLengths } from '../trace/intervals/sortedLengths';
import { definedOnly, exitCodes, onlyArgument, UsageProblem, type Invocation } from './command';
import { withTrace } from './openedTrace';

/** Unpaired frames and pairs that were never seen, on the screen. */
const maxListed = 20;

const units: Readonly<Record<DurationUnit, string>> = { time: 'µs', frames: 'frames' };

/** `intervals`. */
export async function intervalsBetweenConditions(invocation: Invocation) {
  const { options, output, signal } = invocation;
  const [begin, end] = [options.text('begin'), options.text('end')];
  if (begin === undefined) throw new UsageProblem('Give --begin CONDITION.');
  const order = options.text('sort');
  const descending = order?.startsWith('-') === true;
  const input = checkedInput(intervals.input, {
    begin,
    end: end ?? begin,
    ...definedOnly({
      key: options.text('key'),
      unit: options.text('unit'),
      sort: order === undefined ? undefined : { by: order.replace(/^-/, ''), descending },
    }),
  });
  const { limit: count } = options;
  await withTrace(onlyArgument(invocation, 'trace'), invocation, async (asked) => {
    const asking = { signal, onProgress: output.progress };
    const found = await intervals.answer(asked, { ...input, count }, asking);
    if (output.isJson) return output.json(found);
    const { total, unpaired, durations, unit, notes } = found;
    const alone = [
      `${unpaired.begins} begins without an end`,
      `${unpaired.ends} ends without a begin`,
    ];
    await output.line(output.emphasis(`${total} intervals; ${alone.join(', ')}`, 'bold'));
    if (durations) await output.line(statisticsText(durations, unit));
    const headings = ['Begin', 'End', 'Depth', `Duration (${units[unit]})`];
    await output.table(
      [
        ...headings.map((heading) => ({ heading, isNumber: true })),
        ...(input.key === undefined ? [] : [{ heading: input.key }]),
      ],
      found.intervals.map((each) => [
        ...[each.begin, each.end, each.depth].map(String),
        ...[each.duration?.toString() ?? '', ...(each.key === undefined ? [] : [each.key])],
      ]),
    );
    const listed = unpaired.frames.slice(0, maxListed);
    for (const { frame, side, reason } of listed) {
      await output.line(`${side} in frame ${frame}: ${reason}`);
    }
    const others = unpaired.begins + unpaired.ends - listed.length;
    const frames = others === 1 ? 'frame is' : 'frames are';
    if (others > 0) await output.reportError(`${others} more ${frames} unpaired: see --json.`);
    for (const note of notes) await output.reportError(note);
    const more = total - found.intervals.length;
    if (more > 0) await output.reportError(`${more} more intervals: see --limit.`);
  });
  return exitCodes.done;
}

/** `transitions`. */
export async function transitionsOfState(invocation: Invocation) {
  const { options, output, signal } = invocation;
  const [trace, expression, ...others] = invocation.arguments;
  if (trace === undefined || expression === undefined || others.length > 0) {
    throw new UsageProblem('Name a trace and an expression.');
  }
  const input = checkedInput(
    transitions.input,
    definedOnly({
      expression,
      key: options.text('key'),
      where: options.text('where'),
      unit: options.text('unit'),
    }),
  );
  const { limit: count } = options;
  await withTrace(trace, invocation, async (asked) => {
    const asking = { signal, onProgress: output.progress };
    const found = await transitions.answer(asked, { ...input, count }, asking);
    if (output.isJson) return output.json(found);
    const { neverSeen, unit } = found;
    const numbers = ['Count', 'Over gaps', 'First', 'Min', 'Mean', 'Median', 'p95', 'p99', 'Max'];
    await output.table(
      [
        ...[{ heading: 'From' }, { heading: 'To' }],
        ...numbers.map((heading) => ({ heading, isNumber: true })),
      ],
      found.transitions.map(({ from, to, count, overGaps, first, durations }) => [
        ...[from, to, ...[count, overGaps, first].map(String)],
        ...(durations ? lengthTexts(durations) : []),
      ]),
    );
    await output.line(
      `Min to max: ${units[unit]} from the first frame of a state to that of the next. ${found.gaps} frames did not collect it.`,
    );
    const pairs = neverSeen?.pairs.slice(0, maxListed) ?? [];
    for (const { from, to } of pairs) await output.line(`Never seen: ${from} to ${to}`);
    const unseen = (neverSeen?.total ?? 0) - pairs.length;
    if (unseen > 0) await output.reportError(`${unseen} more were never seen: see --json.`);
    for (const note of found.notes) await output.reportError(note);
    const more = found.total - found.transitions.length;
    if (more > 0) await output.reportError(`${more} more transitions: see --limit.`);
  });
  return exitCodes.done;
}

function statisticsText(lengths: IntervalLengths, unit: DurationUnit): string {
  const [min, mean, median, p95, p99, max] = lengthTexts(lengths);
  return `min ${min}, mean ${mean}, median ${median}, p95 ${p95}, p99 ${p99}, max ${max} ${units[unit]}`;
}

/** Whole numbers but for the mean. */
function lengthTexts({ min, mean, median, p95, p99, max }: IntervalLengths) {
  return [min, Number(mean.toFixed(1)), median, p95, p99, max].map(String) as [
    ...[string, string, string, string, string, string],
  ];
}
