// One frame as the debugger shows it: where it stopped, its call stack, variables, registers, what
// was collected and what was not.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import type { DebugContext } from '../../adapter/debugContext';
import { programScopes } from '../../adapter/programScopes';
import { registersOf, registersScope } from '../../adapter/registersScope';
import { RequestFailed } from '../../bytes/requestFailed';
import { traceStateVariablesScope, tracepointScope } from '../../adapter/scopes';
import type { ChildNodes, VariableNode } from '../../adapter/variableTree';
import { hexAddress } from '../../bytes/hex';
import type { StackFrame } from '../../machine/stackFrame';
import { valueContextOf } from '../../values/value';
import { option } from '../option';
import { described, frameNumber, level, wholeNumber, publicQuestion } from '../question';

/** Stack frames, variables and ranges that are listed of one frame. */
const maxListed = 1000;

const frameInput = v.strictObject({
  frame: frameNumber,
  level,
  registers: v.optional(
    option(
      described(
        v.picklist(['none', 'general', 'all']),
        'Which registers of the stack frame; all may be many.',
      ),
      () => t('Vector registers too'),
      { switch: { name: 'all-registers', choice: 'all' } },
    ),
    'general',
  ),
});

const variable = v.strictObject({
  name: v.string(),
  value: v.string(),
  type: v.optional(v.string()),
  /** The expression that gives it. */
  expression: v.optional(v.string()),
});

/** A name with its value, as the debugger writes them. */
export type ShownVariable = v.InferOutput<typeof variable>;

const stackRow = v.strictObject({
  level: wholeNumber,
  function: v.string(),
  address: v.optional(v.string()),
  file: v.optional(v.string()),
  line: v.optional(wholeNumber),
});

const frameDetails = v.strictObject({
  frame: wholeNumber,
  tracepoint: wholeNumber,
  stack: v.array(stackRow),
  /** Why the call stack ends where it does. */
  stackEnd: v.optional(v.string()),
  arguments: v.array(variable),
  locals: v.array(variable),
  registers: v.array(variable),
  traceStateVariables: v.array(variable),
  memory: v.array(
    v.strictObject({ address: v.string(), bytes: wholeNumber, symbol: v.optional(v.string()) }),
  ),
  /** What the file says of the tracepoint and this frame. */
  facts: v.array(variable),
  /** Variables, registers and the like of which nothing or not all was collected. */
  notCollected: v.array(v.string()),
});

/** `frame`. */
export const frame = publicQuestion({
  name: 'frame',
  title: () => t('Look at a frame of a trace'),
  description:
    'One frame as a stopped program: call stack, arguments, locals, registers, trace state variables, the collected memory, and what was not collected. Values are as gdb prints them.',
  input: frameInput,
  result: frameDetails,
  answer: (asked, { frame: number, level: at, registers }, { signal }) =>
    asked.debugAt(number, (debugged) => detailsOf(debugged, at, registers), signal),
});

async function detailsOf(
  debugged: DebugContext,
  at: number,
  registers: 'none' | 'general' | 'all',
): Promise<v.InferOutput<typeof frameDetails>> {
  const { trace, view } = debugged;
  const machine = await debugged.machine();
  const stackFrame = await stackFrameAt(debugged, at);
  const modules = trace.modules.current;
  const values = valueContextOf(machine, modules.loaded, stackFrame, trace.printers);
  const scopes = stackFrame ? programScopes(stackFrame, values, view) : [];
  const scope = async (name: string) => {
    const found = scopes.find((each) => each.name === name);
    return (await found?.children())?.slice(0, maxListed).map(shownVariable) ?? [];
  };
  const held = registersOf(machine, stackFrame, modules.loaded);
  const groups = registersScope(held, view).filter(
    ({ name }) => registers === 'all' || (registers === 'general' && name === 'general'),
  );
  const shown = {
    arguments: await scope(t('Arguments')),
    locals: await scope(t('Locals')),
    registers: (await Promise.all(groups.map(nodesOf))).flat(),
    traceStateVariables: await nodesOf(traceStateVariablesScope(trace.recording, machine, view)),
  };
  const memory = machine.memory.ranges.slice(0, maxListed).map(async ({ address, length }) => {
    const symbol = await modules.symbol(address);
    const known = symbol === undefined ? {} : { symbol };
    return { address: hexAddress(address), bytes: length, ...known };
  });
  return {
    frame: machine.frame.number,
    tracepoint: machine.frame.tracepoint,
    ...(await stackOf(debugged)),
    ...shown,
    memory: await Promise.all(memory),
    facts: (await tracepointScope(trace.recording, machine)).map(shownVariable),
    notCollected: [
      ...Object.values(shown)
        .flat()
        .filter(isIncomplete)
        .map(({ name }) => name),
      ...(machine.registers ? [] : ['registers']),
    ],
  };
}

/** The stack frame of a level; none where the frame has no stack at all. */
export async function stackFrameAt(
  { stack }: DebugContext,
  at: number,
): Promise<StackFrame | undefined> {
  const innermost = await stack.innermost();
  if (at === 0 || !innermost) return innermost;
  const { stackFrames } = await stack.list(at, 1);
  const [row] = stackFrames;
  const found = row && (await stack.frame(row.id));
  if (!found) throw new RequestFailed(t('There is no stack frame {0}.', at));
  return found;
}

async function stackOf({
  stack,
}: DebugContext): Promise<Pick<v.InferOutput<typeof frameDetails>, 'stack' | 'stackEnd'>> {
  const { stackFrames } = await stack.list(0, maxListed);
  const isEnd = ({ instructionPointerReference: pc }: { instructionPointerReference?: string }) =>
    pc === undefined;
  const end = stackFrames.find(isEnd);
  return {
    stack: stackFrames
      .filter((row) => !isEnd(row))
      .map(({ name, instructionPointerReference: address, source, line }, i) => ({
        level: i,
        function: name,
        ...(address !== undefined && { address }),
        ...(source?.path !== undefined && line > 0 && { file: source.path, line }),
      })),
    ...(end && { stackEnd: end.name }),
  };
}

async function nodesOf({ children, elements }: ChildNodes): Promise<ShownVariable[]> {
  const nodes = (await children?.()) ?? (await elements?.read(0, maxListed)) ?? [];
  return nodes.map(shownVariable);
}

/** A node of the debugger's tree without what it opens to. */
function shownVariable({ name, value, type, evaluateName }: VariableNode): ShownVariable {
  return {
    name,
    value,
    ...(type !== undefined && { type }),
    ...(evaluateName !== undefined && evaluateName !== name && { expression: evaluateName }),
  };
}

function isIncomplete({ value }: ShownVariable): boolean {
  return value.includes('<unavailable>');
}
