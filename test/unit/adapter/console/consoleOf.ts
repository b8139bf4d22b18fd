// A debug console over a trace of the corpus, without a debug session around it.
import { DebugConsole } from '../../../../src/adapter/console/console';
import { SourceText } from '../../../../src/adapter/console/consoleState';
import { Evaluator } from '../../../../src/adapter/evaluation';
import type { Trace } from '../../../../src/trace/trace';
import { breakpointsOf } from '../../../breakpointsOf';
import { traceWithProgram } from '../../trace/programInUse';

/** A console, the trace under it, and what the console was asked to go to. */
export interface ConsoleUnderTest {
  readonly trace: Trace;
  readonly console: DebugConsole;
  /** What was said before a failure. */
  readonly logged: string[];
  /** Scripts that `source` finds, by their names. */
  readonly scripts: Map<string, string>;
  /** What a line answers; a complaint begins with `error: `. */
  readonly say: (line: string, level?: number) => Promise<string>;
}

/** A console over `x86_64/app`, at a frame. Its only source has `sourceLines` lines. */
export async function consoleOf(frame: number, sourceLines = 25): Promise<ConsoleUnderTest> {
  const trace = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
  trace.cursor.moveTo(frame, trace);
  return consoleOver(trace, sourceLines);
}

/** A console over a trace where it stands. Each source has `sourceLines` lines. */
export function consoleOver(trace: Trace, sourceLines = 25): ConsoleUnderTest {
  const text = Array.from({ length: sourceLines }, (_, i) => `line ${i + 1}`).join('\n');
  const logged: string[] = [];
  const scripts = new Map<string, string>();
  const console = new DebugConsole({
    trace,
    evaluator: new Evaluator(trace, { prettyPrint: true }),
    prettyPrint: true,
    sources: new SourceText({ find: () => Promise.resolve({ path: '/here/app.c' }) }, () =>
      Promise.resolve(text),
    ),
    substitutePaths: () => undefined,
    disassembly: {
      flavor: 'att',
      of: () => {
        throw new Error('no decoder');
      },
    },
    log: (words) => {
      logged.push(words);
    },
    search: (find) => find({}),
    ...breakpointsOf(trace, { recordedAs: (_, files) => Promise.resolve([...files]) }),
    readScript: (name) => Promise.resolve(scripts.get(name)),
    goTo: (to) => {
      trace.cursor.moveTo(to, console);
      return Promise.resolve();
    },
  });
  return {
    trace,
    console,
    logged,
    scripts,
    say: async (line, level) => {
      try {
        return (await console.run(line, level)).value;
      } catch (error) {
        return `error: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  };
}
