// Two frames beside each other: registers, trace state variables, variables and memory that differ, or all of them. What
// one frame has and the other did not collect is a difference here, and both are shown as they are.
import { t } from '@vscode/l10n';
import { TimeSlice } from '../bytes/timeSlice';
import { registerText } from '../machine/registerText';
import type { StoppedMachine } from '../machine/stoppedMachine';
import type { Trace } from '../trace/trace';
import type { ComparedFrame, ComparedRow, ComparedRows, FrameComparison } from './compareMessages';
import { comparedMemory } from './compareMemory';
import { awaitFrame } from './existingFrame';
import { placeOfPc } from './frameRow';
import { elementPairs, namedPairs, scopesOf, type NodePair } from './frameVariables';
import type { RequestArguments } from './pageMessages';

/** Variables and their parts that are looked at. */
const mostNodes = 2000;
/** How deep variables are opened where they differ: `*p`, `*p->next`, … */
const deepest = 4;
/** Elements of one array that are looked at. */
const mostElements = 100;
/** The program's variables of other files, too many to compare, and what a container shows in words already. */
const notCompared: ReadonlySet<string> = new Set(['other files', '[raw]']);
const unavailable = '<unavailable>';

/** Compares two frames, whichever tracepoints they belong to. */
export async function compareFrames(
  trace: Trace,
  { left, right, all }: RequestArguments<'compare'>,
  { cancelled }: { readonly cancelled: AbortSignal },
): Promise<FrameComparison> {
  await awaitFrame(trace, left);
  await awaitFrame(trace, right);
  const [one, other] = await Promise.all([trace.machine(left), trace.machine(right)]);
  const parts = [
    ...(await comparedVariables(trace, left, right, all, cancelled)),
    traceStateVariables(trace, one, other),
    ...registerGroups(one, other),
  ];
  return {
    left: await comparedFrame(trace, one),
    right: await comparedFrame(trace, other),
    parts: parts
      .filter(({ compared, note }) => compared > 0 || note !== undefined)
      .map((part) => (all ? part : { ...part, rows: part.rows.filter(({ differs }) => differs) })),
    ...(await comparedMemory(trace, one, other, all, cancelled)),
  };
}

async function comparedFrame(trace: Trace, { frame, pc }: StoppedMachine): Promise<ComparedFrame> {
  const { number, tracepoint } = frame;
  const stepping = trace.stepping.isStep(number);
  return { frame: number, tracepoint, stepping, ...(await placeOfPc(trace, pc)) };
}

function registerGroups(one: StoppedMachine, other: StoppedMachine): ComparedRows[] {
  const groups = new Map<string, ComparedRow[]>();
  for (const register of one.registers?.layout.registers ?? []) {
    const textIn = ({ registers, frame }: StoppedMachine) =>
      registerText(register, registers?.read(register.name)?.bytes, frame.order);
    const rows = groups.get(register.group) ?? [];
    rows.push(row(register.name, textIn(one), textIn(other)));
    groups.set(register.group, rows);
  }
  return [...groups].map(([group, rows]) => part(`Registers: ${group}`, rows));
}

function traceStateVariables(
  { description }: Trace,
  one: StoppedMachine,
  other: StoppedMachine,
): ComparedRows {
  const textIn = (machine: StoppedMachine, variable: number) =>
    machine.variable(variable)?.toString() ?? unavailable;
  const rows = description.variables.map(({ number, name }) =>
    row(`$${name}`, textIn(one, number), textIn(other, number)),
  );
  return part(t('Trace state variables'), rows);
}

function row(name: string, left: string | undefined, right: string | undefined, depth = 0) {
  return {
    ...{ name, depth, differs: left !== right },
    ...(left !== undefined && { left }),
    ...(right !== undefined && { right }),
  } satisfies ComparedRow;
}

function part(title: string, rows: readonly ComparedRow[], note?: string): ComparedRows {
  return { title, rows, compared: rows.length, ...(note !== undefined && { note }) };
}

/** The scopes of the innermost stack frames. Those of different functions stand one after the other. */
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

const cutNote = () => t('Only {0} variables and parts are compared.', mostNodes);
const differentFunctions = () =>
  t('The frames stand in different functions: variables of one name are not the same.');

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
      if (this.nodes++ >= mostNodes || this.cancelled.aborted) {
        this.isCut = true;
        break;
      }
      await this.slice.breathe();
      const own = swapped
        ? row(now.name, before?.value, now.value, depth)
        : row(now.name, now.value, before?.value, depth);
      const parts = before ? await this.differingParts({ now, before }, depth) : [];
      const differs = own.differs || parts.length > 0;
      rows.push({ ...own, differs }, ...parts);
    }
    return rows;
  }

  /** A pointer may be the same and lead to something else. */
  private async differingParts(pair: NodePair, depth: number): Promise<ComparedRow[]> {
    const { now, before } = pair;
    const hasMembers = now.children !== undefined && now.elements === undefined;
    const isSame = now.value === before?.value;
    if (depth >= deepest || (isSame && !hasMembers) || !isOpenable(pair)) return [];
    const parts = [...(await namedPairs(pair)), ...(await elementPairs(pair, 0, mostElements))];
    const rows = await this.rows(parts, depth + 1);
    return rows.filter(({ differs }) => differs);
  }
}

/** Of a string, and of what one frame does not have, the line itself says all. */
function isOpenable({ now, before }: NodePair): boolean {
  return ![now.value, before?.value ?? unavailable].some((text) => /^(?:"|<[^>]*>$)/.test(text));
}
