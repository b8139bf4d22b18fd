// Call stacks against gdb: `bt` without arguments and places, and for each stack frame where it
// lies, where its caller's registers were saved, and what they are. Where the answers differ,
// data/stack/differences.json says why.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { unsigned, type ByteOrder } from '../../src/bytes/cursor';
import { hexAddress } from '../../src/bytes/hex';
import { MemorySource } from '../../src/bytes/source';
import type {
  CallStack,
  LoadedModule,
  SavedRegister,
  StackFrame,
} from '../../src/machine/stackFrame';
import { callStack } from '../../src/machine/unwind/callStack';
import { openProgram } from '../../src/symbols/openProgram';
import { corpus } from './corpusTrace';
import { answersOf, openValues, oraclesOfValues, type Answer } from './valuesTrace';

/** Answers of each kind that were compared, on one trace. */
interface Counts {
  /** Lines of `bt`. */
  readonly lines: number;
  /** Addresses of stack frames, and of registers saved in them. */
  readonly addresses: number;
  readonly registers: number;
}

const counts: Readonly<Record<string, Partial<Counts>>> = {
  'aarch64/t1-regs': { lines: 99 },
  'aarch64/t10-circ': { lines: 16 },
  'aarch64/t2-step': { lines: 76 },
  'aarch64/t3-memonly': { lines: 72 },
  'aarch64/t4-O2': { lines: 114 },
  'extra/i386/lanes.memory': { lines: 8 },
  'extra/i386/lanes.plain': { lines: 124 },
  'extra/pie/gears.both': { lines: 123 },
  'extra/pie/gears.both.live': { lines: 123 },
  'extra/pie/gears.library': { lines: 36 },
  'extra/pie/gears.library.live': { lines: 48 },
  'extra/pie/gears.one': { lines: 2 },
  'extra/pie/gears.one.live': { lines: 2 },
  'extra/x86_64/boxes.constructor': { lines: 20 },
  'extra/x86_64/boxes.locations': { lines: 66 },
  'extra/x86_64/boxes.memory': { lines: 16 },
  'extra/x86_64/meter-pie.plain': { lines: 122 },
  'extra/x86_64/meter-pie.plain.live': { lines: 92 },
  'extra/x86_64/meter.circular': { lines: 66 },
  'extra/x86_64/meter.disabled': { lines: 18 },
  'extra/x86_64/meter.disconnected': { lines: 12 },
  'extra/x86_64/meter.empty': { lines: 32 },
  'extra/x86_64/meter.error': { lines: 24 },
  'extra/x86_64/meter.fast': { lines: 12 },
  'extra/x86_64/meter.full': { lines: 19 },
  'extra/x86_64/meter.null': { lines: 12 },
  'extra/x86_64/meter.plain': { lines: 92 },
  'extra/x86_64/meter.running': { lines: 25 },
  'extra/x86_64/meter.string': { lines: 12 },
  'extra/x86_64/meter.unstarted': {},
  'extra/x86_64/meter.wide': { lines: 1 },
  'extra/x86_64/vectors.plain': { lines: 9 },
  'programs/classes/classes-clang.plain': { lines: 31, addresses: 69, registers: 93 },
  'programs/classes/classes.partial': { lines: 27, addresses: 29, registers: 45 },
  'programs/classes/classes.plain': { lines: 31, addresses: 81, registers: 93 },
  'programs/containers/containers.plain': { lines: 8, addresses: 27, registers: 24 },
  'programs/holders/holders.plain': { lines: 6, addresses: 12 },
  'programs/inlined/inlined-clang.plain': { lines: 132, addresses: 221, registers: 1040 },
  'programs/inlined/inlined.plain': { lines: 121, addresses: 215, registers: 952 },
  'programs/inlined/inlined.registers': { lines: 58, addresses: 29, registers: 144 },
  'programs/mini/mini.plain': { lines: 3, addresses: 7, registers: 9 },
  'programs/names/names-simple.plain': { lines: 2, addresses: 4, registers: 6 },
  'programs/names/names-units.plain': { lines: 2, addresses: 5, registers: 6 },
  'programs/nested/nested.plain': { lines: 29, addresses: 77, registers: 87 },
  'programs/partial/partial.members': { lines: 28, addresses: 19, registers: 52 },
  'programs/partial/partial.string': { lines: 3, addresses: 1, registers: 3 },
  'programs/pie/harbour.plain': { lines: 26, addresses: 62, registers: 130 },
  'programs/places/places.plain': { lines: 18, addresses: 36, registers: 36 },
  'programs/rust/rusty-O0.plain': { lines: 9, addresses: 14, registers: 27 },
  'programs/rust/rusty-O2.plain': { lines: 8, addresses: 19, registers: 24 },
  'programs/signals/signals.plain': { lines: 32, addresses: 112, registers: 160 },
  'programs/tour/tour-O2.plain': { lines: 42, addresses: 73, registers: 168 },
  'programs/tour/tour-clang-i386.plain32': { lines: 22, addresses: 51 },
  'programs/tour/tour-clang.plain': { lines: 22, addresses: 45, registers: 88 },
  'programs/tour/tour-dwarf2.plain': { lines: 22, addresses: 61, registers: 88 },
  'programs/tour/tour-dwarf5.plain': { lines: 42, addresses: 74, registers: 168 },
  'programs/tour/tour-i386-O2.plain32': { lines: 36, addresses: 91 },
  'programs/tour/tour-i386.plain32': { lines: 42, addresses: 125 },
  'programs/values/values-clang.plain': { lines: 14, addresses: 28, registers: 70 },
  'programs/values/values.plain': { lines: 14, addresses: 32, registers: 70 },
  's390x/t1-regs': { lines: 69 },
  's390x/t10-circ': { lines: 14 },
  's390x/t2-step': { lines: 64 },
  's390x/t3-memonly': { lines: 72 },
  'x86_64/app': { lines: 322 },
  'x86_64/app-O2': { lines: 40 },
  'x86_64/app-memory-only': { lines: 40 },
  'x86_64/app-pie': { lines: 98 },
};

