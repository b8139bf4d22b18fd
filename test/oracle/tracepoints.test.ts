// Tracepoints against gdb's `info tracepoints`. gdb takes gdbserver's decimal counters for
// hexadecimal ones: the true number is asserted, and that gdb's is the misreading.
import { describe, expect, it } from 'vitest';
import { counterBase, readCounters } from '../../src/format/counters';
import type { Tracepoint } from '../../src/format/description';
import { corpusTraces, readCorpusTrace, type CorpusTrace, type Oracle } from './corpusTrace';

const compared = {
  tracepoints: 0,
  addresses: 0,
  places: 0,
  commands: 0,
  conditions: 0,
  hits: 0,
  usages: 0,
};

/** gdb opens no file with `collect/s`. */
const refused = 'extra/x86_64/meter.string';

interface ToldLocation {
  readonly enabled: boolean;
  readonly address: bigint;
  /** `in FUNCTION at FILE:LINE` */
  readonly what: string;
}

/** A tracepoint as `info tracepoints` shows it, its lines trimmed. */
interface ToldTracepoint {
  readonly number: number;
  readonly enabled: boolean;
  /** Of each location: enabled, address and place. */
  readonly locations: readonly ToldLocation[];
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
    if (/^\d+ /.test(line)) told.push([line]);
    else told.at(-1)?.push(line.trim());
  }
  return told.map(([first = '', ...lines]) => readEntry(first, lines));
}

function readEntry(first: string, lines: readonly string[]): ToldTracepoint {
  const [, number, enabled, place = ''] =
    /^(\d+)\s+(?:fast )?tracepoint\s+keep (y|n)\s+(\S.*)$/.exec(first) ?? [];
  const ofLocations = lines.flatMap((line) => /^\d+\.\d+\s+([yn]\s+0x.*)$/.exec(line)?.[1] ?? []);
  const about = /^(trace only if |tracepoint already hit |trace buffer usage |pass count )(.*)$/;
  const facts = new Map(lines.flatMap((line) => factOf(about.exec(line))));
  const condition = facts.get('trace only if ');
  return {
    number: Number(number),
    enabled: enabled === 'y',
    locations: (place.startsWith('<MULTIPLE>') ? ofLocations : [`${enabled ?? ''} ${place}`]).map(
      readLocation,
    ),
    ...(condition !== undefined && { condition }),
    hits: Number.parseInt(facts.get('tracepoint already hit ') ?? '0', 10),
    usage: Number.parseInt(facts.get('trace buffer usage ') ?? '0', 10),
    pass: Number.parseInt(facts.get('pass count ') ?? '0', 10),
    commands: lines.filter((line) => !about.test(line) && !notCommand.test(line)),
  };
}

const notCommand = /^not installed on target$|^\d+\.\d+ /;

function readLocation(text: string): ToldLocation {
  const [, enabled, address = '-1', what = ''] = /^(\S+)\s+(0x[0-9a-f]+) (.*)$/.exec(text) ?? [];
  return { enabled: enabled === 'y', address: BigInt(address), what };
}

function factOf(match: RegExpExecArray | null): [string, string][] {
  const [, name = '', value = ''] = match ?? [];
  return match ? [[name, value]] : [];
}

/**
 * Where gdb said that the file has a tracepoint: its table is wrong of position-independent
 * programs.
 */
function createdAt({ head }: Oracle, number: number): bigint[] {
  const said = new RegExp(
    `^(?:Created tracepoint ${number} for|Assuming tracepoint ${number} is same as) target's tracepoint \\d+ at (0x[0-9a-f]+)\\.$`,
  );
  return head.flatMap((line) => said.exec(line)?.[1] ?? []).map(BigInt);
}

