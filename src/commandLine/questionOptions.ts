// The entries of a question's input as options of a command: their names, what stands for their
// values, and what was typed for them.
import type * as v from 'valibot';
import { givenSchema, shellWords, type OptionForm, type OptionWords } from '../ask/option';
import { checkedInput, type ObjectSchema } from '../ask/question';
import { definedOnly, optionName, type CommandOptions, type GivenOptions } from './command';

/** How values of a kind are typed. */
interface Kind {
  /** What stands for one; absent for a switch. */
  readonly value?: string;
  readonly multiple?: boolean;
  /** What was typed; undefined for nothing. */
  readonly read: (options: GivenOptions, name: string, form: OptionForm) => unknown;
}

const text: Kind['read'] = (options, name) => options.text(name);

/** The kinds of schemas that options are made of, by valibot's names. */
const kinds: Readonly<Record<string, Kind>> = {
  boolean: { read: (options, name) => options.has(name) || undefined },
  number: { value: 'N', read: (options, name) => options.number(name) },
  string: { value: 'EXPR', read: text },
  picklist: { value: 'WHAT', read: text },
  array: { value: 'EXPR', multiple: true, read: readList },
  strict_object: { value: 'EXPR', read: readOrder },
};

/** The kind of a switch that stands for a choice. */
const choice: Kind = {
  read: (options, name, form) => (options.has(name) ? form.switch?.choice : undefined),
};

/** An entry that is an option. */
interface OptionEntry {
  readonly entry: string;
  /** Of the option. */
  readonly name: string;
  readonly words: OptionWords;
  readonly kind: Kind;
}

function optionEntries({ entries }: ObjectSchema): OptionEntry[] {
  const all = Object.entries(entries) as [string, v.GenericSchema][];
  return all.flatMap(([entry, schema]) => {
    const words = shellWords(schema);
    if (!words) return [];
    const { type } = givenSchema(schema);
    const kind = words.switch ? choice : kinds[type];
    if (!kind) throw new Error(`No option is known for ${type}.`);
    return [{ entry, name: words.switch?.name ?? optionName(entry), words, kind }];
  });
}

/** The options that a question has. */
export function optionsOf(schema: ObjectSchema): CommandOptions {
  const options = optionEntries(schema).map(({ name, words, kind: { value, multiple } }) => [
    name,
    { ...definedOnly({ value: words.value ?? value, multiple }), help: words.help },
  ]);
  return Object.fromEntries(options) as CommandOptions;
}

/** What the options that were typed say of a question's input. */
export function typedInput<Schema extends ObjectSchema>(
  schema: Schema,
  options: GivenOptions,
): Partial<v.InferOutput<Schema>> {
  const typed = optionEntries(schema).map(({ entry, name, words, kind }) => [
    entry,
    kind.read(options, name, words),
  ]);
  return definedOnly(Object.fromEntries(typed) as Partial<v.InferOutput<Schema>>);
}

/** The same with what a command says itself; fails for what the question does not take. */
export function inputOf<Schema extends ObjectSchema>(
  schema: Schema,
  options: GivenOptions,
  own: object = {},
): v.InferOutput<Schema> {
  return checkedInput(schema, { ...typedInput(schema, options), ...definedOnly(own) });
}

/** What was typed, one by one. */
function readList(
  options: GivenOptions,
  name: string,
  { value }: OptionForm,
): readonly string[] | undefined {
  const typed = options.texts(name);
  const all = value?.endsWith(',...') === true ? typed.flatMap(splitList) : typed;
  return all.length > 0 ? all : undefined;
}

/** `-EXPR`: the largest first. */
function readOrder(options: GivenOptions, name: string): object | undefined {
  const typed = options.text(name);
  if (typed === undefined) return undefined;
  return { by: typed.replace(/^-/, ''), descending: typed.startsWith('-') };
}

/** `a, f(b, c)`: commas inside of brackets part nothing. */
function splitList(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const character = text[i] ?? ',';
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (character === ',' && (depth <= 0 || i === text.length)) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return parts.filter((part) => part !== '');
}
