// Log messages of breakpoints: text with expressions in braces, which may end in a format as in the
// watch view: `{n,x}`.
import { resultText } from '../../expressions/format';
import { evaluationContext, evaluate } from '../../trace/expressions';
import type { Trace } from '../../trace/trace';

/** A brace that closes further away, in characters, is not looked for. */
const maxExpressionLength = 1000;

/** A piece of a message: text as it is, or an expression to evaluate. */
export type LogPart = { readonly text: string } | { readonly expression: string };

/**
 * Reads a message. A backslash before a brace takes its meaning away; a brace without its other is
 * text.
 */
export function readLogMessage(message: string): LogPart[] {
  const parts: LogPart[] = [];
  let text = '';
  for (let at = 0; at < message.length; at++) {
    const end = message[at] === '{' ? closingBrace(message, at) : -1;
    if (message[at] === '\\' && /[{}\\]/.test(message[at + 1] ?? '')) {
      text += message[++at] ?? '';
    } else if (end < 0) {
      text += message[at] ?? '';
    } else {
      if (text !== '') parts.push({ text });
      text = '';
      parts.push({ expression: message.slice(at + 1, end) });
      at = end;
    }
  }
  return text === '' ? parts : [...parts, { text }];
}

/** The message in a frame; what cannot be evaluated there is said in its place. */
export async function logText(
  parts: readonly LogPart[],
  trace: Trace,
  frame: number,
): Promise<string> {
  const { frames } = await trace.callStack(frame);
  const context = await evaluationContext(trace, frame, frames[0]);
  let text = '';
  for (const part of parts) {
    if ('text' in part) {
      text += part.text;
      continue;
    }
    const evaluated = await evaluate(part.expression, 'watch', context);
    const written =
      'problem' in evaluated
        ? evaluated
        : await resultText(evaluated.value, {
            prettyPrint: !evaluated.raw,
            format: evaluated.format,
          });
    text += 'problem' in written ? `<${written.problem}>` : written.text;
  }
  return text;
}

/**
 * Where the brace that opens at an offset closes; braces inside quotes do not count. -1 where it
 * does not.
 */
function closingBrace(message: string, open: number): number {
  let depth = 0;
  let quote: string | undefined;
  const end = Math.min(message.length, open + maxExpressionLength);
  for (let at = open; at < end; at++) {
    const character = message[at] ?? '';
    if (quote !== undefined) {
      if (character === '\\') at++;
      else if (character === quote) quote = undefined;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at;
  }
  return -1;
}
