// Expressions compiled for a target's agent, against gdb's code for the same: both are run on the
// same frames, and what gdb's code comes to and records, this project's does too. What gdb's does
// wrong is in data/agent/differences.json.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAgentExpression } from '../../src/format/agentExpression';
import {
  compileForCollecting,
  compileForValue,
  type AgentCollection,
} from '../../src/expressions/agent/compileForAgent';
import { compileSiteAt, type CompileSite } from '../../src/expressions/agent/compileSite';
import type { Problem } from '../../src/expressions/problem';
import { resolveLocation } from '../../src/remote/record/resolveLocation';
import {
  runAgentExpression,
  type AgentMachine,
  type Collecting,
} from '../../src/trace/collection/agentRun';
import { bytesOutside, fullMachine, gdbWords, joined, type CompiledByGdb } from './agentWords';
import { openTraced, type ProgramTrace } from './programTrace';

/** The traces that gdb was asked about, with their programs. */
const traces: readonly (readonly [trace: string, program: string])[] = [
  ['x86_64/app', 'x86_64/app'],
  ['x86_64/app-O2', 'x86_64/app-O2'],
  ['aarch64/t1-regs', 'aarch64/app'],
  ['aarch64/t4-O2', 'aarch64/app-O2'],
  ['s390x/t1-regs', 's390x/app'],
  ['extra/i386/lanes.plain', 'extra/i386/lanes'],
  ['extra/x86_64/meter.plain', 'extra/x86_64/meter'],
  ['extra/x86_64/boxes.locations', 'extra/x86_64/boxes'],
  ['programs/values/values.plain', 'programs/values/values'],
  ['programs/classes/classes-clang.plain', 'programs/classes/classes-clang'],
  ['programs/inlined/inlined.plain', 'programs/inlined/inlined'],
  ['programs/tour/tour-O2.plain', 'programs/tour/tour-O2'],
  ['programs/tour/tour-i386.plain32', 'programs/tour/tour-i386'],
  ['programs/tour/tour-i386-O2.plain32', 'programs/tour/tour-i386-O2'],
];

interface Difference {
  readonly why: string;
  /** Matches names of traces. */
  readonly trace: string;
  /** Matches a kind with the address and an expression, which are not compared. */
  readonly expression?: string;
  /** Instructions that are wrong in gdb's code, and the right ones, with which it is compared. */
  readonly gdbWrites?: string;
  readonly forWhat?: string;
}

const differences = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/agent/differences.json'), 'utf8'),
) as readonly Difference[];
const used = new Set<Difference>();
const counts = {
  values: 0,
  collected: 0,
  bytesMore: 0,
  registers: 0,
  beyondGdb: 0,
  refusedByBoth: 0,
  differing: 0,
  locations: 0,
};

function difference(trace: string, { kind, address, expression }: CompiledByGdb) {
  const asked = `${kind} 0x${address.toString(16)} ${expression}`;
  const found = differences.find(
    (each) =>
      each.expression !== undefined &&
      new RegExp(each.trace).test(trace) &&
      new RegExp(each.expression).test(asked),
  );
  if (found) used.add(found);
  return found;
}

/** gdb's code without what is known to be wrong in it. */
function repaired(trace: string): (listing: string) => string {
  return (listing) =>
    differences.reduce((text, each) => {
      const { gdbWrites, forWhat = '' } = each;
      if (gdbWrites === undefined || !new RegExp(each.trace).test(trace)) return text;
      if (text.includes(gdbWrites)) used.add(each);
      return text.replaceAll(gdbWrites, forWhat);
    }, listing);
}

function targetOf({ trace, modules }: ProgramTrace) {
  const { layout } = trace.recording;
  if (!layout) throw new Error('no registers');
  const order = modules[0]?.program.elf.order ?? 'little';
  return { layout, order, modules, variable: () => undefined };
}

async function machinesOf({ trace }: ProgramTrace): Promise<AgentMachine[]> {
  const frames = [0, Math.floor(trace.recording.index.count / 2), trace.recording.index.count - 1];
  return Promise.all(frames.map(async (frame) => fullMachine(await trace.machine(frame))));
}

