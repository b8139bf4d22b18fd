// Two frames side by side: registers, trace state variables, variables and memory that differ, or
// all of them. What one frame has and the other did not collect counts as a difference.
import type { ModuleList } from '../../trace/moduleList';
import type { Recording } from '../../trace/recording';
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { registerText } from '../../machine/registerText';
import type { FrameState } from '../../machine/frameState';
import type { Trace } from '../../trace/trace';
import type {
  ComparedFrame,
  ComparedRow,
  ComparedRows,
  FrameComparison,
  ComparedMemory,
  EarlierBytes,
  EarlierText,
  FrameChanges,
  Since,
} from './frameMessages';
import { changedValues } from './changedValues';
import { awaitFrame } from '../run';
import { placeOfPc } from '../table/frameRow';
import { elementPairs, namedPairs, scopesOf, type NodePair } from './frameVariables';
import type { RequestArguments } from '../traceRequests';
import { type MemoryRange, Origin, type MemorySpan } from '../../machine/memory';
import { memoryRows, shownMemory } from './memoryRows';
import type { MemoryRow } from '../messages';
import { hexAddress } from '../../bytes/hex';

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

/** Compares two frames, whichever tracepoints they belong to. */
export async function compareFrames(
  trace: Trace,
  { left, right, all }: RequestArguments<'compare'>,
  { signal: cancelled }: { readonly signal: AbortSignal },
): Promise<FrameComparison> {
  await awaitFrame(trace.recording, left);
  await awaitFrame(trace.recording, right);
  const [one, other] = await Promise.all([trace.machine(left), trace.machine(right)]);
  const parts = [
    ...(await comparedVariables(trace, left, right, all, cancelled)),
    traceStateVariables(trace.recording, one, other),
    ...registerGroups(one, other),
  ];
  return {
    left: await comparedFrame(trace, one),
    right: await comparedFrame(trace, other),
    parts: parts
      .filter(({ compared, note }) => compared > 0 || note !== undefined)
      .map((part) => (all ? part : { ...part, rows: part.rows.filter(({ differs }) => differs) })),
    ...(await comparedMemory(trace.modules.current, one, other, all, cancelled)),
  };
}

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

// What is different in a frame from another one: registers, trace state variables and bytes of
// memory that both know.

/** What changed in a frame since another. */
export async function frameChanges(
  trace: Trace,
  { frame, since }: RequestArguments<'changes'>,
  { signal: cancelled }: { readonly signal: AbortSignal },
): Promise<FrameChanges> {
  await awaitFrame(trace.recording, frame);
  const compared = await frameSince(trace.recording, frame, since, cancelled);
  if (typeof compared === 'string') {
    return { note: compared, values: [], registers: [], variables: [], memory: [] };
  }
  const [now, before] = await Promise.all([trace.machine(frame), trace.machine(compared)]);
  return {
    before: compared,
    values: await changedValues(trace, frame, compared, cancelled),
    registers: changedRegisters(now, before),
    variables: changedVariables(trace.recording, now, before),
    memory: await changedMemory(now, before),
  };
}

/** The number of the frame to compare with, or the reason why it is missing. */
async function frameSince(
  recording: Recording,
  frame: number,
  since: Since,
  cancelled: AbortSignal,
): Promise<number | string> {
  if (since.kind === 'picked') {
    if (!(await recording.reach(since.frame))) return t('There is no frame {0}.', since.frame);
    return since.frame === frame
      ? t('This is the frame that others are compared with.')
      : since.frame;
  }
  if (since.kind === 'frame') return frame > 0 ? frame - 1 : t('This is the first frame.');
  return (await hitBefore(recording, frame, cancelled)) ?? t('This tracepoint was not hit before.');
}

/** The nearest earlier hit of a frame's tracepoint; its steps do not count. */
async function hitBefore(
  { index, stepping }: Recording,
  frame: number,
  cancelled: AbortSignal,
): Promise<number | undefined> {
  const tracepoint = index.tracepoint(frame);
  const slice = new TimeSlice();
  for (let earlier = frame - 1; earlier >= 0 && !cancelled.aborted; earlier--) {
    if (slice.usedUp) await slice.yieldIfDue();
    if (index.tracepoint(earlier) === tracepoint && !stepping.isStep(earlier)) return earlier;
  }
  return undefined;
}

function changedRegisters(now: FrameState, before: FrameState): EarlierText[] {
  return (now.registers?.layout.registers ?? []).flatMap((register) => {
    const bytes = now.registers?.read(register.name)?.bytes;
    const earlier = before.registers?.read(register.name)?.bytes;
    if (!bytes || !earlier || bytes.every((byte, i) => byte === earlier[i])) return [];
    return [{ name: register.name, text: registerText(register, earlier, before.frame.order) }];
  });
}

function changedVariables(
  recording: Recording,
  now: FrameState,
  before: FrameState,
): EarlierText[] {
  return recording.description.variables.flatMap(({ number, name }) => {
    const value = now.variable(number);
    const earlier = before.variable(number);
    const isChanged = value !== undefined && earlier !== undefined && value !== earlier;
    return isChanged ? [{ name, text: earlier.toString() }] : [];
  });
}

async function changedMemory(now: FrameState, before: FrameState): Promise<EarlierBytes[]> {
  const changed: EarlierBytes[] = [];
  for (const { address, length } of shownMemory(now)) {
    const [span, earlier] = await Promise.all([
      now.memory.read(address, length),
      before.memory.read(address, length),
    ]);
    append(changed, changedRuns(span, earlier));
  }
  return changed;
}

/** The earlier bytes of each run that is known on both sides and differs all along. */
function changedRuns(now: MemorySpan, before: MemorySpan): EarlierBytes[] {
  const runs: { address: string; bytes: string[] }[] = [];
  let end = -1;
  for (const [i, byte] of before.bytes.entries()) {
    const isKnown =
      now.origins[i] !== Origin.unavailable && before.origins[i] !== Origin.unavailable;
    if (!isKnown || now.bytes[i] === byte) continue;
    const digits = byte.toString(16).padStart(2, '0');
    if (end === i) runs.at(-1)?.bytes.push(digits);
    else {
      const address = BigInt.asUintN(64, now.address + BigInt(i));
      runs.push({ address: hexAddress(address), bytes: [digits] });
    }
    end = i + 1;
  }
  return runs;
}
