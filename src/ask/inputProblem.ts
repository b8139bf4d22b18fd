// What is wrong with the input of a question: apart from the schemas, so that the command line
// says it without loading them.
import { t } from '@vscode/l10n';
import { RequestFailed } from '../bytes/requestFailed';

/** What is wrong with the input of a question; a face may call the part by its own name. */
export class InputProblem extends RequestFailed {
  constructor(
    /** The dotted name of the part; undefined for the input as a whole. */
    readonly part: string | undefined,
    /** The rest of a sentence that begins with the part. */
    readonly fault: string,
  ) {
    super(
      part === undefined
        ? t({
            message: 'The input {0}.',
            args: [fault],
            comment: ['{0}: what is wrong with it, such as “must be an object”'],
          })
        : t({
            message: '"{0}" {1}.',
            args: [part, fault],
            comment: ['{0}: an input; {1}: what is wrong with it, such as “must be a number”'],
          }),
    );
  }
}
