// Tracepoints against gdb's `info tracepoints`. gdb takes gdbserver's decimal counters for hexadecimal
// ones: the true number is asserted, and that gdb's is the misreading.
import { describe, expect, it } from 'vitest';
import { counterBase, readCounters } from '../../src/format/counters';
import type { Tracepoint } from '../../src/format/description';
import { corpusTraces, readCorpusTrace, type CorpusTrace, type Oracle } from './corpusTrace';

const compared = { tracepoints: 0, addresses: 0, commands: 0, conditions: 0, hits: 0, usages: 0 };

/** A tracepoint as `info tracepoints` shows it, its lines trimmed. */
interface ToldTracepoint {
  readonly number: number;
  readonly enabled: boolean;
  readonly address: bigint;
  readonly what: string;
  readonly condition?: string;
  readonly hits: number;
  readonly usage: number;
  readonly pass: number;
  readonly commands: readonly string[];
}

function readTold(head: readonly string[]): ToldTracepoint[] {
  const table = head.slice(
    head.findIndex((line) => line.startsWith('Num ')) + 1,
    head.findIndex((line) => line.startsWith('Name ')),
  );
  const told: string[][] = [];
  for (const line of table) {
    if (/^\d/.test(line)) told.push([line]);
    else told.at(-1)?.push(line.trim());
  }
  return told.map(([first = '', ...lines]) => readEntry(first, lines));
}

function readEntry(first: string, lines: readonly string[]): ToldTracepoint {
  const [, number, enabled, address = '', what = ''] =
    /^(\d+)\s+tracepoint\s+keep (y|n)\s+(0x[0-9a-f]+) (.*)$/.exec(first) ?? [];
  const about = /^(trace only if |tracepoint already hit |trace buffer usage |pass count )(.*)$/;
  const facts = new Map(lines.flatMap((line) => factOf(about.exec(line))));
  const condition = facts.get('trace only if ');
  return {
    number: Number(number),
    enabled: enabled === 'y',
    address: BigInt(address),
    what,
    ...(condition !== undefined && { condition }),
    hits: Number.parseInt(facts.get('tracepoint already hit ') ?? '0', 10),
    usage: Number.parseInt(facts.get('trace buffer usage ') ?? '0', 10),
    pass: Number.parseInt(facts.get('pass count ') ?? '0', 10),
    commands: lines.filter((line) => !about.test(line) && line !== 'not installed on target'),
  };
}

function factOf(match: RegExpExecArray | null): [string, string][] {
  const [, name = '', value = ''] = match ?? [];
  return match ? [[name, value]] : [];
}

/** gdb's address of a tracepoint, before it went wrong with position-independent programs. */
function createdAt({ head }: Oracle, number: number): bigint {
  const created = head.find((line) => line.startsWith(`Created tracepoint ${number} for target's`));
  return BigInt(/ at (0x[0-9a-f]+)\.$/.exec(created ?? '')?.[1] ?? '-1');
}

function compare(told: ToldTracepoint, read: Tracepoint, oracle: Oracle): void {
  const [location] = read.locations;
  expect(read.enabled).toBe(told.enabled);
  expect(read.locations).toHaveLength(1);
  expect(location?.address).toBe(createdAt(oracle, told.number));
  compared.addresses++;
  expect(read.condition).toBe(told.condition);
  if (told.condition !== undefined) compared.conditions++;
  expect(read.commands.map((command) => command.trim())).toEqual(told.commands);
  compared.commands += told.commands.length;
  expect(read.pass).toBe(told.pass);
  if (/^\S+\.c:\d+$/.test(read.at ?? '')) expect(told.what).toContain(` at ${read.at ?? ''}`);
  const stepping = /^while-stepping (\d+)$/.exec(
    read.commands.find((c) => c.startsWith('while')) ?? '',
  );
  expect(read.step).toBe(Number(stepping?.[1] ?? 0));
}

function compareCounters(told: ToldTracepoint, read: Tracepoint, trace: CorpusTrace): void {
  const { description, index } = trace;
  const base = counterBase(description, (tracepoint) => index.bytesOf(tracepoint));
  expect(base).toBe('decimal');
  const counters = readCounters(read, index.bytesOf(read.number), base);
  if (!counters) throw new Error('no counters');
  expect(Number.parseInt(String(counters.hits), 16)).toBe(told.hits);
  expect(Number.parseInt(String(counters.usage), 16)).toBe(told.usage);
  compared.hits++;
  if (description.status?.circularBuffer) return;
  expect(counters.usage).toBe(index.bytesOf(read.number));
  if (read.step === 0) expect(counters.hits).toBe(index.framesOf(read.number));
  compared.usages++;
}

describe.each(corpusTraces)('%s', (name) => {
  it('has the tracepoints that gdb tells', async () => {
    const trace = await readCorpusTrace(name);
    const { description, oracle } = trace;
    const told = readTold(oracle.head);
    expect(told).toHaveLength(description.tracepoints.length);
    for (const entry of told) {
      const number = oracle.tracepoints.get(entry.number);
      const read = description.tracepoints.find((tracepoint) => tracepoint.number === number);
      if (!read) throw new Error(`no tracepoint ${number ?? '?'}`);
      compare(entry, read, oracle);
      compareCounters(entry, read, trace);
      compared.tracepoints++;
    }
  });

  it('has as many actions as its lines say, all of known kinds', async () => {
    const { description } = await readCorpusTrace(name);
    const locations = description.tracepoints.flatMap((tracepoint) => tracepoint.locations);
    const actions = locations.flatMap((each) => [...each.actions, ...each.steppingActions]);
    const lines = description.lines.filter(({ text }) => /^tp [AS]/.test(text));
    expect(actions).toHaveLength(lines.length);
    expect(actions.filter(({ kind }) => kind === 'unknown')).toEqual([]);
  });
});

describe('the comparisons', () => {
  it('were all made', () => {
    expect(compared).toEqual({
      tracepoints: 36,
      addresses: 36,
      commands: 81,
      conditions: 5,
      hits: 36,
      usages: 28,
    });
  });
});
