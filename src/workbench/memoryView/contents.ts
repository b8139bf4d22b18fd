// What the memory view shows of a frame: the memory around a place, then what the frame collected.
import type { ModuleList } from '../../trace/moduleList';
import { hexAddress } from '../../bytes/hex';
import { evaluationContext, evaluateAddress, problemText } from '../../trace/expressions';
import type { Trace } from '../../trace/trace';
import type { MemoryContents, MemorySection, ShownPlace, MemoryLabel } from './messages';
import { unsigned } from '../../bytes/cursor';
import { TimeSlice } from '../../bytes/timeSlice';
import { Origin as ByteOrigin, type MemorySpan } from '../../machine/memory';
import type { StackFrame } from '../../machine/stackFrame';
import type { FrameState } from '../../machine/frameState';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import { valueContextOf } from '../../values/value';
import { readVariable } from '../../values/variable';

/** Bytes shown of one memory range; the rest is a place of its own. */
const maxRangeBytes = 1024;
/** Bytes shown of all ranges. */
const maxBytes = 8192;

/** Which memory is asked for. */
interface MemoryRequest {
  /** An expression for the place; empty for none. */
  readonly expression: string;
  /** Bytes before and after the place's address. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Call-stack level in which the expression is evaluated. */
  readonly level: number;
  /** The previous stop, to show what changed. */
  readonly before?: number;
}

/** The memory of a trace's current frame. The frame must be in the index. */
export async function memoryContents(trace: Trace, asked: MemoryRequest): Promise<MemoryContents> {
  const frame = trace.cursor.frame;
  const machine = await trace.machine(frame);
  const { frames } = await trace.callStack(frame);
  const stackFrame = frames[asked.level] ?? frames[0];
  const at: InspectedFrame = {
    trace,
    machine,
    ...(stackFrame && { stackFrame }),
    ...(asked.before !== undefined && { before: await trace.machine(asked.before) }),
  };
  const context = await evaluationContext(trace, frame, stackFrame);
  const names = await labelsIn(at);
  const expression = asked.expression.trim();
  const found = expression === '' ? undefined : await evaluateAddress(expression, context);
  const address = found && !('problem' in found) ? found.address : undefined;
  const place: ShownPlace | undefined = found && {
    expression,
    ...('problem' in found
      ? { problem: problemText(found) }
      : { address: hexAddress(found.address) }),
  };
  const around = address === undefined ? [] : [await placeSection(at, names, address, asked)];
  const { sections, left } = await rangeSections(at, names);
  return {
    trace: trace.recording.name,
    frame,
    ...(asked.before !== undefined && { before: asked.before }),
    endian: machine.frame.order,
    addressSize: context.addressSize,
    ...(place && { place }),
    sections: [...around, ...sections],
    rangesLeftOut: left,
  };
}

type Names = Awaited<ReturnType<typeof labelsIn>>;

async function placeSection(
  at: InspectedFrame,
  names: Names,
  address: bigint,
  { bytesBefore, bytesAfter }: MemoryRequest,
): Promise<MemorySection> {
  const start = address > BigInt(bytesBefore) ? address - BigInt(bytesBefore) : 0n;
  return memorySection(at, names, 'place', start, Number(address - start) + bytesAfter);
}

async function rangeSections(
  at: InspectedFrame,
  names: Names,
): Promise<{ sections: MemorySection[]; left: number }> {
  const { ranges } = at.machine.memory;
  const sections: MemorySection[] = [];
  let room = maxBytes;
  const slice = new TimeSlice();
  for (const { address, length } of ranges) {
    if (room <= 0) break;
    await slice.yieldIfDue();
    const shown = Math.min(length, maxRangeBytes, room);
    const section = memorySection(at, names, 'range', address, shown, length - shown);
    sections.push(await section);
    // A range of one byte is shown in a row too.
    room -= Math.max(shown, Number(alignment));
  }
  return { sections, left: ranges.length - sections.length };
}

/** Rows begin at multiples of this. */
const alignment = 16n;
/** Symbols are looked for at multiples of this. */
const symbolAlignment = 4;

/** A frame with what its memory is compared with and named by. */
export interface InspectedFrame {
  readonly trace: Trace;
  readonly machine: FrameState;
  /** The stop before. */
  readonly before?: FrameState;
  /** Whose variables are named. */
  readonly stackFrame?: StackFrame;
}

/** A name at a run-time address. */
interface NamedAddress extends Omit<MemoryLabel, 'offset'> {
  readonly address: bigint;
}

/** Names of variables and registers of a stack frame, by address; made once for all sections. */
async function labelsIn(at: InspectedFrame): Promise<readonly NamedAddress[]> {
  return [...registersThatPoint(at.machine), ...(await variablesInMemory(at))];
}

/** `length` bytes at a run-time address, from the last multiple of 16. */
async function memorySection(
  { trace, machine, before }: InspectedFrame,
  names: readonly NamedAddress[],
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
      ...(await symbolsIn(trace.modules.current, span)),
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

function labelFrom(start: bigint): (name: NamedAddress) => MemoryLabel {
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
async function symbolsIn(modules: ModuleList, span: MemorySpan): Promise<MemoryLabel[]> {
  const labels: MemoryLabel[] = [];
  const slice = new TimeSlice();
  for (let offset = 0; offset < span.bytes.length; offset += symbolAlignment) {
    await slice.yieldIfDue();
    const text = await modules.symbol(span.address + BigInt(offset));
    const begins = text !== undefined && !/[+-]\d+$/.test(text);
    if (text !== undefined && (begins || offset === 0)) {
      labels.push({ offset, text: `<${text}>`, kind: 'symbol' });
    }
  }
  return labels;
}

/** Registers that hold addresses: pointers by type, and general registers as wide as an address. */
function registersThatPoint({ registers, frame }: FrameState): NamedAddress[] {
  const names: NamedAddress[] = [];
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

async function variablesInMemory({
  trace,
  machine,
  stackFrame,
}: InspectedFrame): Promise<NamedAddress[]> {
  const scope = stackFrame?.scope;
  if (!scope) return [];
  const context = valueContextOf(machine, trace.modules.current.loaded, stackFrame);
  const names: NamedAddress[] = [];
  const seen = new Set<string>();
  for (const variable of [...localsOf(scope), ...argumentsOf(scope)]) {
    if (seen.has(variable.name)) continue;
    seen.add(variable.name);
    const { address } = await readVariable(variable, context);
    if (address !== undefined) names.push({ address, text: variable.name, kind: 'variable' });
  }
  return names;
}
