// What the page that compares two traces and its host tell each other besides the page's questions
// (src/ask/comparison).
import * as v from 'valibot';

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const side = v.picklist(['left', 'right']);
export type Side = v.InferOutput<typeof side>;

const comparedFiles = v.strictObject({ left: v.string(), right: v.string() });
/** The URIs of the files that a page compares. */
export type ComparedFiles = v.InferOutput<typeof comparedFiles>;

/** What the host reads of a page's state, to show it again in another window. */
export const comparisonState = v.object({ files: comparedFiles });

/** What a comparison is exported as. */
const format = v.picklist(['markdown', 'csv', 'json']);
export type ComparisonFormat = v.InferOutput<typeof format>;

/** What the user does on the page. */
export const comparisonAct = v.variant('type', [
  /** Goes to a frame of each trace, or of one. */
  v.strictObject({
    type: v.literal('goTo'),
    left: v.exactOptional(number),
    right: v.exactOptional(number),
  }),
  v.strictObject({ type: v.literal('openTrace'), side }),
  /** Asks for the program of a trace that has none. */
  v.strictObject({ type: v.literal('chooseProgram'), side }),
  /** Saves what the view of this number compared. */
  v.strictObject({ type: v.literal('export'), view: number, format }),
]);
export type ComparisonAct = v.InferOutput<typeof comparisonAct>;

/** What the host tells the page. */
export type ComparisonEvent =
  /** The names of the files, and their URIs. `view`: they were compared before. */
  | {
      readonly type: 'traces';
      readonly left: string;
      readonly right: string;
      readonly files: ComparedFiles;
      readonly view?: number;
    }
  /** The user chose another program: the traces are to be compared again. */
  | { readonly type: 'programChosen' }
  /** A trace or its program has changed since. `why`: what happened to a file, in a sentence. */
  | { readonly type: 'changed'; readonly why?: string };
