// Frames that have something in common, with their counts, and numbers over them: least, most and
// mean.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../../bytes/requestFailed';
import { groupsOf, type FrameGroup } from '../../trace/list/groups';
import { meantValue } from '../expressions';
import { option } from '../option';
import { matchedFrames } from './frames';
import { condition, described, textSchema, upTo, wholeNumber, publicQuestion } from '../question';
import { passOf } from '../run';
import { TableColumns } from './tableColumns';
import type { CommonTo } from './tableMessages';

/** Groups of one answer. */
const maxGroups = 1000;

const groupsInput = v.strictObject({
  by: option(
    described(
      v.picklist(['all', 'tracepoint', 'function', 'line', 'value']),
      'What frames of a group have in common; all: one group, for numbers over all frames.',
    ),
    () => t('all, tracepoint, function, line, or value'),
  ),
  value: v.optional(
    option(described(textSchema, 'The expression whose values make the groups, for value.'), () =>
      t('Group by the value of this'),
    ),
  ),
  measure: v.optional(
    option(
      described(
        textSchema,
        'An expression whose least, most and mean number is wanted in each group.',
      ),
      () => t('Min, max and mean of this in each group'),
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
    const meant = new TableColumns(trace, (text) => meantValue(trace, text, run));
    const groupedBy = by === 'all' ? { kind: by } : await meant.groupedBy(commonTo(by, value));
    const { signal, onProgress } = passOf(run);
    const found = await groupsOf(trace, list, groupedBy, measured, signal, onProgress);
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

function commonTo(
  by: 'tracepoint' | 'function' | 'line' | 'value',
  value: string | undefined,
): CommonTo {
  if (by !== 'value') return { kind: by };
  if (value === undefined) throw new RequestFailed(t('Groups by value need a "value" expression.'));
  return { kind: 'value', text: value };
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
