// Two frames side by side: registers, trace state variables, variables and memory that differ, or
// all of them. What one frame has and the other did not collect counts as a difference.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import type { FrameState } from '../../machine/frameState';
import type { MemoryRange } from '../../machine/memory';
import { registerText } from '../../machine/registerText';
import type { ModuleList } from '../../trace/moduleList';
import type { Recording } from '../../trace/recording';
import type { Trace } from '../../trace/trace';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import { awaitFrame } from '../run';
import { placeOfPc } from '../table/frameRow';
import type { TraceAsked } from '../views';
import { memoryRows, memoryRowSchema, type MemoryRow } from './memoryRows';
import { elementPairs, namedPairs, scopesOf, type NodePair } from './variablePairs';

/** Variables and their parts that are looked at. */
const maxNodes = 2000;
/** How deep variables are opened where they differ: `*p`, `*p->next`, … */
const maxDepth = 4;
/** Elements of one array that are looked at. */
const maxElements = 100;
/**
 * The program's variables of other files, too many to compare, and what a container shows in words
 * already.
 */
const notCompared: ReadonlySet<string> = new Set(['other files', '[raw]']);
const unavailable = '<unavailable>';

/** One of the two frames. */
const comparedFrameSchema = v.strictObject({
  frame: wholeNumber,
  tracepoint: v.number(),
  stepping: v.boolean(),
  functionName: v.exactOptional(v.string()),
  place: v.exactOptional(v.strictObject({ file: v.string(), line: v.number() })),
});
export type ComparedFrame = Immutable<v.InferOutput<typeof comparedFrameSchema>>;

/**
 * Something that at least one of the two frames has. A text is absent if the frame has no such
 * thing.
 */
const comparedRow = v.strictObject({
  name: v.string(),
  /** 0 for a variable, 1 for a part of it, and so on. */
  depth: wholeNumber,
  left: v.exactOptional(v.string()),
  right: v.exactOptional(v.string()),
  differs: v.boolean(),
});
export type ComparedRow = Immutable<v.InferOutput<typeof comparedRow>>;

/** Sixteen bytes of memory in both. */
const comparedMemorySchema = v.strictObject({
  symbol: v.exactOptional(v.string()),
  left: memoryRowSchema,
  right: memoryRowSchema,
  differs: v.boolean(),
});
type ComparedMemory = Immutable<v.InferOutput<typeof comparedMemorySchema>>;

/** Rows of one kind. */
const comparedRows = v.strictObject({
  title: v.string(),
  rows: v.array(comparedRow),
  /** How many were compared, shown or not. */
  compared: wholeNumber,
  /** Why some are missing, or are not compared: a sentence. */
  note: v.exactOptional(v.string()),
});
export type ComparedRows = Immutable<v.InferOutput<typeof comparedRows>>;

const frameComparison = v.strictObject({
  left: comparedFrameSchema,
  right: comparedFrameSchema,
  parts: v.array(comparedRows),
  memory: v.array(comparedMemorySchema),
  /** Rows of memory that are not shown. */
  memoryLeftOut: wholeNumber,
});
export type FrameComparison = Immutable<v.InferOutput<typeof frameComparison>>;

/** `compare`: two frames, whichever tracepoints they belong to. */
export const compareFrames = question({
  /** `all`: what is the same in both too. */
  input: v.strictObject({ left: wholeNumber, right: wholeNumber, all: v.boolean() }),
  result: frameComparison,
  answer: async ({ trace }: TraceAsked, { left, right, all }, { signal }) => {
    await awaitFrame(trace.recording, left);
    await awaitFrame(trace.recording, right);
    const [one, other] = await Promise.all([trace.machine(left), trace.machine(right)]);
    const parts = [
      ...(await comparedVariables(trace, left, right, all, signal)),
      traceStateVariables(trace.recording, one, other),
      ...registerGroups(one, other),
    ];
    return {
      left: await comparedFrame(trace, one),
      right: await comparedFrame(trace, other),
      parts: parts
        .filter(({ compared, note }) => compared > 0 || note !== undefined)
        .map((part) =>
          all ? part : { ...part, rows: part.rows.filter(({ differs }) => differs) },
        ),
      ...(await comparedMemory(trace.modules.current, one, other, all, signal)),
    };
  },
});

async function comparedFrame(trace: Trace, { frame, pc }: FrameState): Promise<ComparedFrame> {
  const { number, tracepoint } = frame;
  const stepping = trace.recording.stepping.isStep(number);
  return { frame: number, tracepoint, stepping, ...(await placeOfPc(trace.modules.current, pc)) };
}

function registerGroups(one: FrameState, other: FrameState): ComparedRows[] {
  const groups = new Map<string, ComparedRow[]>();
  for (const register of one.registers?.layout.registers ?? []) {
    const textIn = ({ registers, frame }: FrameState) =>
      registerText(register, registers?.read(register.name)?.bytes, frame.order);
    const rows = groups.get(register.group) ?? [];
    rows.push(row(register.name, textIn(one), textIn(other)));
    groups.set(register.group, rows);
  }
  return [...groups].map(([group, rows]) => part(`Registers: ${group}`, rows));
}

function traceStateVariables(
  { description }: Recording,
  one: FrameState,
  other: FrameState,
): ComparedRows {
  const textIn = (machine: FrameState, variable: number) =>
    machine.variable(variable)?.toString() ?? unavailable;
  const rows = description.variables.map(({ number, name }) =>
    row(`$${name}`, textIn(one, number), textIn(other, number)),
  );
  return part(t('Trace state variables'), rows);
}

