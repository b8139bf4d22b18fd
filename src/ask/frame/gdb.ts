// gdb's console commands, in one frame or in several.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import type { DebugContext } from '../../adapter/debugContext';
import { described, publicQuestion, someOf, TextRoom, textSchema, wholeNumber } from '../question';
import { inFrames, maxTexts, orProblem } from './inFrames';

const consoleInput = v.strictObject({
  frames: v.optional(inFrames),
  commands: described(
    someOf(textSchema, maxTexts),
    'Commands of gdb: bt, info locals, x/8xb &g, ptype p, tfind if CONDITION, tdump, disassemble. A command may have several lines: a script.',
  ),
});

const commandOutput = v.strictObject({
  command: v.string(),
  output: v.string(),
  /** The output is gdb's complaint. */
  failed: v.optional(v.boolean()),
});

const consoleOutputs = v.strictObject({
  answers: v.array(
    v.strictObject({
      /** Where the commands began; tfind moves. */
      frame: wholeNumber,
      outputs: v.array(commandOutput),
    }),
  ),
});

/** `gdb`. */
export const gdbCommands = publicQuestion({
  name: 'gdb',
  title: () => t('Run gdb commands in frames'),
  description:
    "gdb's console commands, answered in gdb's words, one after the other in one or several frames (frame 0 unless others are given). Nothing is run or written: a trace is read-only.",
  input: consoleInput,
  result: consoleOutputs,
  answer: async (asked, { frames = [0], commands }, run) => {
    const { signal, report } = run;
    const room = new TextRoom(run);
    const answers: v.InferOutput<typeof consoleOutputs>['answers'] = [];
    for (const frame of frames) {
      if (room.isFull()) break;
      const said: string[] = [];
      const inFrame = await asked.debug(
        async (debugged) => {
          await debugged.navigator.goTo(frame);
          return runCommands(debugged, commands, said, room);
        },
        signal,
        (words) => void said.push(words),
      );
      answers.push({ frame, outputs: inFrame });
      report({ done: answers.length, total: frames.length });
    }
    return { answers };
  },
});

/** `said`: gathers what the debugger says beside its answers. */
async function runCommands(
  debugged: DebugContext,
  commands: readonly string[],
  said: string[],
  room: TextRoom,
) {
  const console = await debugged.console();
  const outputs: v.InferOutput<typeof commandOutput>[] = [];
  for (const command of commands) {
    if (room.isFull()) break;
    said.length = 0;
    const answer = await orProblem(async () => (await console.run(command)).value);
    const failed = typeof answer !== 'string';
    const words = failed ? answer.problem : answer;
    const output = [...said, words].filter((each) => each !== '').join('\n');
    room.take(output);
    outputs.push({ command, output, ...(failed && { failed }) });
  }
  return outputs;
}
