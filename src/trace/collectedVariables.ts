// The variables of a stack frame that can be shown in few words beside its source: those that are
// wholly known.
import type { ModuleList } from './moduleList';
import type { StackFrame } from '../machine/stackFrame';
import type { FrameState } from '../machine/frameState';
import { argumentsOf, localsOf } from '../values/frameVariables';
import { problemOf, valueText } from '../values/text/text';
import { valueContextOf, type Value } from '../values/value';
import { readVariable } from '../values/variable';

/** A variable with its value. */
export interface CollectedVariable {
  readonly name: string;
  /** Line of its declaration, from 1; absent where the compiler did not say. */
  readonly line?: number;
  /** As gdb writes it. */
  readonly text: string;
}

/** What is known of the function of a stack frame. */
interface CollectedVariables {
  /** Line of the function's first instruction, from 1. */
  readonly firstLine: number | undefined;
  readonly variables: readonly CollectedVariable[];
}

/**
 * Arguments and locals of a stack frame whose bytes are all known. Of several of one name, the
 * innermost counts.
 */
export async function collectedVariables(
  modules: ModuleList,
  machine: FrameState,
  stackFrame: StackFrame,
  prettyPrint: boolean,
): Promise<CollectedVariables> {
  const { scope, module } = stackFrame;
  if (!scope || !module) return { firstLine: undefined, variables: [] };
  const context = valueContextOf(machine, modules.loaded, stackFrame);
  const { source } = await modules.locate(scope.entry + module.slide);
  const variables: CollectedVariable[] = [];
  const seen = new Set<string>();
  for (const { name, line, ...rest } of [...localsOf(scope), ...argumentsOf(scope)]) {
    if (seen.has(name)) continue;
    seen.add(name);
    const value = await readVariable({ name, ...rest }, context);
    if (!(await isKnown(value))) continue;
    const text = await valueText(value, { prettyPrint });
    variables.push({ name, text, ...(line !== undefined && { line }) });
  }
  return { firstLine: source?.line, variables };
}

async function isKnown(value: Value): Promise<boolean> {
  return problemOf(value) === undefined && (await value.contents()).complete;
}
