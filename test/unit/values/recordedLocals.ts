// The variables of a stack frame in a recorded trace.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../src/bytes/source';
import { callStack } from '../../../src/machine/unwind/callStack';
import { openProgram } from '../../../src/symbols/openProgram';
import { Trace } from '../../../src/trace/trace';
import { localsOf } from '../../../src/values/frameVariables';
import { valueContextOf, type Value } from '../../../src/values/value';
import { readVariable } from '../../../src/values/variable';

const source = (file: string): MemorySource => new MemorySource(readFileSync(file));

/**
 * Gives the locals of a stack frame, by their names. The program was loaded where it was linked.
 * Files are named from this folder.
 */
export async function recordedLocals(
  files: { readonly program: string; readonly trace: string },
  at: { readonly frame: number; readonly level: number },
): Promise<(name: string) => Value> {
  const inHere = (file: string) => path.join(import.meta.dirname, file);
  const opened = await Trace.open(source(inHere(files.trace)), files.trace);
  const made = await openProgram(source(inHere(files.program)), files.program);
  if ('problem' in opened || 'problem' in made) throw new Error('cannot be opened');
  const { trace } = opened;
  const { program } = made;
  await trace.modules.use({ program, dispose: () => undefined }, 0n);
  await trace.recording.indexed;
  const machine = await trace.machine(at.frame);
  const modules = [{ program, slide: 0n }];
  const frame = (await callStack(machine, modules)).frames[at.level];
  const around = valueContextOf(machine, modules, frame);
  const locals = new Map<string, Value>();
  for (const variable of frame?.scope ? localsOf(frame.scope) : []) {
    locals.set(variable.name, await readVariable(variable, around));
  }
  trace.dispose();
  return (name) => {
    const value = locals.get(name);
    if (!value) throw new Error(`no ${name}`);
    return value;
  };
}
