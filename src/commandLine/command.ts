// A command of the command line: its options, its help, and what it is given when it runs.
import { t } from '@vscode/l10n';
import { parseArgs } from 'node:util';
import type { ObjectSchema } from '../ask/question';
import type { Output } from './output';

/** How a command ends. */
export const exitCodes = {
  done: 0,
  /** A check found a frame that breaks a rule. */
  broken: 1,
  /** The command line makes no sense. */
  usage: 2,
  /** A file cannot be read, or a question has no answer. */
  failed: 3,
} as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An option `--name`. */
export interface CommandOption {
  /** What follows it; absent for a switch. */
  readonly value?: string;
  readonly help: () => string;
  readonly multiple?: boolean;
  /** Whether its value is a file. */
  readonly isFile?: boolean;
}

/** Options by name, without the dashes. */
export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** A command. */
export interface CommandLineCommand {
  readonly name: string;
  /** What follows the name: `TRACE EXPR...`. */
  readonly arguments: string;
  /** In one line. */
  readonly summary: () => string;
  /** What it asks, whose input has options. */
  readonly question?: () => Promise<{ readonly input: ObjectSchema }>;
  /** Its options: those of the question among its own. */
  readonly options: (asked: CommandOptions) => CommandOptions;
  readonly examples?: readonly string[];
  run(invocation: Invocation): Promise<ExitCode>;
}

/** The option of an entry: `firstRow`, `first-row`. */
export function optionName(entry: string): string {
  return entry.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What is wrong with the command line. */
export class UsageProblem extends Error {
  constructor(
    sentence: string,
    /** A word that is not among those that are known: one of them may be meant. */
    readonly unknown?: { readonly word: string; readonly known: readonly string[] },
  ) {
    super(sentence);
  }
}

/** A command as it was typed. */
export interface Invocation {
  readonly arguments: readonly string[];
  readonly options: GivenOptions;
  readonly output: Output;
  /** Ends the work. */
  readonly signal: AbortSignal;
}

type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The options that were typed. */
export class GivenOptions {
  constructor(private readonly values: Values) {}

  /** The same with other values of one option. */
  with(name: string, values: readonly string[]): GivenOptions {
    return new GivenOptions({ ...this.values, [name]: [...values] });
  }

  has(name: string): boolean {
    return this.values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  texts(name: string): string[] {
    const value = this.values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** Rows that are written: a person may have more of them than an assistant. */
  get limit(): number {
    return this.number('limit') ?? 1000;
  }

  /** A whole number from 0 on. */
  number(name: string): number | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : readNumber(value, `--${name}`);
  }
}

/** A whole number from 0 on; `what` it is, for the user. */
export function readNumber(value: string, what: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number)) return number;
  throw new UsageProblem(t('{0} must be a whole number, not “{1}”.', what, value));
}

/** Reads what follows a command's name. */
export function readArguments(
  options: CommandOptions,
  words: readonly string[],
): Pick<Invocation, 'arguments' | 'options'> {
  const known = Object.entries(options).map(([name, { value, multiple = false }]) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', multiple } as const,
  ]);
  const { values, positionals, tokens } = parseArgs({
    args: [...words],
    allowPositionals: true,
    // Its own sentences name neither what was meant nor what an option takes.
    strict: false,
    tokens: true,
    options: Object.fromEntries(known) as Record<
      string,
      { type: 'boolean' | 'string'; multiple: boolean }
    >,
  });
  for (const token of tokens) if (token.kind === 'option') checkOption(options, token);
  return { arguments: positionals, options: new GivenOptions(values) };
}

/** An option as it was typed. */
interface TypedOption {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkOption(
  options: CommandOptions,
  { name, rawName, value, inlineValue }: TypedOption,
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (!option) {
    const known = Object.keys(options).map((each) => `--${each}`);
    throw new UsageProblem(t('There is no option {0}.', rawName), { word: rawName, known });
  }
  if (option.value === undefined) {
    if (value !== undefined) throw new UsageProblem(t('{0} takes no value.', rawName));
  } else if (value === undefined || (inlineValue !== true && value.startsWith('--'))) {
    throw new UsageProblem(t('{0} takes a value: {1}.', rawName, option.value));
  } else if (value === '') throw new UsageProblem(t('{0} must not be empty.', rawName));
}

/** The one argument that a command takes; fails with a sentence where it is none or several. */
export function onlyArgument({ arguments: given }: Invocation, otherwise: string): string {
  const [only, ...others] = given;
  if (only === undefined || others.length > 0) throw new UsageProblem(otherwise);
  return only;
}

/** The one trace that a command takes. */
export function onlyTrace(invocation: Invocation): string {
  return onlyArgument(invocation, t('Name one trace.'));
}

/** The two arguments that a command takes. */
export function twoArguments(
  { arguments: given }: Invocation,
  otherwise: string,
): readonly [string, string] {
  const [one, other, ...others] = given;
  if (one === undefined || other === undefined || others.length > 0) {
    throw new UsageProblem(otherwise);
  }
  return [one, other];
}

/** Without what was not given. */
export function definedOnly<T extends object>(given: T): Partial<T> {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Partial<T>;
}
