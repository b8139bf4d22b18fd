// The traces of test/corpus/programs, opened as the product opens them: with the program, what
// stands beside it, and slides inferred where the program has no address of its own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../src/bytes/source';
import type { CallStack, LoadedModule } from '../../src/machine/stackFrame';
import type { FrameState } from '../../src/machine/frameState';
import { CompanionFiles } from '../../src/platform/companionFiles';
import { openProgram } from '../../src/symbols/openProgram';
import { Trace } from '../../src/trace/trace';
import type { OpenedProgram } from '../../src/trace/moduleManager';
import { corpus } from './corpusTrace';

/** A trace and the program to open it with; paths in the corpus. */
export interface Traced {
  /** `programs/tour/tour-dwarf5.plain` */
  readonly trace: string;
  /** `programs/tour/tour-zstd`; of the same code as the one that was traced. */
  readonly program: string;
  /** Shared objects. */
  readonly further?: readonly string[];
  /** What gdb said. */
  readonly oracle: string;
  /** With pretty printers. */
  readonly pretty?: boolean;
}

const own = (folder: string, ...names: readonly string[]): Traced[] =>
  names.map((name) => ({
    trace: `programs/${folder}/${name}`,
    program: `programs/${folder}/${name.split('.')[0] ?? ''}`,
    oracle: `programs/${folder}/${name}`,
  }));

const pretty = (folder: string, ...names: readonly string[]): Traced[] =>
  own(folder, ...names).map((each) => ({
    ...each,
    oracle: `${each.oracle}.pretty`,
    pretty: true,
  }));

/** A program with the code of tour-dwarf5, whose debugging information is stored in another way. */
const twin = (name: string): Traced => ({
  trace: 'programs/tour/tour-dwarf5.plain',
  program: `programs/tour/${name}`,
  oracle: 'programs/tour/tour-dwarf5.plain',
});

/** A trace that was recorded elsewhere. */
const other = (machine: string, program: string, trace: string): Traced => ({
  trace: `${machine}/${trace}`,
  program: `${machine}/${program}`,
  oracle: `programs/${machine}/${trace}`,
});

/** All that gdb was asked about. */
export const traced: readonly Traced[] = [
  ...own('values', 'values.plain', 'values-clang.plain'),
  ...own('classes', 'classes.plain', 'classes.partial', 'classes-clang.plain'),
  ...own('inlined', 'inlined.plain', 'inlined.registers', 'inlined-clang.plain'),
  ...own('containers', 'containers.plain'),
  ...own('holders', 'holders.plain'),
  ...own('rust', 'rusty-O0.plain', 'rusty-O2.plain'),
  ...pretty('containers', 'containers.plain'),
  ...pretty('holders', 'holders.plain'),
  ...pretty('rust', 'rusty-O0.plain', 'rusty-O2.plain'),
  ...own('nested', 'nested.plain'),
  ...own('names', 'names-simple.plain', 'names-units.plain'),
  ...own('mini', 'mini.plain'),
  ...own('signals', 'signals.plain'),
  ...own('partial', 'partial.members', 'partial.string'),
  ...own('pie', 'harbour.plain').map((each) => ({
    ...each,
    further: ['programs/pie/libgauge.so'],
  })),
  ...own('tour', 'tour-dwarf2.plain', 'tour-dwarf5.plain', 'tour-O2.plain', 'tour-clang.plain'),
  ...own('tour', 'tour-i386.plain32', 'tour-i386-O2.plain32', 'tour-clang-i386.plain32'),
  other('aarch64', 'app', 't1-regs'),
  other('aarch64', 'app-O2', 't4-O2'),
  other('s390x', 'app', 't1-regs'),
  ...['tour-dwarf4', 'tour-dwarf64', 'tour-types', 'tour-split', 'tour-split4'].map(twin),
  ...['tour-zlib', 'tour-zlib-gnu', 'tour-zstd', 'tour-separate', 'tour-dwz'].map(twin),
];

/** Of languages that are read, and written in gdb's way where that costs little. */
export const otherLanguages: readonly Traced[] = [
  ...own('d', 'garden.plain'),
  ...own('fortran', 'tides.plain'),
  ...own('ada', 'fleet.plain'),
  ...own('pascal', 'locks.plain'),
  ...own('go', 'harvest.plain'),
];

/** An opened trace. */
export interface ProgramTrace {
  readonly trace: Trace;
  readonly modules: readonly LoadedModule[];
  stopped(frame: number): Promise<{ machine: FrameState; stack: CallStack }>;
  dispose(): Promise<void>;
}

/** Opens a trace with its programs. */
export async function openTraced({ trace: name, program, further }: Traced): Promise<ProgramTrace> {
  const source = new MemorySource(readFileSync(path.join(corpus, `${name}.tf`)));
  const opened = await Trace.open(source, `${name}.tf`);
  if ('problem' in opened) throw new Error(opened.problem);
  const { trace } = opened;
  const files = new CompanionFiles([]);
  await trace.recording.indexed;
  expectPlaced(await trace.modules.use(await open(program, files), undefined));
  for (const each of further ?? []) {
    expectPlaced(await trace.modules.add(await open(each, files), undefined));
  }
  await trace.recording.indexed;
  const modules = trace.modules.current.loaded;
  return {
    trace,
    modules,
    stopped: async (frame) => ({
      machine: await trace.machine(frame),
      stack: await trace.callStack(frame),
    }),
    async dispose() {
      trace.dispose();
      await files.close();
    },
  };
}

function expectPlaced({ state, explanation }: { state: string; explanation: string }): void {
  if (state !== 'placed') throw new Error(explanation);
}

async function open(name: string, files: CompanionFiles): Promise<OpenedProgram> {
  const file = path.join(corpus, name);
  const opened = await openProgram(new MemorySource(readFileSync(file)), file, files);
  if ('problem' in opened) throw new Error(opened.problem);
  return { program: opened.program, dispose: () => undefined };
}
