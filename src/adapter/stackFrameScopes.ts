// The scopes of a stack frame, in the order in which the Variables view lists them.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { StackFrame } from '../machine/stackFrame';
import { surroundingsOf } from '../values/value';
import type { Debuggee } from './debuggee';
import { programScopes } from './programScopes';
import { registersOf, registersScope, type StackFrameRegisters } from './registersScope';
import { collectedMemoryScope, traceStateVariablesScope, tracepointScope } from './scopes';
import type { VariableNode } from './variableTree';

/** DAP's scopes of the stack frame with this id. */
export async function stackFrameScopes(
  debuggee: Debuggee,
  frameId: number,
): Promise<DebugProtocol.ScopesResponse['body']> {
  const { trace, stack, variables, view } = debuggee;
  const machine = await debuggee.machine();
  const stackFrame = await stack.frame(frameId);
  const surroundings = surroundingsOf(machine, trace.programs.placements, stackFrame);
  const registers = registersOf(machine, stackFrame, trace.programs.placements);
  const before = () => registersBefore(debuggee, stackFrame);
  const scope = (name: string, children: NonNullable<VariableNode['children']>) => ({
    name,
    variablesReference: variables.reference({ name, value: '', children }),
    expensive: false,
  });
  const program = stackFrame ? programScopes(stackFrame, surroundings, view) : [];
  return {
    scopes: [
      ...program.map(({ name, children, ...rest }) => ({ ...scope(name, children), ...rest })),
      {
        ...scope('Registers', async () => registersScope(registers, view, await before())),
        presentationHint: 'registers',
      },
      scope('Trace State Variables', () => traceStateVariablesScope(trace, machine, view)),
      scope('Collected Memory', () => collectedMemoryScope(trace, machine)),
      scope('Tracepoint', () => tracepointScope(trace, machine)),
    ],
  };
}

/** The registers of the stop before, for the innermost stack frame; a caller's are not compared. */
async function registersBefore(
  { trace, previous }: Debuggee,
  stackFrame: StackFrame | undefined,
): Promise<StackFrameRegisters | undefined> {
  if (previous.frame === undefined || (stackFrame?.level ?? 0) > 0) return undefined;
  return registersOf(await trace.machine(previous.frame), undefined);
}
