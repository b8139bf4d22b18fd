// The innermost stack frame alone. A search looks at one stack frame in each of many frames; its callers are found when
// something asks for them.
import type { LoadedModule, StackFrame } from '../stackFrame';
import type { StoppedMachine } from '../stoppedMachine';
import { activationAt } from './activation';
import { callStack } from './callStack';
import { MachineRegisters, registerNames } from './registerFile';
import { framesOf, scopesAt } from './stackFrames';

/** The first stack frame that {@link callStack} gives; undefined where the PC is not known. */
export async function innermostFrame(
  machine: StoppedMachine,
  placements: readonly LoadedModule[],
): Promise<StackFrame | undefined> {
  const { pc, registers, memory, frame } = machine;
  if (pc === undefined) return undefined;
  if (!registers) return (await callStack(machine, placements)).frames[0];
  const { order } = frame;
  const names = registerNames(registers.layout, order);
  const reached = {
    pc,
    registers: new MachineRegisters(names, registers),
    called: false,
    guessed: false,
  };
  const activation = await activationAt(reached, { names, order, memory, placements });
  const scopes = await scopesAt(activation.lookupPc, activation.placement);
  const [innermost] = framesOf(activation, scopes);
  return (
    innermost && {
      ...innermost,
      level: 0,
      caller: async () => (await callStack(machine, placements)).frames[0]?.caller(),
    }
  );
}
