// Listings of functions, held against what gdb 13.1 prints of them: `disassemble` in all its forms
// and `x/i`; and the instructions at the PC of every frame of the corpus that gdb was asked for.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { CodeWindow } from '../../src/disassembly/code';
import { Disassembler } from '../../src/disassembly/disassembler';
import {
  dumped,
  examined,
  type ListingNames,
  type ListingSources,
} from '../../src/disassembly/listing';
import { symbolOf } from '../../src/values/symbolText';
import { type Program } from '../../src/symbols/program';
import { openProgram } from '../../src/symbols/openProgram';
import { TraceModule } from '../../src/trace/traceModule';
import { Trace } from '../../src/trace/trace';
import { corpus, corpusTraces, programs } from './corpusTrace';
import { decoderHere } from '../capstone';
import { folder } from './disassemblyWords';

async function open(file: string): Promise<Program> {
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

function namesOf(program: Program, pc?: bigint): ListingNames {
  const modules = [{ program, slide: 0n }];
  return { pc, symbolOf: (address) => symbolOf(address, { modules }, true) };
}

/**
 * gdb finds the sources of programs in the corpus beside them; files go by the name in the line
 * table.
 */
async function sourcesOf(
  program: Program,
  file: string,
  start: bigint,
  end: bigint,
): Promise<ListingSources> {
  const { directory = '' } = (await program.compilationAt(start)) ?? {};
  const textOf = (name: string, line: number) => {
    const beside = path.join(path.dirname(file), path.basename(name));
    const text = existsSync(beside)
      ? readFileSync(beside, 'utf8').split('\n')[line - 1]
      : undefined;
    return Promise.resolve(text);
  };
  const fileName = (name: string) =>
    name.startsWith(`${directory}/`) ? name.slice(directory.length + 1) : name;
  return {
    lineAt: (address) => program.lines.lineSpanAt(address),
    lines: await program.lines.linesOfFileFrom(start, end),
    fileName,
    textOf,
  };
}

/** What this project answers to a command of gdb. */
async function answer(program: Program, file: string, command: string): Promise<readonly string[]> {
  const module = new TraceModule(program, 0n, '');
  const machine = {
    memory: { read: (address: bigint, length: number) => module.read(address, length) },
    registers: undefined,
    frame: { order: program.elf.order },
  };
  const code = CodeWindow.of(machine, [{ program, slide: 0n }], 'att');
  if (!code) throw new Error('no instruction set');
  const disassembler = new Disassembler(await decoderHere(), code);
  const [, verb = '', name = '', length] = /^(.*?) (\w+)(?:,\+(\d+))?$/.exec(command) ?? [];
  const [entry] = await program.addressesOfFunction(name);
  if (!entry) throw new Error(`no function ${name}`);
  const start = entry.entry;
  const names = namesOf(program);
  if (verb === 'x/12i') return examined(await disassembler.from(start, 12), names);
  const end =
    length === undefined ? (await program.functionAt(start))?.end : start + BigInt(length);
  if (end === undefined) throw new Error(`no end of ${name}`);
  const letters = verb.replace(/^disassemble ?\/?/, '');
  const listing = await dumped(
    await disassembler.between(start, end),
    length === undefined
      ? { functionName: (await names.symbolOf(start)) ?? name, start }
      : { start, end },
    names,
    {
      addressSize: program.elf.bits / 8,
      raw: letters.includes('r'),
      ...(/[sm]/.test(letters) && { sources: await sourcesOf(program, file, start, end) }),
      order: letters.includes('m') ? 'line' : 'address',
    },
  );
  return listing.lines;
}

/** Lines of one side that the other lacks: all but those of the longest common subsequence. */
function differing(theirs: readonly string[], ours: readonly string[]): string[] {
  const common = theirs.map(() => new Uint32Array(ours.length + 1));
  common.push(new Uint32Array(ours.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = theirs.length - 1; i >= 0; i--) {
    for (let j = ours.length - 1; j >= 0; j--) {
      const length =
        theirs[i] === ours[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      common[i]?.fill(length, j, j + 1);
    }
  }
  const found: string[] = [];
  let [i, j] = [0, 0];
  while (i < theirs.length || j < ours.length) {
    if (i < theirs.length && theirs[i] === ours[j]) [i, j] = [i + 1, j + 1];
    else if (j >= ours.length || (i < theirs.length && at(i + 1, j) >= at(i, j + 1)))
      found.push(`- ${theirs[i++] ?? ''}`);
    else found.push(`+ ${ours[j++] ?? ''}`);
  }
  return found;
}

/** Lines that each program's listings must have, and those of them that differ. */
const listings: Readonly<
  Record<string, readonly [file: string, lines: number, differing: number]>
> = {
  'aarch64-app': ['../../../corpus/aarch64/app', 1189, 0],
  'extra-i386-lanes': ['../../../corpus/extra/i386/lanes', 818, 0],
  'programs-classes-classes': ['../../../corpus/programs/classes/classes', 451, 0],
  // /s: the line whose row is empty.
  'programs-inlined-inlined': ['../../../corpus/programs/inlined/inlined', 699, 5],
  // /m: filling behind the last line.
  's390x-app': ['../../../corpus/s390x/app', 1239, 2],
  // Here and below, gdb keeps words about a source that is missing for its errors.
  'symbols-aarch64': ['../symbols/programs/aarch64', 185, 1],
  // Data is data, where gdb reads it as A32.
  'symbols-arm-thumb': ['../symbols/programs/arm-thumb', 180, 11],
  'symbols-mips-be': ['../symbols/programs/mips-be', 206, 1],
  'symbols-ppc64-opd': ['../symbols/programs/ppc64-opd', 232, 1],
  // Addresses that two instructions make together.
  'symbols-riscv64': ['../symbols/programs/riscv64', 200, 13],
  'symbols-s390x': ['../symbols/programs/s390x', 177, 1],
  'x86_64-app': ['../../../corpus/x86_64/app', 790, 0],
  // /s as with inlined.
  'x86_64-app-O2': ['../../../corpus/x86_64/app-O2', 452, 4],
};

describe('gdb’s listings', () => {
  it('are recorded for every program', () => {
    const recorded = readdirSync(path.join(folder, 'gdb')).map((name) => name.slice(0, -4));
    expect(recorded.sort()).toEqual(Object.keys(listings).sort());
  });

  it.each(Object.entries(listings))('%s', async (name, [relative, lines, differences]) => {
    const file = path.join(folder, relative);
    const program = await open(file);
    const words = readFileSync(path.join(folder, 'gdb', `${name}.txt`), 'utf8');
    let compared = 0;
    const different: string[] = [];
    for (const section of words.split(/^@ /m).slice(1)) {
      const [command = '', ...theirs] = section.trimEnd().split('\n');
      const ours = await answer(program, file, command);
      compared += theirs.length;
      different.push(...differing(theirs, ours).map((each) => `${command}: ${each}`));
    }
    expect([compared, different.length]).toEqual([lines, differences]);
  });
});

/** Lines of `x/3i $pc` that gdb printed of a trace's frames. */
const examinedLines: Readonly<Record<string, number>> = {
  'x86_64/app': 342,
  'x86_64/app-O2': 60,
  'x86_64/app-memory-only': 60,
  'aarch64/t1-regs': 117,
  's390x/t1-regs': 117,
  'aarch64/t2-step': 156,
  's390x/t2-step': 156,
  'aarch64/t3-memonly': 108,
  's390x/t3-memonly': 108,
  'aarch64/t4-O2': 189,
  'aarch64/t10-circ': 18,
  'extra/x86_64/meter.disabled': 18,
  'extra/x86_64/meter.fast': 18,
  'extra/x86_64/meter.null': 18,
  'extra/x86_64/meter.string': 18,
  's390x/t10-circ': 21,
  'extra/i386/lanes.memory': 12,
  'extra/x86_64/meter.disconnected': 12,
  'extra/i386/lanes.plain': 120,
  'extra/x86_64/boxes.constructor': 24,
  'extra/x86_64/meter.error': 24,
  'extra/x86_64/meter.full': 24,
  'extra/x86_64/boxes.locations': 72,
  'extra/x86_64/boxes.memory': 9,
  'extra/x86_64/vectors.plain': 9,
  'extra/x86_64/meter.circular': 99,
  'extra/x86_64/meter.empty': 48,
  'extra/x86_64/meter.plain': 87,
  'extra/x86_64/meter.running': 30,
  'extra/x86_64/meter.wide': 3,
};

describe('the instructions at the PC of every frame', () => {
  it.each(corpusTraces.filter(([name]) => instructionsOf(name).size > 0))('%s', async (name) => {
    const file = path.join(corpus, programs[name] ?? '');
    const program = await open(file);
    const opened = await Trace.open(
      new MemorySource(readFileSync(path.join(corpus, `${name}.tf`))),
      name,
    );
    if ('problem' in opened) throw new Error(opened.problem);
    const { trace } = opened;
    await trace.recording.indexed;
    await trace.modules.use({ program, dispose: () => undefined }, undefined);
    let compared = 0;
    for (const [frame, theirs] of instructionsOf(name)) {
      const machine = await trace.machine(frame);
      const modules = trace.modules.current.loaded;
      const code = CodeWindow.of(machine, modules, 'att');
      if (!code || machine.pc === undefined) throw new Error(`frame ${frame} has no code`);
      const rows = await new Disassembler(await decoderHere(), code).from(
        machine.pc,
        theirs.length,
      );
      const ours = await examined(rows, {
        pc: machine.pc,
        symbolOf: (address) => symbolOf(address, { modules }, true),
      });
      expect(ours, `frame ${frame}`).toEqual(theirs);
      compared += theirs.length;
    }
    expect(compared).toBe(examinedLines[name]);
    trace.dispose();
  });
});

/** What gdb printed for `x/3i $pc`, by frame, without frames where it had no answer. */
function instructionsOf(name: string): Map<number, string[]> {
  const text = readFileSync(path.join(corpus, `${name}.oracle.txt`), 'latin1');
  const found = new Map<number, string[]>();
  for (const section of text.split(/^=== FRAME /m).slice(1)) {
    const words = /^--- x\/3i \$pc\n((?:(?:=>|  ) .*\n)+)/m.exec(section)?.[1];
    if (words !== undefined && !words.includes('ERR')) {
      found.set(parseInt(section, 10), words.trimEnd().split('\n'));
    }
  }
  return found;
}
