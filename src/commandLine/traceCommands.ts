// Commands about a trace as a whole: what it holds, and what is wrong with it.
import { t } from '@vscode/l10n';
import { describe } from '../ask/trace/describe';
import { problems } from '../ask/trace/problems';
import type { Invocation } from './command';
import { padded } from './terminalColumns';
import { writeAnswer } from './writtenAnswer';

/** `info`. */
export async function info(invocation: Invocation) {
  const { output } = invocation;
  return writeAnswer(describe, invocation, {}, async (known) => {
    if (output.isJson) return output.json(known);
    const { program, tracepoints, variables, counts } = known;
    const facts: [string, string | undefined][] = [
      [t('Trace'), known.name],
      [t('Frames'), String(known.frames)],
      [t({ message: 'Ended', comment: ['why and when the trace run ended'] }), known.ended],
      [t('Run time'), known.runTime],
      [t('Machine'), known.architecture],
      [t('Program'), program.explanation],
      ...known.furtherPrograms.map(({ explanation }): [string, string] => ['', explanation]),
      [t('Variables'), variables.map(({ name }) => `$${name}`).join(', ')],
      [t('Problems'), counts.problems === 0 ? undefined : t('{0} (see problems)', counts.problems)],
    ];
    for (const [label, text] of facts) {
      if (text !== undefined && text !== '') await output.line(`${padded(label, 11)}${text}`);
    }
    if (tracepoints.length === 0) return;
    await output.line('');
    const columns = [
      { heading: t('Tracepoint'), isNumber: true },
      { heading: t('Frames'), isNumber: true },
      { heading: t('Function') },
      { heading: t('Place') },
      { heading: t('Condition') },
    ];
    const rows = tracepoints.map(({ number, frames, at = '', locations: [first], condition }) => [
      String(number),
      String(frames),
      first?.function ?? '',
      first?.file === undefined ? at : `${first.file}:${first.line ?? ''}`,
      condition ?? '',
    ]);
    await output.table(columns, rows);
  });
}

/** `problems`. */
export async function problemsOf(invocation: Invocation) {
  const { output } = invocation;
  return writeAnswer(problems, invocation, {}, async (found) => {
    for (const problem of found.problems) {
      const { severity, message, offset, frame } = problem;
      const at = frame === undefined ? offset : t('frame {0}', frame);
      if (output.isJson) await output.json(problem);
      else await output.line(`${severity}: ${message}${at === undefined ? '' : ` (${at})`}`);
    }
    if (!output.isJson && found.total === 0) await output.line(t('The file is sound.'));
  });
}
