// Frames that have something in common, with their counts, and numbers over them: least, most and
// mean.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { type FrameList, firstFrames } from '../../trace/list/frameList';
import { groupsOf, type FrameGroup, type GroupedBy } from '../../trace/list/groups';
import { valuesOver, type FrameValue } from '../../trace/search/frameValues';
import type { Trace } from '../../trace/trace';
import { meantValue } from '../expressions';
import { matchedFrames } from './frames';
import { condition, described, textSchema, upTo, wholeNumber, publicQuestion } from '../question';
import { passOf, type Run } from '../run';

/** Groups of one answer. */
const maxGroups = 1000;

const groupsInput = v.strictObject({
  by: described(
    v.picklist(['all', 'tracepoint', 'function', 'line', 'value']),
    'What frames of a group have in common; all: one group, for numbers over all frames.',
  ),
  value: v.optional(
    described(textSchema, 'The expression whose values make the groups, for value.'),
  ),
  measure: v.optional(
    described(
      textSchema,
      'An expression whose least, most and mean number is wanted in each group.',
    ),
  ),
  where: v.optional(condition),
  first: v.optional(described(wholeNumber, 'The group to begin with, from 0.'), 0),
  count: v.optional(described(upTo(maxGroups), 'How many groups.'), 50),
});

const group = v.strictObject({
  /** Absent for the frames of which it is not known. */
  label: v.optional(v.string()),
  /** A condition that holds in just these frames. */
  condition: v.optional(v.string()),
  frames: wholeNumber,
  first: wholeNumber,
  last: wholeNumber,
  min: v.optional(v.number()),
  max: v.optional(v.number()),
  mean: v.optional(v.number()),
});

const groupList = v.strictObject({
  total: wholeNumber,
  groups: v.array(group),
  /** Frames of groups that are too many to be kept. */
  others: wholeNumber,
  next: v.optional(wholeNumber),
});

/** `groups`. */
export const groups = publicQuestion({
  name: 'groups',
  title: () => t('Group frames, with statistics'),
  description:
    'Counts frames by tracepoint, function, line or the value of an expression, with the least, most and mean of another expression in each group.',
  input: groupsInput,
  result: groupList,
  answer: async ({ trace }, { by, value, measure, where, first, count }, run) => {
    const { list } = await matchedFrames(trace, where, run);
    const measured = measure === undefined ? undefined : await meantValue(trace, measure, run);
    const found =
      by === 'all'
        ? { groups: await overAll(list, measured, run), others: 0 }
        : await groupsOf(
            trace,
            list,
            await groupedBy(trace, by, value, run),
            measured,
            run.signal,
            passOf(run).onProgress,
          );
    if (!found) throw new RequestFailed('cancelled');
    const end = first + count;
    return {
      total: found.groups.length,
      groups: found.groups.slice(first, end).map(shownGroup),
      others: found.others,
      ...(end < found.groups.length && { next: end }),
    };
  },
});

async function groupedBy(
  trace: Trace,
  by: 'tracepoint' | 'function' | 'line' | 'value',
  value: string | undefined,
  run: Run,
): Promise<GroupedBy> {
  if (by !== 'value') return { kind: by };
  if (value === undefined) throw new RequestFailed(t('Groups by value need a "value" expression.'));
  return { kind: 'value', value: await meantValue(trace, value, run) };
}

/** One group of all frames of a list; none where the list is empty. */
async function overAll(
  list: FrameList,
  measured: FrameValue | undefined,
  { signal, report }: Run,
): Promise<FrameGroup[]> {
  const { count } = list;
  if (count === 0) return [];
  const all: FrameGroup = { frames: count, first: list.frameAt(0), last: list.frameAt(count - 1) };
  if (!measured) return [all];
  let [sum, known] = [0, 0];
  for await (const { first, numbers } of valuesOver(measured, firstFrames(list, count), {
    signal,
  })) {
    for (const number of numbers) {
      if (Number.isNaN(number)) continue;
      sum += number;
      known++;
      all.least = Math.min(all.least ?? number, number);
      all.most = Math.max(all.most ?? number, number);
    }
    report({ done: first + numbers.length, total: count });
  }
  if (known > 0) all.mean = sum / known;
  return [all];
}

function shownGroup({ label, condition: holds, frames, first, last, ...numbers }: FrameGroup) {
  const { least, most, mean } = numbers;
  return {
    ...(label !== undefined && { label }),
    ...(holds !== undefined && { condition: holds }),
    ...{ frames, first, last },
    ...(least !== undefined && { min: least }),
    ...(most !== undefined && { max: most }),
    ...(mean !== undefined && { mean }),
  };
}
