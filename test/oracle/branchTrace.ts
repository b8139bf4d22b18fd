// A branch trace of test/corpus/branches with its program, and what gdb said of it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';
import { BranchTrace, type Execution } from '../../src/trace/branch/branchTrace';
import { decoderHere } from '../capstone';
import { corpus } from './corpusTrace';

export const branchFolder = path.join(corpus, 'branches');

/** Opens a trace by its file's name, with a program where one is named. */
export async function openBranchTrace(
  name: string,
  program?: string,
): Promise<{ trace: BranchTrace; execution: Execution }> {
  const decoder = await decoderHere();
  const bytes = readFileSync(path.join(branchFolder, name));
  const opened = await BranchTrace.open(new MemorySource(bytes), name, () => decoder);
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  if (program !== undefined) {
    const file = path.join(branchFolder, program);
    const found = await openProgram(new MemorySource(readFileSync(file)), file);
    if ('problem' in found) throw new Error(found.problem);
    await trace.modules.use({ ...found, dispose: () => undefined }, undefined);
  }
  const execution = await trace.execution();
  if (!execution) throw new Error('The trace was changed meanwhile.');
  return { trace, execution };
}

/** gdb's answers by what was asked. */
export function branchOracle(name: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(path.join(branchFolder, `${name}.words.txt`), 'utf8');
  const sections = text.split(/^=== /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [question = '', ...lines] = section.trimEnd().split('\n');
      return [question, lines.filter((line) => !line.startsWith('warning: '))] as const;
    }),
  );
}
