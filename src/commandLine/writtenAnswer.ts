// A question that a command asks once, and what it writes of the answer.
import type * as v from 'valibot';
import type { ObjectSchema, PublicQuestion } from '../ask/question';
import { exitCodes, onlyTrace, type Invocation } from './command';
import { withTrace } from './openedTrace';
import { inputOf } from './questionOptions';

/** What a command says itself of what it asks. */
interface OwnInput {
  /** The only argument unless given. */
  readonly trace?: string;
  readonly input?: object;
}

/** Asks, and writes what comes of it. A shell has as many rows as `--limit` says. */
export async function writeAnswer<Input extends ObjectSchema, Result extends ObjectSchema>(
  question: PublicQuestion<Input, Result>,
  invocation: Invocation,
  { trace, input: own = {} }: OwnInput,
  write: (found: Awaited<ReturnType<typeof question.answer>>) => Promise<void>,
): Promise<typeof exitCodes.done> {
  const { options, output, signal } = invocation;
  const rows = 'count' in question.input.entries ? { count: options.limit } : {};
  const input: v.InferOutput<Input> = { ...inputOf(question.input, options, own), ...rows };
  await withTrace(trace ?? onlyTrace(invocation), invocation, async (asked) => {
    await write(await question.answer(asked, input, { signal, report: output.progress }));
  });
  return exitCodes.done;
}
