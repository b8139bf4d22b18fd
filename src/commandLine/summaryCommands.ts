// Commands that sum frames up: by what they have in common, and by the place in the source.
import { t } from '@vscode/l10n';
import { groups } from '../ask/table/groups';
import { sourceOfPlace } from '../ask/trace/source';
import { UsageProblem, type Invocation } from './command';
import { writeAnswer } from './writtenAnswer';

/** `groups`. */
export async function groupsOfFrames(invocation: Invocation) {
  const { options, output } = invocation;
  const usual = options.text('value') === undefined ? 'tracepoint' : 'value';
  const input = { by: options.text('by') ?? usual };
  const measure = options.text('measure');
  return writeAnswer(groups, invocation, { input }, async (found) => {
    if (output.isJson) {
      for (const group of found.groups) await output.json(group);
      return;
    }
    const numbers = [
      t('Frames'),
      t('First'),
      t('Last'),
      ...(measure === undefined ? [] : [t('Min'), t('Max'), t('Mean')]),
    ];
    await output.table(
      [{ heading: t('Group') }, ...numbers.map((heading) => ({ heading, isNumber: true }))],
      found.groups.map(({ label, frames, first, last, min, max, mean }) => [
        label ?? t('(not known)'),
        ...[frames, first, last].map(String),
        ...(measure === undefined ? [] : [min, max, mean].map((each) => each?.toString() ?? '')),
      ]),
    );
    const more = found.total - found.groups.length;
    if (more > 0) await output.reportError(t('{0} more groups: see --limit.', more));
  });
}

/** `source`. */
export async function sourceOf(invocation: Invocation) {
  const { output } = invocation;
  const [trace, place, ...others] = invocation.arguments;
  if (trace === undefined || others.length > 0)
    throw new UsageProblem(t('Name a trace and a place.'));
  return writeAnswer(sourceOfPlace, invocation, { trace, input: { place } }, async (found) => {
    if (output.isJson) return output.json(found);
    const { file, line, text, note } = found;
    const where = file === undefined ? found.address : `${file}:${line ?? ''}`;
    const name = found.function ?? '??';
    await output.line(
      found.first === undefined
        ? t('{0} at {1}: {2} frames', name, where, found.frames)
        : t(
            '{0} at {1}: {2} frames, {3} to {4}',
            name,
            where,
            found.frames,
            found.first,
            found.last ?? '',
          ),
    );
    for (const each of text) {
      const mark = each.line === line ? '→' : ' ';
      await output.line(`${mark} ${String(each.line).padStart(5)}  ${each.text}`);
    }
    if (note !== undefined) await output.reportError(note);
  });
}
