// What the Variables view says to type for a value gives that value: every variable with an
// `evaluateName`, in traces of each language, as deep as a person opens them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Evaluator } from '../../src/adapter/evaluation';
import { programScopes } from '../../src/adapter/programScopes';
import { valueNode, type ValueView } from '../../src/adapter/valueNodes';
import type { VariableNode } from '../../src/adapter/variableTree';
import type { StackFrame } from '../../src/machine/stackFrame';
import { valueContextOf } from '../../src/values/value';
import { openTraced, otherLanguages, traced, type ProgramTrace } from './programTrace';

/** How much of a trace is asked for. */
const bounds = { frames: 3, levels: 3, children: 24, depth: 4 };

async function childrenOf({ children, elements }: VariableNode): Promise<VariableNode[]> {
  const named = (await children?.()) ?? [];
  const indexed = (await elements?.read(0, bounds.children)) ?? [];
  return [...named.slice(0, bounds.children), ...indexed];
}

/** A node, and how it is shown: what is below `[raw]` as it is made. */
interface ShownNode {
  readonly node: VariableNode;
  readonly view: ValueView;
}

/** A node and those below it. */
async function* walk(
  node: VariableNode,
  around: ValueView,
  depth: number,
): AsyncGenerator<ShownNode> {
  const view = node.name === '[raw]' ? { prettyPrint: false } : around;
  yield { node, view };
  if (depth === 0) return;
  for (const child of await childrenOf(node)) yield* walk(child, view, depth - 1);
}

/** Every node of a stack frame. */
async function* nodesOf(
  { trace, modules }: ProgramTrace,
  stackFrame: StackFrame,
  view: ValueView,
): AsyncGenerator<ShownNode> {
  const machine = await trace.machine(trace.cursor.frame);
  const context = valueContextOf(machine, modules, stackFrame);
  for (const { children } of programScopes(stackFrame, context, view)) {
    for (const node of (await children()).slice(0, bounds.children)) {
      yield* walk(node, view, bounds.depth);
    }
  }
}

/** What typing a name gives, as the view writes it. */
async function typed(
  evaluator: Evaluator,
  name: string,
  frame: StackFrame,
  view: ValueView,
): Promise<string> {
  try {
    const { value } = await evaluator.value(name, frame);
    return (await valueNode('', value, name, view)).value;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return (await valueNode('', { problem }, name, view)).value;
  }
}

/** One of each program: those that differ in how their debugging information is stored are left. */
const traces = [
  ...new Map([...traced, ...otherLanguages].map((each) => [each.trace, each])).values(),
];

const compared = { values: 0 };

describe.each(traces)('$trace', (each) => {
  let opened: ProgramTrace;
  beforeAll(async () => {
    opened = await openTraced(each);
  });
  afterAll(() => opened.dispose());

  it.each([true, false])('gives what it shows (pretty-printed: %s)', async (prettyPrint) => {
    const { trace } = opened;
    const evaluator = new Evaluator(trace, { prettyPrint });
    const shown: string[] = [];
    const given: string[] = [];
    for (let frame = 0; frame < Math.min(bounds.frames, trace.recording.index.count); frame++) {
      trace.cursor.moveTo(frame, evaluator);
      const { frames } = await trace.callStack(frame);
      for (const stackFrame of frames.slice(0, bounds.levels)) {
        for await (const { node, view } of nodesOf(opened, stackFrame, { prettyPrint })) {
          const { evaluateName, value } = node;
          if (evaluateName === undefined) continue;
          const place = `${frame} ${stackFrame.level} ${evaluateName}: `;
          shown.push(place + value);
          given.push(place + (await typed(evaluator, evaluateName, stackFrame, view)));
        }
      }
    }
    expect(given).toEqual(shown);
    compared.values += shown.length;
  });
});

it('compares them all', () => {
  expect(compared.values).toBe(32_357);
});
