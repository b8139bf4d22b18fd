// How callers that are found without call frame information compare with those that it gives: rows
// of a sample of instructions, and the stacks of a trace. Called by callers.mjs.
import { readFileSync } from 'node:fs';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';
import { Trace } from '../../src/trace/trace';
import { comparedRows } from '../unit/machine/emulation/comparedRows';

export interface CallerCounts {
  readonly instructions: number;
  readonly equal: number;
  readonly wrong: readonly string[];
  readonly unknown: readonly string[];
  /** Of the trace's frames: stacks, those that are equal, those that end earlier, the others. */
  readonly stacks: StackCounts;
}

interface StackCounts {
  all: number;
  equal: number;
  ended: number;
  readonly wrong: string[];
}

/** mulberry32: the same sample each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `stripped`: the program without call frame information. */
export async function callerCounts(
  program: string,
  stripped: string,
  trace: string | undefined,
): Promise<CallerCounts> {
  const sample = { functions: 50, instructions: 200, random: random(34) };
  const { instructions, equal, wrong, unknown } = await comparedRows(program, sample);
  const stacks: StackCounts = { all: 0, equal: 0, ended: 0, wrong: [] };
  if (trace !== undefined) await compareStacks(trace, program, stripped, stacks);
  return { instructions, equal, wrong: [...wrong], unknown: [...unknown], stacks };
}

async function compareStacks(
  file: string,
  program: string,
  stripped: string,
  counts: StackCounts,
): Promise<void> {
  const [given, found] = [await opened(file, program), await opened(file, stripped)];
  const frames = given.recording.index.count;
  for (let frame = 0; frame < frames; frame++) {
    const expected = await callers(given, frame);
    const actual = await callers(found, frame);
    counts.all++;
    const same = actual.every((pc, i) => pc === expected[i]);
    if (same && actual.length === expected.length) counts.equal++;
    else if (same) counts.ended++;
    else counts.wrong.push(`frame ${frame}: ${actual.join(' ')} for ${expected.join(' ')}`);
  }
  given.dispose();
  found.dispose();
}

async function callers(trace: Trace, frame: number): Promise<string[]> {
  const { frames } = await trace.callStack(frame);
  return frames.filter(({ kind }) => kind !== 'inline').map(({ pc }) => `0x${pc.toString(16)}`);
}

async function opened(file: string, path: string): Promise<Trace> {
  const read = await Trace.open(new MemorySource(readFileSync(file)), file);
  if ('problem' in read) throw new Error(read.problem);
  const program = await openProgram(new MemorySource(readFileSync(path)), path);
  if ('problem' in program) throw new Error(program.problem);
  await read.trace.recording.indexed;
  await read.trace.modules.use({ program: program.program, dispose: () => undefined }, undefined);
  return read.trace;
}
