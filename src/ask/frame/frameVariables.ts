// The variables of a stack frame as the debugger's Variables view has them, opened step by step,
// each with the value that it had in another frame.
import type { ModuleList } from '../../trace/moduleList';
import { t } from '@vscode/l10n';
import { programScopes } from '../../adapter/programScopes';
import type { ValueView } from '../../adapter/valueNodes';
import type { VariableNode } from '../../adapter/variableTree';
import { hexAddress } from '../../bytes/hex';
import { LruCache } from '../../bytes/cache';
import type { CallStack, StackFrame } from '../../machine/stackFrame';
import { valueContextOf } from '../../values/value';
import type { Trace } from '../../trace/trace';
import { awaitFrame } from '../run';
import type { StackFrameRow, StackListing, VariableRow, VariableListing } from './frameMessages';
import type { RequestArguments } from '../traceRequests';

/** Stack frames listed: endless recursion has more. */
const maxStackFrames = 1000;
/** Nodes whose children are cached. */
const maxCachedNodes = 1000;
const view: ValueView = { prettyPrint: true };

/** A node, and the one of the same name in the frame compared with. */
export interface NodePair {
  readonly now: VariableNode;
  readonly before: VariableNode | undefined;
}

/** The stack frame of a tree of variables. */
type Root = Pick<RequestArguments<'variables'>, 'frame' | 'level' | 'before'>;

interface Tree {
  readonly key: string;
  readonly scopes: readonly NodePair[];
  readonly note?: string;
  /** Children with names, by the path of their parent. */
  readonly named: LruCache<string, readonly NodePair[]>;
}

/** The tree of variables that a page shows. */
export class FrameVariables {
  private tree: Promise<Tree> | undefined;
  private key = '';

  constructor(private readonly trace: Trace) {}

  /** After a new index or program. */
  reset(): void {
    this.tree = undefined;
    this.key = '';
  }

  /** The children of a node; none if the path does not exist. */
  async children(asked: RequestArguments<'variables'>): Promise<VariableListing> {
    await awaitFrame(this.trace.recording, asked.frame);
    const tree = await this.treeOf(asked);
    const { path, start, count } = asked;
    const note = tree.note !== undefined && path.length === 0 ? { note: tree.note } : {};
    if (path.length === 0) return { ...pageOf(tree.scopes, start, count), ...note };
    const pair = await pairAt(tree, path);
    return pair ? childRows(pair, await namedOf(tree, path, pair), start, count) : nothing;
  }

  private async treeOf({ frame, level, before }: Root): Promise<Tree> {
    const key = `${frame}/${level}/${before ?? ''}`;
    if (!this.tree || key !== this.key) {
      this.key = key;
      this.tree = scopesOf(this.trace, frame, level, before).then((scopes) => ({
        ...{ key, named: new LruCache(maxCachedNodes) },
        ...scopes,
      }));
    }
    return this.tree;
  }
}

const nothing: VariableListing = { variables: [], total: 0 };

/** The stack frames of a frame. */
export async function stackFrameRows(
  trace: Trace,
  { frame }: RequestArguments<'stackFrames'>,
): Promise<StackListing> {
  await awaitFrame(trace.recording, frame);
  const stack = await trace.callStack(frame);
  const { frames, end } = stack;
  const rows = await Promise.all(
    frames
      .slice(0, maxStackFrames)
      .map((each) => stackFrameRow(trace.modules.current, stack, each)),
  );
  return { frames: rows, ...(end !== undefined && { end }) };
}

async function stackFrameRow(
  modules: ModuleList,
  stack: CallStack,
  stackFrame: StackFrame,
): Promise<StackFrameRow> {
  const { level, pc, lookupPc, scope } = stackFrame;
  const { functionName } = await modules.locate(lookupPc);
  const line = await modules.lineOf(stack, stackFrame);
  return {
    level,
    name: scope?.name ?? functionName ?? hexAddress(pc),
    ...(line && { place: { file: line.file, line: line.line } }),
  };
}

/**
 * Arguments, Locals and Globals of a stack frame, paired with those of the same function in another
 * frame.
 */