/** Why some answers are not gdb's. Patterns are regular expressions. */
interface Difference {
  readonly traces: string;
  readonly question: string;
  readonly gdb: string;
  readonly ours: string;
  /** How many answers it explains. */
  readonly count: number;
  readonly reason: string;
}

const differences = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/stack/differences.json'), 'utf8'),
) as Difference[];
const explained = differences.map(() => 0);

/** An answer of both. */
interface Compared {
  readonly trace: string;
  readonly question: string;
  readonly gdb: string;
  readonly ours: string;
}

/** Whether both say the same, or the difference is known. */
function agree({ trace, question, gdb, ours }: Compared): boolean {
  if (gdb === ours) return true;
  const known = differences.findIndex(
    (each) =>
      new RegExp(`^(${each.traces})$`).test(trace) &&
      new RegExp(`^(${each.question})$`).test(question) &&
      new RegExp(each.gdb, 's').test(gdb) &&
      new RegExp(each.ours, 's').test(ours),
  );
  if (known < 0) return false;
  explained[known] = (explained[known] ?? 0) + 1;
  return true;
}

const stopped = 'Backtrace stopped: not enough registers or memory available to unwind further';

/** A line of `bt` without arguments and place; the PC where gdb prints it. */
function shortened(line: string): string {
  const [, level, at, name] = /^#(\d+) +(?:(\S+) in )?(.*?) \(/.exec(line) ?? [];
  if (name !== undefined)
    return [`#${level}`, at && withoutZeros(at), name].filter(Boolean).join(' ');
  return line.replace(/^#(\d+) +/, '#$1 ');
}

function withoutZeros(address: string): string {
  return address.replace(/^0x0+(?=.)/, '0x');
}

/** The call stack as gdb's `bt` writes it; `theirs` tells where it prints the PC. */
async function backtrace(
  { frames, end, unavailableCaller }: CallStack,
  theirs: readonly string[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const frame of frames) {
    const { level, pc } = frame;
    const at = theirs[level]?.startsWith(`#${level} 0x`) ? ` ${hexAddress(pc)}` : '';
    const name = frame.kind === 'signal' ? '<signal handler called>' : await nameOf(frame);
    lines.push(`#${level}${frame.kind === 'signal' ? '' : at} ${name}`);
  }
  if (unavailableCaller) lines.push(`#${frames.length} <unavailable> ??`);
  return end === undefined ? lines : [...lines, stopped];
}

async function nameOf({ scope, module, lookupPc }: StackFrame): Promise<string> {
  const named = module && (await module.program.functionAt(lookupPc - module.slide));
  return scope?.name ?? named?.name ?? '??';
}

/** A register as the number that gdb prints first. */
function registerText(register: SavedRegister | undefined, order: ByteOrder): string {
  switch (register?.kind) {
    case 'value':
      return hexAddress(unsigned(register.bytes, order));
    case 'unavailable':
      return '<unavailable>';
    case 'notSaved':
      return '<not saved>';
    case undefined:
      return 'none';
  }
}

/**
 * What gdb says of addresses in `info frame`: the stack frame's own, and where its caller's
 * registers are.
 */
function addressesIn(lines: readonly string[]): { frame?: string; saved: [string, string][] } {
  const text = lines.join('\n');
  const frame = /^Stack level \d+, frame at (0x[0-9a-f]+)/.exec(text)?.[1];
  const saved = text.split('Saved registers:')[1] ?? '';
  return {
    ...(frame === undefined ? {} : { frame }),
    saved: [...saved.matchAll(/(\w+) at (0x[0-9a-f]+)/g)].map(([, name = '', at = '']) => [
      name,
      at,
    ]),
  };
}

/** The answers about each stack frame, by its level. */
function byLevel(answers: readonly Answer[]): { level: number; answers: Answer[] }[] {
  const levels: { level: number; answers: Answer[] }[] = [];
  for (const answer of answers) {
    const level = /^frame (\d+)$/.exec(answer.question)?.[1];
    if (level !== undefined) levels.push({ level: Number(level), answers: [] });
    else levels.at(-1)?.answers.push(answer);
  }
  return levels;
}

function* comparedAt(
  trace: string,
  { frames }: CallStack,
  order: ByteOrder,
  { level, answers }: { level: number; answers: readonly Answer[] },
): Generator<Compared & { readonly kind: 'addresses' | 'registers' }> {
  const frame = frames[level];
  if (!frame) return;
  for (const { question, lines } of answers) {
    const [, register] = /^info registers (\w+)$/.exec(question) ?? [];
    if (register !== undefined) {
      const gdb = /^\w+ +(0x[0-9a-f]+|<.*>)/.exec(lines[0] ?? '')?.[1] ?? 'none';
      const ours = registerText(frame.registerNamed(register), order);
      yield { kind: 'registers', trace, question, gdb, ours };
    }
    if (question !== 'info frame') continue;
    const said = addressesIn(lines);
    if (said.frame !== undefined) {
      const ours = frame.cfa === undefined ? '0x0' : hexAddress(frame.cfa);
      yield { kind: 'addresses', trace, question: 'frame at', gdb: said.frame, ours };
    }
    const caller = frames[level + 1];
    for (const [name, gdb] of caller ? said.saved : []) {
      const saved = caller?.registerNamed(name);
      const at = saved?.kind === 'value' ? saved.address : undefined;
      const ours = at === undefined ? registerText(saved, order) : hexAddress(at);
      yield { kind: 'addresses', trace, question: `${name} at`, gdb, ours };
    }
  }
}

/** The shared object that is traced beside the program. */
async function libraryOf(trace: string): Promise<LoadedModule[]> {
  const file = libraries.find(([pattern]) => pattern.test(trace))?.[1];
  if (file === undefined) return [];
  const opened = await openProgram(new MemorySource(readFileSync(path.join(corpus, file))), file);
  if ('problem' in opened) throw new Error(opened.problem);
  return [{ program: opened.program, slide: 0x7ffff7fbb000n }];
}

const libraries = [
  [/^extra\/pie\/gears\./, 'extra/pie/libgearbox.so'],
  [/^programs\/pie\/harbour\./, 'programs/pie/libgauge.so'],
] as const;

const oracles = oraclesOfValues().filter((name) => !name.endsWith('.pretty'));

it('every oracle of the corpus is compared', () => {
  expect(Object.keys(counts).sort()).toEqual(oracles);
});

describe('call stacks', () => {
  it.each(oracles)('%s: those of gdb', async (oracle) => {
    const name = oracle.replace(/\.live$/, '');
    const trace = await openValues(name);
    const modules = [...trace.modules, ...(await libraryOf(name))];
    const found = { lines: 0, addresses: 0, registers: 0 };
    for (const [number, answers] of answersOf(oracle)) {
      const { machine } = await trace.stopped(number);
      const stack = await callStack(machine, modules);
      const bt = answers.find(({ question }) => question === 'bt');
      const theirs = (bt?.lines ?? []).map(shortened);
      const ours = await backtrace(stack, theirs);
      const both = { trace: oracle, question: 'bt', gdb: theirs.join('\n'), ours: ours.join('\n') };
      if (bt && !agree(both)) expect.soft(ours, `frame ${number}`).toEqual(theirs);
      found.lines += theirs.length;
      for (const level of byLevel(answers)) {
        for (const compared of comparedAt(oracle, stack, machine.frame.order, level)) {
          const { kind, question, gdb, ours: own } = compared;
          const where = `frame ${number}, level ${level.level}, ${question}`;
          if (!agree(compared)) expect.soft(`${where}: ${own}`).toBe(`${where}: ${gdb}`);
          found[kind]++;
        }
      }
    }
    trace.dispose();
    expect(found).toEqual({ lines: 0, addresses: 0, registers: 0, ...counts[oracle] });
  });

  it('every known difference is still there', () => {
    expect(explained).toEqual(differences.map(({ count }) => count));
  });
});
