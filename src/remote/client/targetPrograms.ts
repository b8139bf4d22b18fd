// The programs of a target as files of this machine, where they lie in its memory: the traced one and its shared objects.
import type { Disposable } from '../../trace/emitter';
import { TraceModule } from '../../trace/traceModule';
import type { OpenProgram } from '../../trace/programSearch';
import type { FileExists } from '../../trace/sourceLookup';
import type { Target } from './target';

/** Open programs, the traced one first. Whoever opened them disposes of them. */
export interface TargetPrograms extends Disposable {
  readonly placed: readonly TraceModule[];
}

/**
 * Opens the traced program, and the shared objects that lie in memory now and are files here too. Rejects with a
 * TargetProblem where the target is lost.
 */
export async function openTargetPrograms(
  target: Target,
  path: string,
  openProgram: OpenProgram,
  fileExists: FileExists,
): Promise<TargetPrograms | { readonly problem: string }> {
  const traced = await openProgram(path);
  if ('problem' in traced) return traced;
  const opened: Disposable[] = [traced];
  const dispose = () => {
    for (const each of opened) each.dispose();
  };
  try {
    const slide = await target.slideOf(traced.program);
    if (slide === undefined) {
      dispose();
      return { problem: `The target does not tell where ${path} lies in its memory.` };
    }
    const placed = [new TraceModule(traced.program, slide, '')];
    for (const library of await target.libraries()) {
      if (!(await fileExists(library.path))) continue;
      const object = await openProgram(library.path);
      if ('problem' in object) continue;
      opened.push(object);
      placed.push(new TraceModule(object.program, library.slide, ''));
    }
    return { placed, dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
