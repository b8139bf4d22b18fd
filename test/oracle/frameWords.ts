// What gdb said in stack frames of a trace: a file of `=== FRAME LEVEL` with `--- QUESTION` below,
// as data/implicit/ask.py and data/registerFormats/record.py write it.
import { readFileSync } from 'node:fs';
import { argumentsOf, localsOf, variableLine } from '../../src/values/frameVariables';
import type { ValueContext } from '../../src/values/value';

/** What gdb said in one stack frame. */
export interface SaidInFrame {
  readonly frame: number;
  readonly level: number;
  readonly question: string;
  readonly answer: string;
}

/** All that a file has. */
export function saidInFrames(file: string): SaidInFrame[] {
  return readFileSync(file, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .flatMap((section) => {
      const [head = '', ...answers] = section.split(/^--- /m);
      const [frame = 0, level = 0] = head.split(' ').map(Number);
      return answers.map((each) => {
        const [question = '', ...lines] = each.trimEnd().split('\n');
        return { frame, level, question, answer: lines.join('\n').replace(/^\$\d+ = /, '') };
      });
    });
}

/** Our answer to `info locals` or `info args`. */
export async function variableLines(question: string, context: ValueContext): Promise<string> {
  const scope = context.frame?.scope;
  if (!scope) return '';
  const variables = question === 'info locals' ? localsOf(scope) : argumentsOf(scope);
  const own: string[] = [];
  for (const each of variables) own.push(await variableLine(each, context, {}));
  if (own.length === 0) own.push(question === 'info locals' ? 'No locals.' : 'No arguments.');
  return own.join('\n');
}
