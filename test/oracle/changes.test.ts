// Changes of values against gdb: in every frame gdb is asked for the bytes, and what it says is
// folded here. Each interval has its values at its ends, and no frame inside has the value.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runTimeAddress } from '../../src/machine/stackFrame';
import { followValue } from '../../src/trace/changes/followedValue';
import { allChanges, lastChange } from '../../src/trace/changes/valueChanges';
import type { ValueChange } from '../../src/trace/search/collectedValues';
import type { Trace } from '../../src/trace/trace';
import { sizeOf } from '../../src/values/types';
import { traceWithProgram } from '../unit/trace/programInUse';
import { askGdb } from './askGdb';
import { corpus, programs } from './corpusTrace';

/** Bytes of what gdb is asked for at most. */
const maxBytes = 512;
/** Registers asked for, by the corpus' folder. */
const registers: Readonly<Record<string, readonly string[]>> = {
  x86_64: ['rax', 'rsp', 'eflags'],
  aarch64: ['x0', 'sp'],
  s390x: ['r2', 'r15'],
  'extra/x86_64': ['rax', 'rsp'],
  'extra/i386': ['eax', 'esp'],
};

/** A value that is asked for: how we call it, and how gdb is asked. */
interface Asked {
  readonly expression: string;
  readonly command: string;
}

let changes = 0;

describe.each(Object.entries(programs))('%s', (name, program) => {
  it('changes where gdb’s bytes do, and nowhere between', async () => {
    const trace = await traceWithProgram(`${name}.tf`, program);
    const { count } = trace.recording.index;
    if (count === 0) return;
    const asked = await questions(trace, path.dirname(name));
    const frames = Array.from({ length: count }, (_, frame) => frame);
    const answers = await askGdb('gdb-multiarch', path.join(corpus, program), [
      ...['set pagination off', `target tfile ${path.join(corpus, `${name}.tf`)}`],
      ...frames.flatMap((frame) => [`tfind ${frame}`, ...asked.map(({ command }) => command)]),
    ]);
    const ofFrame = (frame: number, i: number) =>
      answers[2 + frame * (asked.length + 1) + 1 + i] ?? 'ERR no answer';
    const isDamaged = (frame: number) =>
      asked.some((_, i) => ofFrame(frame, i).includes('Unknown block type'));
    // gdb reads nothing of a frame that a circular buffer damaged, of which we read the rest.
    const damaged = frames.find(isDamaged) ?? count;
    for (const [i, { expression }] of asked.entries()) {
      const wanted = fold(frames.slice(0, damaged).map((frame) => said(ofFrame(frame, i))));
      const found = (await changesOf(trace, expression)).filter(({ after }) => after < damaged);
      expect(found, expression).toEqual(wanted);
      changes += wanted.length;
    }
  });
});

it('was held against gdb', () => {
  expect(changes).toBe(1247);
});

/** What is asked for: the variables outside of functions, trace state variables, registers. */
async function questions(trace: Trace, folder: string): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { program, slide } of trace.modules.current.loaded) {
    for await (const { name, type } of program.globals()) {
      const size = sizeOf(type) ?? 0;
      const [symbol] = (await program.symbolsOf('data')).filter((each) => each.name === name);
      if (!symbol || size === 0 || size > maxBytes) continue;
      const address = runTimeAddress(symbol.address, slide);
      asked.push({ expression: name, command: `x/${size}xb 0x${address.toString(16)}` });
    }
  }
  const names = [
    ...trace.recording.description.variables.map(({ name }) => name),
    ...(registers[folder] ?? []),
  ];
  return [
    ...asked,
    ...names.map((name) => ({ expression: `$${name}`, command: `output/x $${name}` })),
  ];
}

/** A value as gdb says it; undefined where not all of it was collected. */
function said(answer: string): string | undefined {
  if (/^ERR|<unavailable>|void|Cannot access/.test(answer)) return undefined;
  return answer
    .split('\n')
    .map((line) => line.replace(/^.*:/, ''))
    .join(' ')
    .trim();
}

function fold(values: readonly (string | undefined)[]): ValueChange[] {
  const found: ValueChange[] = [];
  let before: number | undefined;
  values.forEach((value, after) => {
    if (value === undefined) return;
    if (before !== undefined && values[before] !== value) found.push({ before, after });
    before = after;
  });
  return found;
}

/** Our changes; the last ones up to each frame are the same. */
async function changesOf(trace: Trace, expression: string): Promise<readonly ValueChange[]> {
  trace.cursor.moveTo(0, trace);
  const [innermost] = (await trace.callStack(0)).frames;
  const followed = await followValue(trace, expression, innermost, innermost);
  if ('problem' in followed) throw new Error(`${expression}: ${followed.problem}`);
  const { changes: all } = await allChanges(followed);
  for (let frame = 0; frame < trace.recording.index.count; frame += 7) {
    const wanted = all.filter(({ after }) => after <= frame).at(-1);
    expect(await lastChange(followed, frame)).toEqual(wanted);
  }
  return all;
}
