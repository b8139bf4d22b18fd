// Variables in registers of every processor that Debian has a compiler for, of types that a
// register holds in another format or in a part of it, against gdb. data/registerFormats/record.py
// asked.
import path from 'node:path';
import { expect, it } from 'vitest';
import { valueContextOf } from '../../src/values/value';
import { corpus } from './corpusTrace';
import { saidInFrames, variableLines } from './frameWords';
import { openValues } from './valuesTrace';

const folder = path.join(import.meta.dirname, 'data/registerFormats');

it.each([
  ['aarch64', 199],
  ['arm', 185],
  ['i386', 161],
  ['i386-x87', 91],
  ['mips', 142],
  ['mips64el', 189],
  ['mipsel', 142],
  ['powerpc', 324],
  ['powerpc64', 307],
  ['powerpc64le', 261],
  ['riscv64', 197],
  ['s390x', 200],
  ['x86-64', 179],
])('on %s they have the values that gdb prints', async (program, values) => {
  const trace = await openValues(path.relative(corpus, path.join(folder, program)));
  const own: string[] = [];
  const theirs: string[] = [];
  for (const { frame, level, question, answer } of saidInFrames(
    path.join(folder, `${program}.txt`),
  )) {
    const { machine, stack } = await trace.stopped(frame);
    const context = valueContextOf(machine, trace.modules, stack.frames[level]);
    const lines = (await variableLines(question, context)).split('\n');
    for (const [i, line] of answer.split('\n').entries()) {
      // Of what depends on uncollected callers we say so; gdb has no number for vr2.
      if (/ = <(optimized out|error)/.test(line)) continue;
      own.push(`${frame} ${level} ${lines[i]}`);
      theirs.push(`${frame} ${level} ${line}`);
    }
  }
  trace.dispose();
  expect(own).toEqual(theirs);
  expect(theirs.filter((line) => / = [^<]/.test(line))).toHaveLength(values);
});