export async function scopesOf(
  trace: Trace,
  frame: number,
  level: number,
  before: number | undefined,
): Promise<{ readonly scopes: readonly NodePair[]; readonly note?: string }> {
  const stackFrame = (await trace.callStack(frame)).frames[level];
  if (!stackFrame?.module) {
    return { scopes: [], note: t('No program loaded, so variable names are unknown.') };
  }
  const scopes = await scopeNodes(trace, frame, stackFrame);
  const exists = before !== undefined && (await trace.recording.reach(before));
  if (!exists) return { scopes: paired(scopes, []) };
  const other = (await trace.callStack(before)).frames[level];
  if (!other || !isSameFunction(stackFrame, other)) {
    const where = other?.scope?.name ?? t('another function');
    const note = t('Frame {0} is in {1}, so its variables are not compared.', before, where);
    return { scopes: paired(scopes, []), note };
  }
  return { scopes: paired(scopes, await scopeNodes(trace, before, other)) };
}

/** Whether the variables of two stack frames are those of the same function. */
function isSameFunction(one: StackFrame, other: StackFrame): boolean {
  return one.scope?.name === other.scope?.name && one.module?.program === other.module?.program;
}

async function scopeNodes(
  trace: Trace,
  frame: number,
  stackFrame: StackFrame,
): Promise<VariableNode[]> {
  const machine = await trace.machine(frame);
  const context = valueContextOf(machine, trace.modules.current.loaded, stackFrame, trace.printers);
  return programScopes(stackFrame, context, view).map(({ name, children }) => ({
    ...{ name, value: '', children },
  }));
}

/** Pairs nodes of the same name; of several with one name, the first with the first, and so on. */
function paired(now: readonly VariableNode[], before: readonly VariableNode[]): NodePair[] {
  const byName = new Map<string, VariableNode[]>();
  for (const node of before) {
    const same = byName.get(node.name);
    if (same) same.push(node);
    else byName.set(node.name, [node]);
  }
  return now.map((node) => ({ now: node, before: byName.get(node.name)?.shift() }));
}

/** The named children of a node, paired with those of the frame compared with. */
export async function namedPairs({ now, before }: NodePair): Promise<NodePair[]> {
  const [children = [], earlier = []] = await Promise.all([now.children?.(), before?.children?.()]);
  return paired(children, earlier);
}

/**
 * The numbered children of a node from `start` on, paired with those of the frame compared with.
 */
export async function elementPairs(
  { now, before }: NodePair,
  start: number,
  count: number,
): Promise<NodePair[]> {
  const read = async ({ elements }: VariableNode) => {
    const wanted = Math.min(count, (elements?.count ?? 0) - start);
    return wanted > 0 ? ((await elements?.read(start, wanted)) ?? []) : [];
  };
  return paired(await read(now), before ? await read(before) : []);
}

function namedOf(
  { named }: Tree,
  path: readonly number[],
  pair: NodePair,
): Promise<readonly NodePair[]> {
  const key = path.join('/');
  return named.get(key, () => namedPairs(pair));
}

async function pairAt(tree: Tree, path: readonly number[]): Promise<NodePair | undefined> {
  let pair = tree.scopes[path[0] ?? 0];
  for (let depth = 1; pair && depth < path.length; depth++) {
    const at = path[depth] ?? 0;
    const named = await namedOf(tree, path.slice(0, depth), pair);
    const child: NodePair | undefined =
      at < named.length ? named[at] : (await elementPairs(pair, at - named.length, 1))[0];
    pair = child;
  }
  return pair;
}

async function childRows(
  pair: NodePair,
  named: readonly NodePair[],
  start: number,
  count: number,
): Promise<VariableListing> {
  const shown = named.slice(start, start + count);
  const from = Math.max(0, start - named.length);
  const elements = await elementPairs(pair, from, count - shown.length);
  return {
    variables: [...shown, ...elements].map(variableRow),
    total: named.length + (pair.now.elements?.count ?? 0),
  };
}

function pageOf(pairs: readonly NodePair[], start: number, count: number): VariableListing {
  return {
    variables: pairs.slice(start, start + count).map(variableRow),
    total: pairs.length,
  };
}

function variableRow(pair: NodePair): VariableRow {
  const { name, value, type, evaluateName, address, children, elements } = pair.now;
  const was = earlierValue(pair);
  return {
    ...{ name, value, hasChildren: (children ?? elements) !== undefined },
    ...(type !== undefined && { type }),
    ...(evaluateName !== undefined && { expression: evaluateName }),
    ...(address !== undefined && { address: hexAddress(address) }),
    ...(was !== undefined && { was }),
  };
}

/** The value in the frame compared with, where both are known and differ. */
export function earlierValue({ now, before }: NodePair): string | undefined {
  if (!before || now.value === before.value) return undefined;
  return isKnown(now.value) && isKnown(before.value) ? before.value : undefined;
}

/** Whether nothing is missing in a value's text. */
function isKnown(text: string): boolean {
  return !/<(?:unavailable|optimized out|error: )/.test(text);
}
