// The in-process agent of a traced program (gdb's libinproctrace.so), which fast tracepoints jump
// into: gdb manual, "In-Process Agent". A target learns where its symbols are by asking the client
// (qSymbol), as it asks gdb; a program that has just begun has not loaded it yet.
import { fromHex } from '../../bytes/hex';
import { runTimeAddress } from '../../machine/stackFrame';
import { Machine } from '../../symbols/elf';
import { TargetProblem, type RspClient } from './rspClient';
import type { TraceModule } from '../../trace/traceModule';
import type { ProgramControl } from './execution';
import { isAgent, type OpenLoaded, type Target } from './target';

/** Symbols that a target may ask for. */
const maxSymbols = 1000;

/**
 * Makes the agent known to the target, where the program has one: a program that is at its very
 * start runs to `main`, where its libraries are loaded. Rejects with a {@link TargetProblem}.
 */
export async function prepareAgent(
  client: RspClient,
  target: Target,
  control: ProgramControl,
  open: OpenLoaded,
): Promise<void> {
  if (!target.features.has('FastTracepoints') || control.now.state !== 'stopped') return;
  const [main] = await useLoaded(open, (programs) => startOf(programs, target, control));
  if (main !== undefined) await control.runTo(main, breakpointKind(target), 'main');
  await useLoaded(open, (programs) => offerSymbols(client, programs));
  await target.findAgent();
}

async function useLoaded<T>(
  open: OpenLoaded,
  act: (programs: readonly TraceModule[]) => Promise<T>,
): Promise<T> {
  const programs = await open();
  if ('problem' in programs) throw new TargetProblem('refused', programs.problem);
  try {
    return await act(programs.placed);
  } finally {
    programs.dispose();
  }
}

/** Where `main` is, if the program is at its very start: no library is loaded then. */
async function startOf(
  [traced, ...libraries]: readonly TraceModule[],
  target: Target,
  control: ProgramControl,
): Promise<bigint[]> {
  const { program, slide } = traced ?? {};
  const pc = program && target.pcIn(await control.readRegisters(), program);
  if (!program || slide === undefined || libraries.length > 0 || pc === undefined) return [];
  const entry = runTimeAddress(program.elf.entry, slide);
  if (pc !== entry && traced?.holds(pc)) return [];
  const functions = await program.addressesOfFunction('main');
  return functions.map((each) => runTimeAddress(each.entry, slide));
}

/** The kind of a breakpoint in `Z0`: bytes of its instruction (gdb manual, "Arch-Specific"). */
function breakpointKind({ layout }: Target): number {
  const machines = layout?.architecture.elfMachines ?? [];
  if (machines.some((machine) => machine === Machine.i386 || machine === Machine.x86_64)) return 1;
  return machines.includes(Machine.s390) ? 2 : 4;
}

/** Tells a target where the symbols are that it asks for, as far as its agent has them. */
async function offerSymbols(client: RspClient, programs: readonly TraceModule[]): Promise<void> {
  const symbols = await symbolsOfAgents(programs);
  let packet = 'qSymbol::';
  for (let asked = 0; asked < maxSymbols; asked++) {
    const digits = /^qSymbol:((?:[\da-f]{2})+)$/i.exec(await client.request(packet))?.[1];
    if (digits === undefined) return;
    const address = symbols.get(new TextDecoder().decode(fromHex(digits)));
    packet = `qSymbol:${address?.toString(16) ?? ''}:${digits}`;
  }
}

async function symbolsOfAgents(
  programs: readonly TraceModule[],
): Promise<ReadonlyMap<string, bigint>> {
  const symbols = new Map<string, bigint>();
  for (const { program, slide } of programs) {
    if (slide === undefined || !isAgent(program.path)) continue;
    for (const what of ['code', 'data'] as const) {
      for (const { name, address } of await program.symbolsOf(what)) {
        symbols.set(name, runTimeAddress(address, slide));
      }
    }
  }
  return symbols;
}
