// What is different in a frame from another one: parts of variables, registers, trace state
// variables and bytes of memory that both know.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { append } from '../../bytes/arrays';
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import type { FrameState } from '../../machine/frameState';
import { Origin, type MemorySpan } from '../../machine/memory';
import { registerText } from '../../machine/registerText';
import type { Recording } from '../../trace/recording';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import type { TraceAsked } from '../views';
import { changedValues, changedValueSchema } from './changedValues';
import { shownMemory } from './memoryRows';

/**
 * The frame that another one is compared with: the one before, the hit of its tracepoint before, or
 * any.
 */
const sinceSchema = v.variant('kind', [
  v.strictObject({ kind: v.picklist(['frame', 'hit']) }),
  v.strictObject({ kind: v.literal('picked'), frame: wholeNumber }),
]);
export type Since = v.InferOutput<typeof sinceSchema>;

/** Text that differs from the compared frame's, and what it is there. */
const earlierText = v.strictObject({ name: v.string(), text: v.string() });
type EarlierText = v.InferOutput<typeof earlierText>;

/** Contiguous bytes that were different; two digits for each. */
const earlierBytes = v.strictObject({ address: v.string(), bytes: v.array(v.string()) });
export type EarlierBytes = Immutable<v.InferOutput<typeof earlierBytes>>;

const changesInFrame = v.strictObject({
  /** The frame compared with; absent if none exists. */
  before: v.exactOptional(wholeNumber),
  /** Why it is missing: a sentence. */
  note: v.exactOptional(v.string()),
  values: v.array(changedValueSchema),
  registers: v.array(earlierText),
  /** Trace state variables, without the `$`. */
  variables: v.array(earlierText),
  memory: v.array(earlierBytes),
});
export type FrameChanges = Immutable<v.InferOutput<typeof changesInFrame>>;

/** `changes`. Only what both frames collected is compared: nothing is known of the rest. */
export const frameChanges = question({
  input: v.strictObject({ frame: wholeNumber, since: sinceSchema }),
  result: changesInFrame,
  answer: async ({ trace }: TraceAsked, { frame, since }, { signal }) => {
    await awaitFrame(trace.recording, frame);
    const compared = await frameSince(trace.recording, frame, since, signal);
    if (typeof compared === 'string') {
      return { note: compared, values: [], registers: [], variables: [], memory: [] };
    }
    const [now, before] = await Promise.all([trace.machine(frame), trace.machine(compared)]);
    return {
      before: compared,
      values: await changedValues(trace, frame, compared, signal),
      registers: changedRegisters(now, before),
      variables: changedVariables(trace.recording, now, before),
      memory: await changedMemory(now, before),
    };
  },
});

/** The number of the frame to compare with, or the reason why it is missing. */
async function frameSince(
  recording: Recording,
  frame: number,
  since: Since,
  cancelled: AbortSignal,
): Promise<number | string> {
  if (since.kind === 'picked') {
    if (!(await recording.reach(since.frame))) return t('There is no frame {0}.', since.frame);
    return since.frame === frame
      ? t('This is the frame that others are compared with.')
      : since.frame;
  }
  if (since.kind === 'frame') return frame > 0 ? frame - 1 : t('This is the first frame.');
  return (await hitBefore(recording, frame, cancelled)) ?? t('This tracepoint was not hit before.');
}

/** The nearest earlier hit of a frame's tracepoint; its steps do not count. */
async function hitBefore(
  { index, stepping }: Recording,
  frame: number,
  cancelled: AbortSignal,
): Promise<number | undefined> {
  const tracepoint = index.tracepoint(frame);
  const slice = new TimeSlice();
  for (let earlier = frame - 1; earlier >= 0 && !cancelled.aborted; earlier--) {
    if (slice.usedUp) await slice.yieldIfDue();
    if (index.tracepoint(earlier) === tracepoint && !stepping.isStep(earlier)) return earlier;
  }
  return undefined;
}

function changedRegisters(now: FrameState, before: FrameState): EarlierText[] {
  return (now.registers?.layout.registers ?? []).flatMap((register) => {
    const bytes = now.registers?.read(register.name)?.bytes;
    const earlier = before.registers?.read(register.name)?.bytes;
    if (!bytes || !earlier || bytes.every((byte, i) => byte === earlier[i])) return [];
    return [{ name: register.name, text: registerText(register, earlier, before.frame.order) }];
  });
}

function changedVariables(
  recording: Recording,
  now: FrameState,
  before: FrameState,
): EarlierText[] {
  return recording.description.variables.flatMap(({ number, name }) => {
    const value = now.variable(number);
    const earlier = before.variable(number);
    const isChanged = value !== undefined && earlier !== undefined && value !== earlier;
    return isChanged ? [{ name, text: earlier.toString() }] : [];
  });
}

async function changedMemory(now: FrameState, before: FrameState): Promise<EarlierBytes[]> {
  const changed: EarlierBytes[] = [];
  for (const { address, length } of shownMemory(now)) {
    const [span, earlier] = await Promise.all([
      now.memory.read(address, length),
      before.memory.read(address, length),
    ]);
    append(changed, changedRuns(span, earlier));
  }
  return changed;
}

/** The earlier bytes of each run that is known on both sides and differs all along. */
function changedRuns(now: MemorySpan, before: MemorySpan): EarlierBytes[] {
  const runs: { address: string; bytes: string[] }[] = [];
  let end = -1;
  for (const [i, byte] of before.bytes.entries()) {
    const isKnown =
      now.origins[i] !== Origin.unavailable && before.origins[i] !== Origin.unavailable;
    if (!isKnown || now.bytes[i] === byte) continue;
    const digits = byte.toString(16).padStart(2, '0');
    if (end === i) runs.at(-1)?.bytes.push(digits);
    else {
      const address = BigInt.asUintN(64, now.address + BigInt(i));
      runs.push({ address: hexAddress(address), bytes: [digits] });
    }
    end = i + 1;
  }
  return runs;
}
