// A question: what is asked for, what comes back and what is reported meanwhile, each as a schema,
// and how it is answered. Pages, the command line and assistants ask the same questions.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { RequestFailed } from '../bytes/requestFailed';
import type { AskedTrace } from './askedTrace';
import { InputProblem } from './inputProblem';
import { option } from './option';
import type { Immutable } from '../wire/contract';
import type { QuestionRun } from './run';

/** Characters of an answer that nobody cuts. */
const maxAnswerText = 1 << 26;

/** How much room an answer has for texts: of a value, a program may make a million characters. */
export class TextRoom {
  private used = 0;

  constructor(private readonly run: QuestionRun) {}

  /** True once the answer is to end. */
  isFull(): boolean {
    return this.used > (this.run.room ?? Infinity);
  }

  /** Fails with a sentence where nobody would cut the answer. */
  take(text: string): void {
    this.used += text.length;
    if (this.run.room !== undefined || this.used <= maxAnswerText) return;
    throw new RequestFailed(t('The answer is too long: ask for less at a time.'));
  }
}

/** How far most questions have come. */
const stepsSchema = v.strictObject({ done: v.number(), total: v.number() });

/** A question with its schemas; `On` is what it is asked of. */
export interface Question<
  On,
  Input extends v.GenericSchema,
  Result extends v.GenericSchema,
  Progress extends v.GenericSchema,
> {
  readonly input: Input;
  readonly result: Result;
  /** What is reported while it is answered. */
  readonly progress: Progress;
  /** Fails with {@link RequestFailed} where there is no answer. */
  answer(
    on: On,
    input: v.InferOutput<Input>,
    run: QuestionRun<v.InferOutput<Progress>>,
  ): Promise<Immutable<v.InferOutput<Result>>>;
}

/** A question whose progress is steps, unless it says otherwise. */
export function question<
  On,
  Input extends v.GenericSchema,
  Result extends v.GenericSchema,
  Progress extends v.GenericSchema = typeof stepsSchema,
>(
  given: Omit<Question<On, Input, Result, Progress>, 'progress'> & {
    readonly progress?: Progress;
  },
): Question<On, Input, Result, Progress> {
  return { progress: stepsSchema as v.GenericSchema as Progress, ...given };
}

/** A schema with entries. */
export type ObjectSchema = v.GenericSchema<unknown, object> & { readonly entries: v.ObjectEntries };

/** A question that shells and assistants ask too. */
export interface PublicQuestion<
  Input extends ObjectSchema,
  Result extends ObjectSchema,
> extends Question<AskedTrace, Input, Result, typeof stepsSchema> {
  /** A word, the same at every face. */
  readonly name: string;
  readonly title: () => string;
  /** What it is good for, in a sentence or two, for those who choose among the questions. */
  readonly description: string;
}

/** A question for shells and assistants, whose progress is steps. */
export function publicQuestion<Input extends ObjectSchema, Result extends ObjectSchema>(
  given: Omit<PublicQuestion<Input, Result>, 'progress'>,
): PublicQuestion<Input, Result> {
  return { progress: stepsSchema, ...given };
}

/** What is asked for as the schema takes it; fails with a sentence that names what is wrong. */
export function checkedInput<Schema extends v.GenericSchema>(
  schema: Schema,
  given: unknown,
): v.InferOutput<Schema> {
  // valibot takes an array for an object without what is required.
  if (Array.isArray(given)) throw new InputProblem(undefined, t('must be an object'));
  const checked = v.safeParse(schema, given);
  if (checked.success) return checked.output;
  const [issue] = checked.issues;
  throw new InputProblem(v.getDotPath(issue) ?? undefined, faultOf(issue));
}

/** The kinds of schemas that inputs are made of. */
function faultOf({ type, input, ...issue }: v.BaseIssue<unknown>): string {
  const [expected = '', requirement] = [issue.expected ?? undefined, String(issue.requirement)];
  switch (type) {
    case 'strict_object':
      if (expected === 'Object') return t('must be an object');
      return expected === 'never' ? t('is no input here') : t('is missing');
    case 'string':
      return t('must be a text');
    case 'boolean':
      return t('must be true or false');
    case 'array':
      return t('must be a list');
    case 'number':
      return t('must be a number');
    case 'safe_integer':
      return t('must be a whole number');
    case 'picklist':
      return t('must be one of {0}', expected.replace(/^\(|\)$/g, '').replaceAll(' | ', ', '));
    case 'min_value':
      return t('must be at least {0}', requirement);
    case 'max_value':
      return t('must be at most {0}', requirement);
    case 'min_length':
      return t('must not be empty');
    case 'max_length':
      return typeof input === 'string'
        ? t('has more than {0} characters', requirement)
        : t('has more than {0} items', requirement);
    default:
      throw new Error(`No sentence is known for ${type}.`);
  }
}

/** Characters of an expression, a condition or a command. */
const maxText = 10_000;

/** A schema with a sentence for those who fill it in. */
export function described<Schema extends v.GenericSchema>(schema: Schema, sentence: string) {
  return v.pipe(schema, v.description(sentence));
}

/** A whole number from 0 on. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A whole number from 0 to `most`. */
export function upTo(most: number) {
  return v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(most));
}

/** A run-time address or another number of 64 bits, hexadecimal with `0x`. */
export const hexNumber = v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/));

/** Text that is not empty. */
export const textSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(maxText));

/** Some of something, at least one. */
export function someOf<Schema extends v.GenericSchema>(schema: Schema, most: number) {
  return v.pipe(v.array(schema), v.minLength(1), v.maxLength(most));
}

/** In which order: by what, and whether the largest is first. */
export function orderBy<By extends v.GenericSchema>(by: By) {
  return v.strictObject({ by, descending: v.optional(v.boolean(), false) });
}

/** The number of a frame. */
export const frameNumber = described(wholeNumber, 'A frame number, from 0.');

/** A level of the call stack. */
export const level = v.optional(
  option(described(upTo(1_000_000), 'The stack frame: 0 is the innermost.'), () =>
    t('The stack frame: 0 is the innermost'),
  ),
  0,
);

/** A condition on frames. */
export const condition = described(
  option(textSchema, () => t('Only the frames in which this holds'), { value: 'CONDITION' }),
  'A condition in gdb\'s C expressions, true in the frames that are meant: "$tracepoint == 4 && call->state == HUNG_UP". Besides the variables of the function: $trace_frame, $tracepoint, $trace_func, $trace_line, registers, $_changed(EXPR), $_collected(EXPR), $_streq(A, B).',
);
