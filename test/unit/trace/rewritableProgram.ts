// A program as it is opened for a trace, whose file is built anew or fails as a test wants it.
import { readFileSync } from 'node:fs';
import { openProgram } from '../../../src/symbols/openProgram';
import type { OpenedProgram } from '../../../src/trace/moduleManager';
import { FaultySource } from './faultySource';

/** A program whose file fails from now on when it is told to, and that can be opened anew. */
export async function programAt(file: string, bytes = readFileSync(file)) {
  const source = new FaultySource(bytes);
  const opening = await openProgram(source, file);
  if ('problem' in opening) throw new Error(opening.problem);
  const made = {
    source,
    closed: 0,
    replace: undefined as ((again: OpenedProgram) => Promise<boolean>) | undefined,
    opened: {
      program: opening.program,
      dispose: () => {
        made.closed++;
      },
      inUse: (replace: (again: OpenedProgram) => Promise<boolean>) => {
        made.replace = replace;
      },
    },
  };
  return made;
}

/** The same, of which nothing can be read but what opening it read. */
export async function unreadable(file: string) {
  const made = await programAt(file);
  made.source.failAfter(0);
  return made;
}