/** What differs between both codes on one machine; undefined where nothing does. */
async function compared(
  given: CompiledByGdb,
  ours: { readonly bytecode: Uint8Array } | AgentCollection,
  machine: AgentMachine,
): Promise<string | undefined> {
  const { code } = given;
  if (!code) return 'no code';
  const gdbs = await runAgentExpression(code, machine);
  if ('bytecode' in ours) {
    const own = await runAgentExpression(readAgentExpression(ours.bytecode), machine);
    counts.values++;
    const isSame = own.value === gdbs.value && own.stopped === gdbs.stopped;
    return isSame ? undefined : `${own.value ?? own.stopped}, gdb ${gdbs.value ?? gdbs.stopped}`;
  }
  const collected: Collecting[] = ours.memory.map(({ address, length }) => ({
    kind: 'memory',
    address,
    length: BigInt(length),
  }));
  for (const bytes of ours.expressions) {
    const run = await runAgentExpression(readAgentExpression(bytes), machine);
    if (run.stopped !== undefined) return run.stopped;
    collected.push(...run.collected);
  }
  const [own, wanted] = [joined(collected), joined(gdbs.collected)];
  counts.collected++;
  if (bytesOutside(own, wanted) > 0n) counts.bytesMore++;
  counts.registers += given.registers.length;
  const lacking = given.registers.filter((number) => !ours.registers.includes(number));
  if (lacking.length > 0) return `without registers ${lacking.join(' ')}`;
  const missing = bytesOutside(wanted, own);
  return missing > 0n ? `${missing} bytes missing` : undefined;
}

function compileHere(
  { kind, expression }: CompiledByGdb,
  site: CompileSite,
): Promise<{ readonly bytecode: Uint8Array } | AgentCollection | Problem> {
  return kind === 'value'
    ? compileForValue(expression, site)
    : compileForCollecting(expression, site);
}

describe.each(traces)('%s', (trace, program) => {
  it('is compiled to what does the same', async () => {
    const opened = await openTraced({ trace, program, oracle: '' });
    const target = targetOf(opened);
    const machines = await machinesOf(opened);
    const scenes = new Map<bigint, CompileSite>();
    const found: { asked: string; ours: string }[] = [];
    for (const given of gdbWords(trace, repaired(trace)).compiled) {
      const site = scenes.get(given.address) ?? (await compileSiteAt(target, given.address));
      scenes.set(given.address, site);
      const ours = await compileHere(given, site);
      if ('problem' in ours) {
        if (given.refused !== undefined) counts.refusedByBoth++;
        else if (difference(trace, given)) counts.differing++;
        else found.push({ asked: given.expression, ours: ours.problem });
        continue;
      }
      if (given.refused !== undefined) {
        counts.beyondGdb++;
        continue;
      }
      for (const machine of machines) {
        const differing = await compared(given, ours, machine);
        if (differing === undefined) continue;
        if (difference(trace, given)) counts.differing++;
        else found.push({ asked: `${given.kind} ${given.expression}`, ours: differing });
      }
    }
    await opened.dispose();
    expect(found).toEqual([]);
  });

  it('has its tracepoints where gdb puts them', async () => {
    const opened = await openTraced({ trace, program, oracle: '' });
    const target = targetOf(opened);
    const found: { location: string; ours: unknown; gdbs: unknown }[] = [];
    for (const { location, addresses } of gdbWords(trace).located) {
      const ours = await resolveLocation(location, target);
      const own = 'problem' in ours ? undefined : ours.addresses.map((each) => each.toString(16));
      const gdbs = addresses?.map((each) => each.toString(16));
      counts.locations++;
      if (own?.join(' ') !== gdbs?.join(' ')) found.push({ location, ours: own, gdbs });
    }
    await opened.dispose();
    expect(found).toEqual([]);
  });
});

describe('the comparisons', () => {
  it('were all made, and every difference is one', () => {
    expect(counts).toEqual({
      values: 9789,
      collected: 3999,
      bytesMore: 30,
      registers: 2601,
      beyondGdb: 421,
      refusedByBoth: 590,
      differing: 27,
      locations: 367,
    });
    expect(differences.filter((each) => !used.has(each))).toEqual([]);
  });
});
