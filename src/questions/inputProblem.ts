// What is wrong with the input of a question: apart from the schemas, so that the command line
// says it without loading them.
import { RequestFailed } from '../adapter/requestFailed';

/** What is wrong with the input of a question; a face may call the part by its own name. */
export class InputProblem extends RequestFailed {
  constructor(
    /** The dotted name of the part; undefined for the input as a whole. */
    readonly part: string | undefined,
    /** The rest of a sentence that begins with the part. */
    readonly fault: string,
  ) {
    super(`${part === undefined ? 'The input' : `"${part}"`} ${fault}.`);
  }
}