function compareLocations(told: ToldTracepoint, read: Tracepoint, oracle: Oracle): void {
  expect(read.enabled).toBe(told.enabled);
  expect(read.locations.map(({ enabled }) => enabled)).toEqual(
    told.locations.map((l) => l.enabled),
  );
  const addresses = read.locations.map(({ address }) => address).sort(ascending);
  expect(addresses).toEqual(createdAt(oracle, told.number).sort(ascending));
  const inPages = (address: bigint) => address & 0xfffn;
  expect(addresses.map(inPages)).toEqual(told.locations.map(({ address }) => inPages(address)));
  compared.addresses += addresses.length;
  if (!/^\S+\.(?:c|cc):\d+$/.test(read.at ?? '')) return;
  for (const { what } of told.locations) {
    expect(what.replace(' ./', ' ')).toContain(` at ${read.at ?? ''}`);
    compared.places++;
  }
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b);
}

function compare(told: ToldTracepoint, read: Tracepoint, oracle: Oracle): void {
  compareLocations(told, read, oracle);
  expect(read.condition).toBe(told.condition);
  if (told.condition !== undefined) compared.conditions++;
  expect(read.commands.map((command) => command.trim())).toEqual(told.commands);
  compared.commands += told.commands.length;
  expect(read.pass).toBe(told.pass);
  const stepping = /^while-stepping (\d+)$/.exec(
    read.commands.find((c) => c.startsWith('while')) ?? '',
  );
  expect(read.step).toBe(Number(stepping?.[1] ?? 0));
}

/** Hits for which the buffer had no room. */
const hitsWithoutFrame: Readonly<Record<string, number>> = { 'extra/x86_64/meter.full': 1 };

async function compareCounters(
  name: string,
  told: ToldTracepoint,
  read: Tracepoint,
  trace: CorpusTrace,
): Promise<void> {
  const { description, index } = trace;
  const base = await counterBase(description, (tracepoint) => index.bytesOf(tracepoint));
  expect(base).toBe('decimal');
  const counters = readCounters(read, index.bytesOf(read.number), base);
  if (!counters) throw new Error('no counters');
  // gdb shows the counters of the first location alone.
  if (read.locations.length === 1) {
    expect(Number.parseInt(String(counters.hits), 16)).toBe(told.hits);
    expect(Number.parseInt(String(counters.usage), 16)).toBe(told.usage);
    compared.hits++;
  }
  if (description.status?.circularBuffer) return;
  expect(counters.usage).toBe(index.bytesOf(read.number));
  compared.usages++;
  if (read.step > 0) return;
  // gdbserver does not count what a fast tracepoint's jump collects.
  const isFast = read.locations.some(({ kind }) => kind === 'fast');
  const hits = index.framesOf(read.number) + (hitsWithoutFrame[name] ?? 0);
  expect(counters.hits).toBe(isFast ? 0 : hits);
}

describe.each(corpusTraces.filter(([name]) => name !== refused))('%s', (name) => {
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
      await compareCounters(name, entry, read, trace);
      compared.tracepoints++;
    }
  });
});

describe.each(corpusTraces)('%s', (name) => {
  it('has as many actions as its lines say, all of known kinds', async () => {
    const { description } = await readCorpusTrace(name);
    const locations = description.tracepoints.flatMap((tracepoint) => tracepoint.locations);
    const actions = locations.flatMap((each) => [...each.actions, ...each.steppingActions]);
    const lines = [...description.lines].filter(({ text }) => /^tp [AS]/.test(text));
    expect(actions).toHaveLength(lines.length);
    expect(actions.filter(({ kind }) => kind === 'unknown')).toEqual([]);
  });
});

it('has the tracepoints that gdb refuses for their strings', async () => {
  const { description, oracle } = await readCorpusTrace(refused);
  expect(oracle.head[0]).toBe('ERR Target does not support "/s" option for string tracing.');
  const read = description.tracepoints.map(({ number, at, commands }) => ({
    number,
    at,
    commands,
  }));
  expect(read).toMatchObject([
    { at: 'meter.c:61', commands: ['collect/s owner', 'collect/s4 &place[0]', 'collect i'] },
    {
      at: 'meter.c:78',
      commands: ['collect $regs', 'collect/s owner, title', 'collect/s argv[0]'],
    },
  ]);
});

describe('the comparisons', () => {
  it('were all made', () => {
    expect(compared).toEqual({
      tracepoints: 72,
      addresses: 77,
      places: 61,
      commands: 147,
      conditions: 11,
      hits: 68,
      usages: 62,
    });
  });
});
