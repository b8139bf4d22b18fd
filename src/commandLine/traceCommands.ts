// Commands about a trace as a whole: what it holds, and what is wrong with it.
import { describe, problems } from '../questions/describe';
import { exitCodes, onlyArgument, type Invocation } from './command';
import { withTrace } from './openedTrace';

/** `info`. */
export async function info(invocation: Invocation) {
  const { output } = invocation;
  await withTrace(onlyArgument(invocation, 'trace'), invocation, async (asked) => {
    const known = await describe.answer(asked, {}, {});
    if (output.isJson) return output.json(known);
    const { program, tracepoints, variables, counts } = known;
    const facts: [string, string | undefined][] = [
      ['Trace', known.name],
      ['Frames', String(known.frames)],
      ['Ended', known.ended],
      ['Run time', known.runTime],
      ['Machine', known.architecture],
      ['Program', program.explanation],
      ...known.furtherPrograms.map(({ explanation }): [string, string] => ['', explanation]),
      ['Variables', variables.map(({ name }) => `$${name}`).join(', ')],
      ['Problems', counts.problems === 0 ? undefined : `${counts.problems} (see problems)`],
    ];
    for (const [label, text] of facts) {
      if (text !== undefined && text !== '') await output.line(`${label.padEnd(11)}${text}`);
    }
    if (tracepoints.length === 0) return;
    await output.line('');
    const columns = [
      { heading: 'Tracepoint', isNumber: true },
      { heading: 'Frames', isNumber: true },
      { heading: 'Function' },
      { heading: 'Place' },
      { heading: 'Condition' },
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
  return exitCodes.done;
}

/** `problems`. */
export async function problemsOf(invocation: Invocation) {
  const { output } = invocation;
  await withTrace(onlyArgument(invocation, 'trace'), invocation, async (asked) => {
    const found = await problems.answer(asked, {}, {});
    for (const problem of found.problems) {
      const { severity, message, offset, frame } = problem;
      const at = frame === undefined ? offset : `frame ${frame}`;
      if (output.isJson) await output.json(problem);
      else await output.line(`${severity}: ${message}${at === undefined ? '' : ` (${at})`}`);
    }
    if (!output.isJson && found.total === 0) await output.line('The file is sound.');
  });
  return exitCodes.done;
}
