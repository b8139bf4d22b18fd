// A trace of the corpus with the program that was traced, as a session has them.
import type { Trace } from '../../../src/trace/trace';
import { programOf, traceOf } from './tracedPrograms';

/**
 * A trace whose frames are all indexed, and the program it was recorded from; both by their paths
 * in the corpus.
 */
export async function traceWithProgram(file: string, program: string): Promise<Trace> {
  const trace = await traceOf(file);
  const opened = { program: await programOf(program), dispose: () => undefined };
  const { state, explanation } = await trace.modules.use(opened, undefined);
  if (state !== 'placed') throw new Error(explanation);
  await trace.recording.indexed;
  return trace;
}
