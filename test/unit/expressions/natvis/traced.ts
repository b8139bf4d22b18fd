// The variables of a recorded trace (record.sh), shown by the types of Natvis files.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../../src/bytes/source';
import { readNatvis, type FileProblem } from '../../../../src/expressions/natvis/natvisFile';
import { natvisPrinters } from '../../../../src/expressions/natvis/visualizer';
import { callStack } from '../../../../src/machine/unwind/callStack';
import { openProgram } from '../../../../src/symbols/openProgram';
import { Trace } from '../../../../src/trace/trace';
import { childParts } from '../../../../src/values/children';
import { localsOf } from '../../../../src/values/frameVariables';
import { libraries, presentBy } from '../../../../src/values/pretty/libraries';
import { valueText } from '../../../../src/values/text/text';
import { valueContextOf, type ValueContext, type Value } from '../../../../src/values/value';
import { readVariable } from '../../../../src/values/variable';

const folder = import.meta.dirname;

/** A variable of the function that was recorded, as printers show it. */
export interface Traced {
  /** By the printers of Natvis files, and by those of the libraries where they do not. */
  value(name: string, xml?: readonly string[]): Promise<Value>;
  /** What was wrong in the files and was found while values were shown. */
  readonly problems: FileProblem[];
  close(): void;
}

/** The text of a file in this folder. */
export function natvisFile(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

/** Opens the trace; `memory` changes what the frame holds. */
export async function openTraced(memory = (read: ValueContext['memory']) => read): Promise<Traced> {
  const source = (name: string) => new MemorySource(readFileSync(path.join(folder, name)));
  const opened = await Trace.open(source('containers.tf'), 'containers.tf');
  const made = await openProgram(source('containers'), 'containers');
  if ('problem' in opened || 'problem' in made) throw new Error('cannot be opened');
  const { trace } = opened;
  const { program } = made;
  await trace.modules.use({ program, dispose: () => undefined }, 0n);
  await trace.recording.indexed;
  const machine = await trace.machine(0);
  const modules = [{ program, slide: 0n }];
  const frame = (await callStack(machine, modules)).frames[1];
  const own = valueContextOf(machine, modules, frame);
  const context = { ...own, memory: memory(own.memory) };
  const problems: FileProblem[] = [];
  return {
    problems,
    value: async (name, xml) => {
      const variable = frame?.scope && localsOf(frame.scope).find((each) => each.name === name);
      if (!variable) throw new Error(`no ${name}`);
      if (!xml) return readVariable(variable, context);
      const files = xml.flatMap((text) =>
        natvisPrinters(readNatvis(text), (problem) => problems.push(problem)),
      );
      const printers = [...files, ...libraries.flatMap((library) => library.printers)];
      const present = (value: Value, budget?: { left: number }) =>
        presentBy(printers, value, budget);
      return readVariable(variable, { ...context, printers: { present } });
    },
    close: () => {
      trace.dispose();
    },
  };
}

/** A value as `print` writes it, where it may have so many values in it. */
export function textOf(value: Value, left = 50_000): Promise<string> {
  return valueText(value, { top: true, prettyPrint: true, budget: { left } });
}

/** The names and texts of what a value is opened to. */
export async function partsOf(value: Value): Promise<[string, string][]> {
  const parts = await childParts(value, 'v', { prettyPrint: true });
  const all = [...(await parts.indexedParts(0, 1000)), ...(await parts.namedParts())];
  return Promise.all(
    all.map(async ({ name, value: part }): Promise<[string, string]> => [
      name,
      'problem' in part ? part.problem : await textOf(part),
    ]),
  );
}
