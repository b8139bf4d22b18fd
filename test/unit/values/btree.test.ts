// B-trees of Rust 1.95 in a recorded trace (btree/record.sh), in the words of Rust's own printers
// for gdb.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import { childParts } from '../../../src/values/children';
import { localsOf } from '../../../src/values/frameVariables';
import { valueText } from '../../../src/values/text/text';
import { valueContextOf, type Value } from '../../../src/values/value';
import { readVariable } from '../../../src/values/variable';
import { callStack } from '../../../src/machine/unwind/callStack';
import { openProgram } from '../../../src/symbols/openProgram';
import { Trace } from '../../../src/trace/trace';

const folder = path.join(import.meta.dirname, 'btree');
const source = (name: string): MemorySource =>
  new MemorySource(readFileSync(path.join(folder, name)));

it('maps and sets of one node, and of several levels', async () => {
  const opened = await Trace.open(source('trees.tf'), 'trees.tf');
  const made = await openProgram(source('trees'), 'trees');
  if ('problem' in opened || 'problem' in made) throw new Error('cannot be opened');
  const { trace } = opened;
  await trace.modules.use({ program: made.program, dispose: () => undefined }, 0n);
  await trace.recording.indexed;
  const machine = await trace.machine(0);
  const modules = [{ program: made.program, slide: 0n }];
  const frame = (await callStack(machine, modules)).frames[1];
  const around = valueContextOf(machine, modules, frame);
  const locals = new Map<string, Value>();
  for (const variable of frame?.scope ? localsOf(frame.scope) : []) {
    locals.set(variable.name, await readVariable(variable, around));
  }
  trace.dispose();
  const local = (name: string): Value => {
    const value = locals.get(name);
    if (!value) throw new Error(`no ${name}`);
    return value;
  };
  const shown = (name: string) => valueText(local(name), { top: true, prettyPrint: true });
  expect(await shown('empty')).toBe('BTreeMap(size=0)');
  expect(await shown('letters')).toBe("BTreeSet(size=2) = {97 'a', 98 'b'}");
  expect(await shown('names')).toMatch(/^BTreeMap\(size=2\) = \{\[1\] = .*, \[2\] = .*\}$/);
  const first = Array.from({ length: 100 }, (_, i) => `[${i}] = ${10 * i}`).join(', ');
  expect(await shown('many')).toBe(`BTreeMap(size=200) = {${first}...}`);
  const parts = await childParts(local('many'), 'many', { prettyPrint: true });
  expect((await parts.namedParts()).map(({ kind }) => kind)).toContain('raw');
});
