// Answers what a page asks: a question by its name, with an input that the wire has checked.
import type { QuestionRun } from './run';

/** Questions of the same thing, by name. */
type QuestionsOf<On> = Readonly<
  Record<string, { answer(on: On, input: never, run: QuestionRun<never>): Promise<unknown> }>
>;

/** Answers the question of a name. `input` fits its schema. */
export function answerByName<On>(
  questions: QuestionsOf<On>,
  name: string,
  on: On,
  input: unknown,
  run: QuestionRun<never>,
): Promise<unknown> {
  const question = Object.hasOwn(questions, name) ? questions[name] : undefined;
  if (!question) throw new Error(`No question is named ${name}.`);
  return question.answer(on, input as never, run);
}
