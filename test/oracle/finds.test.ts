// Finds against gdb. What a find must find is told by what gdb says of each frame, its tracepoint
// and its PC. gdb's own `tfind` often finds another one: for a PC it compares the address that a
// tracepoint was set at, and reads which tracepoint that is from the wrong place in the file; a
// tracepoint's number it translates twice.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFrame } from '../../src/trace/search/search';
import type { FramePredicate } from '../../src/trace/search/framePredicate';
import type { Trace } from '../../src/trace/trace';
import { traceWithProgram } from '../unit/trace/programInUse';
import { programs } from './corpusTrace';

const data = path.join(import.meta.dirname, 'data/finds');

/** Finds where gdb finds another frame than it should, by trace. */
const { others } = JSON.parse(readFileSync(path.join(data, 'differences.json'), 'utf8')) as {
  readonly others: Readonly<Record<string, number>>;
};

/** A frame as gdb says that it is. */
interface Said {
  /** As the file numbers it. */
  readonly tracepoint: number;
  readonly pc: bigint | undefined;
}

interface Question {
  readonly from: number;
  readonly words: readonly string[];
  readonly gdb: number | undefined;
}

function read(name: string) {
  const lines = readFileSync(path.join(data, `${name}.txt`), 'utf8')
    .trimEnd()
    .split('\n');
  const targets = new Map<number, number>();
  const frames: Said[] = [];
  const questions: Question[] = [];
  for (const line of lines) {
    const [kind = '', first, second, third = 'none'] = line.split(' ');
    if (kind === 'tracepoint') {
      targets.set(Number(first), Number(second));
    } else if (kind === 'frame') {
      const tracepoint = targets.get(Number(second)) ?? Number(second);
      frames.push({ tracepoint, pc: third === 'none' ? undefined : BigInt(third) });
    } else {
      const [from, command = '', found = ''] = line.split(' | ');
      const words = command.replaceAll(',', '').split(' ').slice(1);
      const gdb = found === 'none' ? undefined : Number(found);
      questions.push({ from: Number(from), words, gdb });
    }
  }
  return { targets, frames, questions };
}

const endOfMemory = 1n << 64n;

/** A gdb command as a test of frames, and the same on what gdb says of one. */
function asked(words: readonly string[], targets: ReadonlyMap<number, number>) {
  const [kind = '', first = '0', second = '0', third = '0'] = words;
  if (kind === 'tracepoint') {
    const number = targets.get(Number(first)) ?? 0;
    const test: FramePredicate = { tracepoints: new Set([number]) };
    return { test, holds: ({ tracepoint }: Said) => tracepoint === number };
  }
  const [low, high] =
    kind === 'line' ? [BigInt(second), BigInt(third) - 1n] : [BigInt(first), BigInt(second)];
  const within = { start: low, end: high + 1n };
  const isWithin = (pc: bigint) => pc >= low && pc <= high;
  if (kind === 'pc') {
    const test: FramePredicate = { addresses: new Set([low]) };
    return { test, holds: ({ pc }: Said) => pc === low };
  }
  if (kind === 'outside') {
    const test: FramePredicate = {
      ranges: [
        { start: 0n, end: low },
        { start: high + 1n, end: endOfMemory },
      ],
    };
    return { test, holds: ({ pc }: Said) => pc !== undefined && !isWithin(pc) };
  }
  const test: FramePredicate = { ranges: [within] };
  return { test, holds: ({ pc }: Said) => pc !== undefined && isWithin(pc) };
}

/**
 * What gdb finds for a tracepoint: the number that the target gave it, taken for one of gdb's own.
 */
function translatedTwice(
  { from, words }: Question,
  frames: readonly Said[],
  targets: ReadonlyMap<number, number>,
): number | undefined {
  const number = targets.get(targets.get(Number(words[1])) ?? 0);
  const found = frames.findIndex((each, i) => i > from && each.tracepoint === number);
  return found < 0 || number === undefined ? undefined : found;
}

async function find(trace: Trace, test: FramePredicate, from: number, direction: 1 | -1) {
  return (await findFrame(trace, [test], { from, direction }))?.frame;
}

const traces = readdirSync(data, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.slice(0, -'.txt'.length).split(path.sep).join('/'))
  .sort();

describe('a find', () => {
  let finds = 0;

  it.each(traces)('in %s goes to the frame that gdb describes', async (name) => {
    const { targets, frames, questions } = read(name);
    const trace = await traceWithProgram(`${name}.tf`, programs[name] ?? '');
    let different = 0;
    for (const question of questions) {
      const { from, words, gdb } = question;
      const { test, holds } = asked(words, targets);
      const next = frames.findIndex((each, i) => i > from && holds(each));
      const right = next < 0 ? undefined : next;
      expect(await find(trace, test, from, 1), `${words.join(' ')} from ${from}`).toBe(right);
      const earlier = frames.slice(0, Math.max(from, 0)).reverse();
      const distance = earlier.findIndex(holds);
      const back = distance < 0 ? undefined : from - 1 - distance;
      expect(await find(trace, test, from, -1), `${words.join(' ')} before ${from}`).toBe(back);
      if (gdb !== right) different++;
      if (words[0] === 'tracepoint') {
        expect(gdb).toBe(translatedTwice(question, frames, targets));
      }
      finds += 2;
    }
    expect(different).toBe(others[name] ?? 0);
    trace.dispose();
  });

  it('was made so often', () => {
    expect(traces.length).toBe(20);
    expect(finds).toBe(3242);
  });
});
