// What the memory view shows of a frame: the memory around a place, then what the frame collected.
import type { ModuleList } from '../../trace/moduleList';
import { hexAddress } from '../../bytes/hex';
import { evaluationContext, evaluateAddress, problemText } from '../../trace/expressions';
import type { Trace } from '../../trace/trace';
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { question, upTo, wholeNumber } from '../question';
import { awaitFrame } from '../run';
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

/** Bytes shown on either side of the place, at most. */
const maxAround = 16_384;

const memoryInput = v.strictObject({
  /** For the place; empty for none. */
  expression: v.pipe(v.string(), v.maxLength(10_000)),
  /** Bytes before and after the place's address. */
  bytesBefore: upTo(maxAround),
  bytesAfter: upTo(maxAround),
});

const endian = v.picklist(['little', 'big']);

const memoryLabel = v.strictObject({
  /** Bytes from the section's start. */
  offset: wholeNumber,
  /** `queue`, `<g+16>`, `$rsp`. */
  text: v.string(),
  kind: v.picklist(['variable', 'symbol', 'register']),
});

const memorySection = v.strictObject({
  /** Around what the user asked for, or a run of what the frame collected. */
  kind: v.picklist(['place', 'range']),
  /** `0x…`, a multiple of 16. */
  start: v.string(),
  bytes: v.array(v.number()),
  /** Where each byte comes from: an index into the `origins` of the view's messages. */
  origins: v.array(v.number()),
  /** What a changed byte was at the stop before, by its offset. */
  before: v.array(v.tuple([wholeNumber, v.number()])),
  labels: v.array(memoryLabel),
  /** Bytes that are not shown, of a range that is too big. */
  left: wholeNumber,
});

const shownPlace = v.strictObject({
  expression: v.string(),
  /** `0x…`; absent if `problem` says why it is missing. */
  address: v.exactOptional(v.string()),
  problem: v.exactOptional(v.string()),
});

const shownContents = v.strictObject({
  trace: v.string(),
  frame: wholeNumber,
  /** The frame that changes are counted from. */
  before: v.exactOptional(wholeNumber),
  endian,
  /** Bytes in an address. */
  addressSize: wholeNumber,
  place: v.exactOptional(shownPlace),
  /** Around the place, then what the frame collected. */
  sections: v.array(memorySection),
  /** Ranges that are not among the sections. */
  rangesLeftOut: wholeNumber,
});

/** What is at an address: a variable, a symbol, or what a register points to. */
export type MemoryLabel = Immutable<v.InferOutput<typeof memoryLabel>>;
/** Contiguous memory. */
export type MemorySection = Immutable<v.InferOutput<typeof memorySection>>;
/** What the user asked to see. */
export type ShownPlace = Immutable<v.InferOutput<typeof shownPlace>>;
/** The memory of one frame. */
export type MemoryContents = Immutable<v.InferOutput<typeof shownContents>>;

/** The stop whose memory is shown. */
export interface StopAsked {
  readonly trace: Trace;
  /** Call-stack level in which expressions are evaluated. */
  readonly level: number;
  /** The frame of the previous stop, to show what changed. */
  readonly before?: number;
}

export const memoryQuestion = question({
  input: memoryInput,
  result: shownContents,
  answer: async ({ trace, ...stop }: StopAsked, asked) => {
    await awaitFrame(trace.recording, trace.cursor.frame);
    return memoryContents(trace, { ...asked, ...stop });
  },
});

/** Which memory is asked for. */
type MemoryRequest = v.InferOutput<typeof memoryInput> & Omit<StopAsked, 'trace'>;

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
  return sectionAt(at, names, 'place', start, Number(address - start) + bytesAfter);
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
    const section = sectionAt(at, names, 'range', address, shown, length - shown);
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
async function sectionAt(
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
