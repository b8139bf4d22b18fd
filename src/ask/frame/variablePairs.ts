// The variables of a stack frame as the debugger's Variables view has them, each paired with the
// one of the same name in another frame.
import { t } from '@vscode/l10n';
import { programScopes } from '../../adapter/programScopes';
import type { VariableNode } from '../../adapter/variableTree';
import type { StackFrame } from '../../machine/stackFrame';
import type { Trace } from '../../trace/trace';
import { valueContextOf } from '../../values/value';

/** A node, and the one of the same name in the frame compared with. */
export interface NodePair {
  readonly now: VariableNode;
  readonly before: VariableNode | undefined;
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
  return programScopes(stackFrame, context, { prettyPrint: true }).map(({ name, children }) => ({
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

/** The value in the frame compared with, where both are known and differ. */
export function earlierValue({ now, before }: NodePair): string | undefined {
  if (!before || now.value === before.value) return undefined;
  return isKnown(now.value) && isKnown(before.value) ? before.value : undefined;
}

/** Whether nothing is missing in a value's text. */
function isKnown(text: string): boolean {
  return !/<(?:unavailable|optimized out|error: )/.test(text);
}
