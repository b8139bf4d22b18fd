// What is wrong with an expression: gdb's words, and where it can be said, the place.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';

/** Why an expression has no value. */
export interface Problem {
  /** gdb's text where gdb has one. */
  readonly problem: string;
  /** From 1, in UTF-16 units; absent for the whole expression. */
  readonly column?: number;
}

/** A problem that has a place. */
export type SyntaxProblem = Required<Problem>;

/** A problem at an offset in the expression. */
export function problemAt(text: string, at: number): SyntaxProblem {
  return { problem: shortened(text), column: at + 1 };
}

/** Characters of a message from its beginning and from its end that are shown at most. */
const shown = { first: 300, last: 100 } as const;

/** A message without the middle of what it repeats of the expression. */
function shortened(message: string): string {
  const { first, last } = shown;
  if (message.length <= first + last) return message;
  return `${message.slice(0, first)}…${message.slice(-last)}`;
}

/** Ends an evaluation; caught where the expression was handed in. */
export class Failure extends RequestFailed {
  /** `at`: offset in the expression. */
  constructor(
    message: string,
    readonly at?: number,
  ) {
    super(shortened(message));
  }

  /** The failure as data. */
  get asProblem(): Problem {
    const { message, at } = this;
    return at === undefined ? { problem: message } : problemAt(message, at);
  }
}

/** gdb's word for a value that the frame did not collect. */
export const notAvailable = 'value is not available';

/** gdb's word for a value that the compiler did not keep. */
export const optimizedOut = 'value has been optimized out';

/** gdb's words for a value that is not a number. */
export const notInteger = "Value can't be converted to integer.";

/** gdb's words for what needs memory to put a value into. */
export const needsTarget = 'evaluation of this expression requires the target program to be active';

/** gdb's words where no program could run. */
export const cannotCall = "You can't do that without a process to debug.";

/** Frames are records. */
export const cannotAssign = () => t('A trace is read-only: nothing can be assigned.');

/** The result, or an exception. */
export function required<T extends object>(result: T | { readonly problem: string }): T {
  if ('problem' in result) throw new Failure(result.problem);
  return result;
}

/** gdb's words for an assignment to anything but a variable. */
export const notAssignable = 'Left operand of assignment is not a modifiable lvalue.';
