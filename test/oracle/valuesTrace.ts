// A trace with the program behind it, for the suites that compare values: the stack frames of any
// frame.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { RecentResults } from '../../src/bytes/cache';
import { MemorySource } from '../../src/bytes/source';
import type { CallStack, LoadedModule } from '../../src/machine/stackFrame';
import type { FrameState } from '../../src/machine/frameState';
import { callStack } from '../../src/machine/unwind/callStack';
import { type Program } from '../../src/symbols/program';
import { openProgram } from '../../src/symbols/openProgram';
import { Trace } from '../../src/trace/trace';
import { corpus, programs } from './corpusTrace';
import { otherLanguages } from './programTrace';

/** Where the system put the position-independent programs of the corpus. */
const usualSlide = 0x555555554000n;

/** A frame as a stopped program. */
interface Stopped {
  readonly machine: FrameState;
  readonly stack: CallStack;
}

export interface ValuesTrace {
  readonly modules: readonly LoadedModule[];
  stopped(frame: number): Promise<Stopped>;
  dispose(): void;
}

/**
 * The program of a trace: by the list of the corpus, or what stands before the first dot of its
 * name.
 */
function programOf(name: string): string {
  const folder = path.dirname(name);
  const own = path.basename(name).split('.')[0] ?? '';
  return programs[name] ?? `${folder}/${own}`;
}

/**
 * The traces of C, C++ and Rust that gdb was asked about, with their programs; `ending` chooses
 * among the oracles.
 */
export function oraclesOfValues(ending = '.oracle.txt'): string[] {
  return readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .filter((name) =>
      existsSync(path.join(corpus, programOf(name.replace(/\.(live|pretty)$/, '')))),
    )
    .filter((name) => !otherLanguages.some(({ oracle }) => oracle === name))
    .sort();
}

/** Shared objects that a traced program used, and where they lay. */
const libraries: Readonly<Record<string, { readonly file: string; readonly slide: bigint }>> = {
  'programs/pie/harbour.plain': { file: 'programs/pie/libgauge.so', slide: 0x7ffff7fbb000n },
  'extra/pie/gears.both': { file: 'extra/pie/libgearbox.so', slide: 0x7ffff7fbb000n },
  'extra/pie/gears.library': { file: 'extra/pie/libgearbox.so', slide: 0x7ffff7fbb000n },
};

async function programAt(file: string): Promise<Program> {
  const made = await openProgram(new MemorySource(readFileSync(path.join(corpus, file))), file);
  if ('problem' in made) throw new Error(made.problem);
  return made.program;
}

/** Opens a trace of the corpus with its program where it lay, or at its link addresses. */
export async function openValues(name: string, placed = true): Promise<ValuesTrace> {
  const source = new MemorySource(readFileSync(path.join(corpus, `${name}.tf`)));
  const opened = await Trace.open(source, name);
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  const program = await programAt(programOf(name));
  const slide = program.positionIndependent && placed ? usualSlide : 0n;
  await trace.modules.use({ program, dispose: () => undefined }, slide);
  const library = placed ? libraries[name] : undefined;
  const modules = [{ program, slide }];
  if (library) modules.push({ program: await programAt(library.file), slide: library.slide });
  for (const { program: further, slide: at } of modules.slice(1)) {
    await trace.modules.add({ program: further, dispose: () => undefined }, at);
  }
  await trace.recording.indexed;
  const stops = new RecentResults<number, Promise<Stopped>>(1);
  return {
    modules,
    // Many questions are about one frame.
    stopped: (frame) =>
      stops.get(frame, async () => {
        const machine = await trace.machine(frame);
        return { machine, stack: await callStack(machine, modules) };
      }),
    dispose: () => {
      trace.dispose();
    },
  };
}

/** An answer of gdb's: what was asked, and the lines of what it said. */
export interface Answer {
  readonly question: string;
  readonly lines: readonly string[];
}

/** The answers about a trace, by frame. */
export function answersOf(oracle: string): Map<number, Answer[]> {
  const text = readFileSync(path.join(corpus, `${oracle}.oracle.txt`), 'utf8');
  const frames = text.split(/^=== FRAME (?=\d+$)/m).slice(1);
  return new Map(frames.map((frame) => [Number.parseInt(frame, 10), answersIn(frame)]));
}

function answersIn(frame: string): Answer[] {
  return frame
    .split(/^--- /m)
    .slice(1)
    .map((section) => {
      const [question = '', ...lines] = section.replace(/\n+$/, '').split('\n');
      return { question, lines };
    });
}
