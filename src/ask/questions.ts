// Everything that a trace can be asked, by name.
import type { AskedTrace } from './askedTrace';
import { changes } from './frame/changes';
import { describe } from './trace/describe';
import { problems } from './trace/problems';
import { evaluateOverFrames } from './frame/evaluate';
import { frame } from './frame/frame';
import { gdbCommands } from './frame/gdb';
import { memory } from './frame/memory';
import { stores } from './frame/stores';
import { exportText } from './table/export';
import { frames } from './table/frames';
import { groups } from './table/groups';
import { intervals } from './time/intervals';
import { checkedInput, type ObjectSchema, type PublicQuestion } from './question';
import { runWith, type QuestionRun } from './run';
import { sourceOfPlace } from './trace/source';
import { transitions } from './time/transitions';

/** A question whose input is not checked yet. */
export interface OpenQuestion extends Pick<
  PublicQuestion<ObjectSchema, ObjectSchema>,
  'name' | 'title' | 'description' | 'input' | 'result'
> {
  /** Checks the input, and answers; fails with a sentence. */
  ask(asked: AskedTrace, given: unknown, run?: Partial<QuestionRun>): Promise<object>;
}

/** The questions, the ones to begin with first. */
export const questions: readonly OpenQuestion[] = [
  open(describe),
  open(frames),
  open(frame),
  open(evaluateOverFrames),
  open(gdbCommands),
  open(changes),
  open(stores),
  open(groups),
  open(intervals),
  open(transitions),
  open(sourceOfPlace),
  open(memory),
  open(exportText),
  open(problems),
];

function open<Input extends ObjectSchema, Result extends ObjectSchema>(
  question: PublicQuestion<Input, Result>,
): OpenQuestion {
  return {
    ...question,
    ask: async (asked, given, run) =>
      question.answer(asked, checkedInput(question.input, given), runWith(run)),
  };
}
