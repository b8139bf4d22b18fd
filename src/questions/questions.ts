// Everything that a trace can be asked, by name.
import type * as v from 'valibot';
import type { AskedTrace } from './askedTrace';
import { changes, stores } from './changes';
import { describe, problems } from './describe';
import { evaluateOverFrames, gdbCommands } from './evaluate';
import { frame, memory } from './frame';
import { exportText, frames } from './frames';
import { groups } from './groups';
import { intervals } from './intervals';
import { checkedInput, type Asking, type Question } from './question';
import { sourceOfPlace } from './source';
import { transitions } from './transitions';

/** A question whose input is not checked yet. */
export interface OpenQuestion extends Pick<
  Question<v.GenericSchema, v.GenericSchema>,
  'name' | 'title' | 'description' | 'input' | 'result'
> {
  /** Checks the input, and answers; fails with a sentence. */
  ask(asked: AskedTrace, given: unknown, asking?: Asking): Promise<object>;
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

function open<Input extends v.GenericSchema, Result extends v.GenericSchema<unknown, object>>(
  question: Question<Input, Result>,
): OpenQuestion {
  return {
    ...question,
    ask: async (asked, given, asking = {}) =>
      question.answer(asked, checkedInput(question.input, given), asking),
  };
}
