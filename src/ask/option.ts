// An entry of an input as an option of a shell: its words stand beside what a model is told.
import * as v from 'valibot';

/** How an option is typed, where the schema does not say it. */
export interface OptionForm {
  /** What stands for its value; `EXPR,...` where one word may have several. */
  readonly value?: string;
  /** A switch of another name, which stands for one of the choices. */
  readonly switch?: { readonly name: string; readonly choice: string };
}

/** What a shell says of an entry. */
export interface OptionWords extends OptionForm {
  readonly help: () => string;
}

/** A schema whose entry is an option. */
export function option<Schema extends v.GenericSchema>(
  schema: Schema,
  help: () => string,
  form: OptionForm = {},
) {
  return v.pipe(schema, v.metadata({ option: { help, ...form } }));
}

/** The words of an entry; undefined where it is no option. */
export function shellWords(entry: v.GenericSchema): OptionWords | undefined {
  const { option: words } = v.getMetadata(givenSchema(entry));
  return words as OptionWords | undefined;
}

/** What an entry has where it is given. */
export function givenSchema(entry: v.GenericSchema): v.GenericSchema {
  return 'wrapped' in entry ? (entry.wrapped as v.GenericSchema) : entry;
}
