// What the functions and variables whose names begin with `$` are, in a line, for completion and
// while their arguments are typed. No DOM in here.
import { t } from '../l10n';
import { maxExpression } from './highlight';

/** How a function is called, and what it gives. */
interface FunctionDoc {
  /** `$_streq(one, other)`; of a variable, its name. */
  readonly signature: string;
  readonly doc: string;
}

const functions: ReadonlyMap<string, FunctionDoc> = new Map([
  described(
    '$_changed',
    ['expression'],
    t('1 where the value differs from the one in the nearest earlier frame that has it'),
  ),
  described('$_collected', ['expression'], t('1 where all bytes of the value were collected')),
  described('$_streq', ['one', 'other'], t('1 where two strings are equal')),
  described(
    '$_regex',
    ['string', 'regex'],
    t('1 where a string matches a regular expression from its beginning'),
  ),
  described('$_memeq', ['one', 'other', 'count'], t('1 where so many bytes of memory are equal')),
  described('$_strlen', ['string'], t('The length of a string')),
]);

const variables: ReadonlyMap<string, FunctionDoc> = new Map([
  described('$trace_frame', undefined, t('The number of the frame')),
  described('$tracepoint', undefined, t('The number of the tracepoint')),
  described('$trace_line', undefined, t('The line where the frame was collected')),
  described('$trace_func', undefined, t('The function where the frame was collected')),
  described('$trace_file', undefined, t('The source file where the frame was collected')),
  described('$trace_timestamp', undefined, t('When the frame was collected, in microseconds')),
]);

function described(
  name: string,
  parameters: readonly string[] | undefined,
  doc: string,
): [string, FunctionDoc] {
  return [name, { signature: name + (parameters ? `(${parameters.join(', ')})` : ''), doc }];
}

/** What is known of a name that may be completed. */
export function docOf(name: string): FunctionDoc | undefined {
  return functions.get(name) ?? variables.get(name);
}

/** The function whose arguments are typed at the end of a text. */
export function calledFunction(text: string): FunctionDoc | undefined {
  if (text.length > maxExpression) return undefined;
  const calls: (string | undefined)[] = [];
  for (const [found, name] of text.matchAll(
    /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?:(?<!\w)(\$?\w+))?\(|\)/g,
  )) {
    if (found === ')') calls.pop();
    else if (found.endsWith('(')) calls.push(name);
  }
  const known = calls.filter((name) => name !== undefined && functions.has(name));
  return functions.get(known.at(-1) ?? '');
}