function row(name: string, left: string | undefined, right: string | undefined, depth = 0) {
  return {
    name,
    depth,
    differs: left !== right,
    ...(left !== undefined && { left }),
    ...(right !== undefined && { right }),
  } satisfies ComparedRow;
}

function part(title: string, rows: readonly ComparedRow[], note?: string): ComparedRows {
  return { title, rows, compared: rows.length, ...(note !== undefined && { note }) };
}

/** The scopes of the innermost stack frames. Those of different functions follow one another. */
async function comparedVariables(
  trace: Trace,
  left: number,
  right: number,
  all: boolean,
  cancelled: AbortSignal,
): Promise<ComparedRows[]> {
  const [one, other] = await Promise.all([
    scopesOf(trace, left, 0, right),
    scopesOf(trace, right, 0, left),
  ]);
  const walk = new Walk(all, cancelled);
  const parts: ComparedRows[] = [];
  for (const pair of one.scopes) {
    const only = pair.before ? [] : await walk.rows(await rightOnly(other.scopes, pair), 0, true);
    const rows = [...(await walk.rows(await namedPairs(pair), 0)), ...only];
    const note = walk.isCut ? cutNote() : one.note && differentFunctions();
    if (rows.length > 0) parts.push(part(pair.now.name, rows, note));
  }
  return parts;
}

const cutNote = () => t('Only {0} variables and parts are compared.', maxNodes);
const differentFunctions = () =>
  t('Different functions: variables with the same name are unrelated.');

async function rightOnly(scopes: readonly NodePair[], { now }: NodePair): Promise<NodePair[]> {
  const scope = scopes.find((each) => each.now.name === now.name);
  return scope ? namedPairs({ now: scope.now, before: undefined }) : [];
}

/** Goes through variables and, where their values differ, through what they are made of. */
class Walk {
  isCut = false;
  private nodes = 0;
  private readonly slice = new TimeSlice();

  constructor(
    private readonly all: boolean,
    private readonly cancelled: AbortSignal,
  ) {}

  /** `swapped`: the first of each pair is the right frame's. */
  async rows(pairs: readonly NodePair[], depth: number, swapped = false): Promise<ComparedRow[]> {
    const rows: ComparedRow[] = [];
    for (const { now, before } of pairs) {
      if (notCompared.has(now.name)) continue;
      if (this.nodes++ >= maxNodes || this.cancelled.aborted) {
        this.isCut = true;
        break;
      }
      await this.slice.yieldIfDue();
      const own = swapped
        ? row(now.name, before?.value, now.value, depth)
        : row(now.name, now.value, before?.value, depth);
      const parts = before ? await this.differingParts({ now, before }, depth) : [];
      const differs = own.differs || parts.length > 0;
      append(rows, [{ ...own, differs }, ...parts]);
    }
    return rows;
  }

  /** A pointer may be the same and lead to something else. */
  private async differingParts(pair: NodePair, depth: number): Promise<ComparedRow[]> {
    const { now, before } = pair;
    const hasMembers = now.children !== undefined && now.elements === undefined;
    const isSame = now.value === before?.value;
    if (depth >= maxDepth || (isSame && !hasMembers) || !isOpenable(pair)) return [];
    const parts = [...(await namedPairs(pair)), ...(await elementPairs(pair, 0, maxElements))];
    const rows = await this.rows(parts, depth + 1);
    return rows.filter(({ differs }) => differs);
  }
}

/** A string, or what one frame does not have, is complete in its own line. */
function isOpenable({ now, before }: NodePair): boolean {
  return ![now.value, before?.value ?? unavailable].some((text) => /^(?:"|<[^>]*>$)/.test(text));
}

const rowBytes = 16n;
/** Rows that are shown. */
const maxRows = 500;
/** Rows that are compared: what frames of a common size collect. */
const maxComparedRows = 65_536;

/**
 * Rows with a byte that one of the frames collected and that is another, or not known, in the
 * other; or all rows.
 */
async function comparedMemory(
  modules: ModuleList,
  left: FrameState,
  right: FrameState,
  all: boolean,
  cancelled: AbortSignal,
): Promise<{ readonly memory: readonly ComparedMemory[]; readonly memoryLeftOut: number }> {
  const slice = new TimeSlice();
  const memory: ComparedMemory[] = [];
  let compared = 0;
  let found = 0;
  for (const address of rowAddresses([...left.memory.ranges, ...right.memory.ranges])) {
    if (++compared > maxComparedRows || cancelled.aborted) break;
    if (slice.usedUp) await slice.yieldIfDue();
    const [one, other] = await Promise.all([rowAt(left, address), rowAt(right, address)]);
    if (!one || !other) continue;
    const differs = one.bytes.some((byte, i) => byte !== other.bytes[i]);
    if (!differs && !all) continue;
    if (++found > maxRows) continue;
    const symbol = await modules.symbol(address);
    memory.push({ left: one, right: other, differs, ...(symbol !== undefined && { symbol }) });
  }
  return { memory, memoryLeftOut: Math.max(0, found - maxRows) };
}

async function rowAt(machine: FrameState, address: bigint): Promise<MemoryRow | undefined> {
  return memoryRows(await machine.memory.read(address, Number(rowBytes)))[0];
}

/** The addresses of the rows that memory ranges touch, ascending, each once. */
function* rowAddresses(ranges: readonly MemoryRange[]): Generator<bigint> {
  const sorted = [...ranges].sort((a, b) => (a.address < b.address ? -1 : 1));
  let next = 0n;
  for (const { address, length } of sorted) {
    const first = address & ~(rowBytes - 1n);
    const end = address + BigInt(length);
    for (next = first > next ? first : next; next < end; next += rowBytes) yield next;
  }
}
