// `info registers` with registers and groups of them, `info all-registers`, `info float`, `info
// vector` (gdb manual, "Registers", "Floating Point Hardware", "Vector Unit").
import type { FrameState } from '../../machine/frameState';
import type { Register } from '../../machine/registerLayout';
import type { Registers } from '../../machine/registers';
import {
  isX86,
  registerGroups,
  registerLines,
  registersOfGroup,
  registersShown,
  x87Lines,
} from '../../trace/text/registerText';
import { RequestFailed } from '../../bytes/requestFailed';
import { text } from './command';
import type { ConsoleState } from './consoleState';

/** `info registers [NAME…]`, with floating-point and vector registers where `all`. */
export async function infoRegisters(
  args: string,
  all: boolean,
  state: ConsoleState,
): Promise<string> {
  const { machine, known } = await registersOf(state);
  const names = args.split(/[\s,]+/).filter((name) => name !== '');
  const wanted = names.flatMap((name) => namedRegisters(name, machine, known));
  return linesOf(names.length > 0 ? wanted : registersShown(machine, all), machine, state);
}

/** `info float`. */
export async function infoFloat(state: ConsoleState): Promise<string> {
  const { machine, known } = await registersOf(state);
  if (isX86(machine)) {
    const { frame } = await state.context();
    return text(
      x87Lines((name) => {
        if (!frame) return known.read(name)?.bytes;
        const saved = frame.registerNamed(name);
        return saved?.kind === 'value' ? saved.bytes : undefined;
      }),
    );
  }
  const shown = registersOfGroup(machine, 'float');
  if (shown.length > 0) return linesOf(shown, machine, state);
  return 'No floating-point info available for this processor.';
}

/** `info vector`. */
export async function infoVector(state: ConsoleState): Promise<string> {
  const { machine } = await registersOf(state);
  const shown = registersOfGroup(machine, 'vector');
  return shown.length > 0 ? linesOf(shown, machine, state) : 'No vector information';
}

async function registersOf({
  trace,
}: ConsoleState): Promise<{ readonly machine: FrameState; readonly known: Registers }> {
  const machine = await trace.machine(trace.cursor.frame);
  if (!machine.registers) throw new RequestFailed('The program has no registers now.');
  return { machine, known: machine.registers };
}

async function linesOf(
  registers: readonly Register[],
  machine: FrameState,
  state: ConsoleState,
): Promise<string> {
  const { print } = state.settings;
  return text(await registerLines(registers, machine, await state.context(), print));
}

/** A register by its name, or those of a group. */
function namedRegisters(given: string, machine: FrameState, known: Registers): readonly Register[] {
  const name = given.replace(/^\$/, '');
  const found = known.read(name);
  if (found) return [{ ...found.register, name }];
  const group = registerGroups.find((each) => each.startsWith(name));
  if (group !== undefined) return registersOfGroup(machine, group);
  const own = known.layout.registers.filter((each) => each.group === name);
  if (own.length === 0) throw new RequestFailed(`Invalid register \`${given}'`);
  return own;
}
