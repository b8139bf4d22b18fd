// The call stack of a frame as the page lists it.
import * as v from 'valibot';
import { hexAddress } from '../../bytes/hex';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import type { ModuleList } from '../../trace/moduleList';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import type { TraceAsked } from '../views';

/** Stack frames listed: endless recursion has more. */
const maxStackFrames = 1000;

const stackFrameRow = v.strictObject({
  level: wholeNumber,
  /** The function, or the PC where that is not known. */
  name: v.string(),
  place: v.exactOptional(v.strictObject({ file: v.string(), line: v.number() })),
});
export type StackFrameRow = Immutable<v.InferOutput<typeof stackFrameRow>>;

/** `stackFrames`. */
export const stackFrames = question({
  input: v.strictObject({ frame: wholeNumber }),
  result: v.strictObject({
    /** Innermost first. */
    frames: v.array(stackFrameRow),
    /** Why there are no more: a sentence. */
    end: v.exactOptional(v.string()),
  }),
  answer: async ({ trace }: TraceAsked, { frame }) => {
    await awaitFrame(trace.recording, frame);
    const stack = await trace.callStack(frame);
    const { frames, end } = stack;
    const rows = await Promise.all(
      frames.slice(0, maxStackFrames).map((each) => rowOf(trace.modules.current, stack, each)),
    );
    return { frames: rows, ...(end !== undefined && { end }) };
  },
});

async function rowOf(
  modules: ModuleList,
  stack: CallStack,
  stackFrame: StackFrame,
): Promise<StackFrameRow> {
  const { level, pc, lookupPc, scope } = stackFrame;
  const { functionName } = await modules.locate(lookupPc);
  const line = await modules.lineOf(stack, stackFrame);
  return {
    level,
    name: scope?.name ?? functionName ?? hexAddress(pc),
    ...(line && { place: { file: line.file, line: line.line } }),
  };
}
