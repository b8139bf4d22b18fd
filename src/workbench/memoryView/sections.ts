// Memory of a frame for the memory view: bytes with their origins, what changed since the stop before, and what lies there.
import { unsigned } from '../../bytes/cursor';
import { hexAddress } from '../../bytes/hex';
import { Origin as ByteOrigin, type MemorySpan } from '../../machine/memory';
import type { StackFrame } from '../../machine/stackFrame';
import type { StoppedMachine } from '../../machine/stoppedMachine';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import { surroundingsOf } from '../../values/value';
import { readVariable } from '../../values/variable';
import type { Trace } from '../../trace/trace';
import type { MemoryLabel, MemorySection } from './messages';

/** Rows begin at multiples of this. */
const alignment = 16n;
/** Symbols are looked for at multiples of this. */
const symbolAlignment = 4;

/** A frame with what its memory is compared with and named by. */
export interface LookedAt {
  readonly trace: Trace;
  readonly machine: StoppedMachine;
  /** The stop before. */
  readonly before?: StoppedMachine;
  /** Whose variables are named. */
  readonly stackFrame?: StackFrame;
}

/** A name at a run-time address. */
interface Named extends Omit<MemoryLabel, 'offset'> {
  readonly address: bigint;
}

/** Names of variables and registers of a stack frame, by address; made once for all sections. */
export async function labelsIn(at: LookedAt): Promise<readonly Named[]> {
  return [...registersThatPoint(at.machine), ...(await variablesInMemory(at))];
}

/** `length` bytes at a run-time address, from the last multiple of 16. */
export async function memorySection(
  { trace, machine, before }: LookedAt,
  names: readonly Named[],
  kind: MemorySection['kind'],
  address: bigint,
  length: number,
  left = 0,
): Promise<MemorySection> {
  const start = address - (address % alignment);
  const end = roundedUp(address + BigInt(length));
  const size = Number(end - start);
  const span = await machine.memory.read(start, size);
  const then = await before?.memory.read(start, size);
  return {
    kind,
    start: hexAddress(start),
    bytes: Array.from(span.bytes),
    origins: Array.from(span.origins),
    before: then ? changesBetween(then, span) : [],
    labels: [
      ...names.filter((name) => name.address >= start && name.address < end).map(labelFrom(start)),
      ...(await symbolsIn(trace, span)),
    ].sort((a, b) => a.offset - b.offset),
    left,
  };
}

/** The end of the address space is the end of the last row. */
function roundedUp(end: bigint): bigint {
  const rounded = ((end + alignment - 1n) / alignment) * alignment;
  const last = 1n << 64n;
  return rounded > last ? last : rounded;
}

function labelFrom(start: bigint): (name: Named) => MemoryLabel {
  return ({ address, text, kind }) => ({ offset: Number(address - start), text, kind });
}

/** A byte that one of the two frames did not have is not known to have changed. */
function changesBetween(then: MemorySpan, now: MemorySpan): [number, number][] {
  const changes: [number, number][] = [];
  for (const [offset, byte] of now.bytes.entries()) {
    const known =
      now.origins[offset] !== ByteOrigin.unavailable &&
      then.origins[offset] !== ByteOrigin.unavailable;
    const was = then.bytes[offset] ?? 0;
    if (known && was !== byte) changes.push([offset, was]);
  }
  return changes;
}

/** Symbols that begin in a span, and the one in which it begins; only where something is known. */
async function symbolsIn(trace: Trace, span: MemorySpan): Promise<MemoryLabel[]> {
  const labels: MemoryLabel[] = [];
  for (let offset = 0; offset < span.bytes.length; offset += symbolAlignment) {
    const text = await trace.programs.symbol(span.address + BigInt(offset));
    const begins = text !== undefined && !/[+-]\d+$/.test(text);
    if (text !== undefined && (begins || offset === 0)) {
      labels.push({ offset, text: `<${text}>`, kind: 'symbol' });
    }
  }
  return labels;
}

/** Registers that hold addresses: those that are said to point. The general ones are for what they point to now. */
function registersThatPoint({ registers, frame }: StoppedMachine): Named[] {
  const names: Named[] = [];
  for (const { name, type, group } of registers?.layout.registers ?? []) {
    const size = (registers?.layout.architecture.bits ?? 64) / 8;
    const mayPoint =
      type.kind === 'pointer' ||
      (group === 'general' && type.kind === 'integer' && type.size === size);
    const bytes = mayPoint ? registers?.read(name)?.bytes : undefined;
    if (bytes)
      names.push({ address: unsigned(bytes, frame.order), text: `$${name}`, kind: 'register' });
  }
  return names;
}

async function variablesInMemory({ trace, machine, stackFrame }: LookedAt): Promise<Named[]> {
  const scope = stackFrame?.scope;
  if (!scope) return [];
  const surroundings = surroundingsOf(machine, trace.programs.placements, stackFrame);
  const names: Named[] = [];
  const seen = new Set<string>();
  for (const variable of [...localsOf(scope), ...argumentsOf(scope)]) {
    if (seen.has(variable.name)) continue;
    seen.add(variable.name);
    const { address } = await readVariable(variable, surroundings);
    if (address !== undefined) names.push({ address, text: variable.name, kind: 'variable' });
  }
  return names;
}
