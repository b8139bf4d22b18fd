// `info …`: what is known of the trace, the stack frame and the program (gdb manual, "Help", "Tracepoints", "Frame Info").
import { infoArgs, infoLocals } from '../../values/frameVariables';
import type { Register } from '../../machine/registerLayout';
import { registerLines, registersShown } from '../../trace/words/registerWords';
import { tracepointLines, tvariableLines } from '../../trace/words/tracepointWords';
import { RequestFailed } from '../requestFailed';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { infoAddress } from './infoAddress';
import { infoFrame } from './infoFrame';
import { infoLine, infoSource, infoSymbol } from './infoPlaces';
import { infoScope } from './infoScope';
import { backtrace } from './backtrace';

/** The commands under `info`. */
export const infoCommands: readonly Command[] = [
  {
    name: 'address',
    help: 'Where a variable or function is kept.',
    takes: 'expression',
    run: infoAddress,
  },
  {
    name: 'all-registers',
    help: 'All registers of the selected stack frame.',
    takes: 'nothing',
    run: (args, state) => registers(args, true, state),
  },
  {
    name: 'args',
    help: 'The arguments of the selected stack frame.',
    takes: 'nothing',
    run: (args, state) => variables(args, infoArgs, state),
  },
  {
    name: 'frame',
    aliases: ['f'],
    help: 'All about the selected stack frame, or about one that is named as for `frame`.',
    takes: 'expression',
    run: infoFrame,
  },
  {
    name: 'line',
    help: 'The addresses of the code of a line.',
    takes: 'linespec',
    run: infoLine,
  },
  {
    name: 'locals',
    help: 'The local variables of the selected stack frame.',
    takes: 'nothing',
    run: (args, state) => variables(args, infoLocals, state),
  },
  {
    name: 'registers',
    aliases: ['r'],
    help: 'The general registers of the selected stack frame, or those named.',
    takes: 'expression',
    run: (args, state) => registers(args, false, state),
  },
  {
    name: 'scope',
    help: 'The variables that are visible at a place, and where they are kept.',
    takes: 'linespec',
    run: infoScope,
  },
  {
    name: 'source',
    help: 'The source file of the selected stack frame, and how it was compiled.',
    takes: 'nothing',
    run: (_, state) => infoSource(state),
  },
  {
    name: 'stack',
    aliases: ['s'],
    help: 'The call stack.',
    takes: { words: ['full'] },
    run: (args, state) => backtrace.run(args, state),
  },
  {
    name: 'symbol',
    help: 'The symbol that holds an address.',
    takes: 'expression',
    run: infoSymbol,
  },
  {
    name: 'tracepoints',
    aliases: ['tp'],
    help: 'The tracepoints, or those of the numbers given.',
    takes: 'nothing',
    run: tracepoints,
  },
  {
    name: 'tvariables',
    help: 'The trace state variables with their initial and present values.',
    takes: 'nothing',
    run: async (_, { trace }) => text(tvariableLines(trace, await trace.machine(trace.position))),
  },
];

async function variables(
  pattern: string,
  linesOf: typeof infoArgs,
  state: ConsoleState,
): Promise<string> {
  const { frame, ...rest } = await state.surroundings();
  if (!frame) throw new RequestFailed('No frame selected.');
  const lines = await linesOf({ frame, ...rest }, state.view);
  if (pattern === '') return text(lines);
  const named = lines.filter((line) => line.split(' = ', 1)[0]?.includes(pattern));
  return named.length > 0 ? text(named) : `No variables matching "${pattern}".`;
}

async function registers(args: string, all: boolean, state: ConsoleState): Promise<string> {
  const { trace } = state;
  const machine = await trace.machine(trace.position);
  const known = machine.registers;
  if (!known) throw new RequestFailed('The program has no registers now.');
  const names = args.split(/[\s,]+/).filter((name) => name !== '');
  const wanted: Register[] = [];
  for (const name of names) {
    const plain = name.replace(/^\$/, '');
    const group = known.layout.registers.filter((each) => each.group === plain);
    const found = known.read(plain);
    if (found) wanted.push({ ...found.register, name: plain });
    else if (group.length > 0) wanted.push(...group);
    else throw new RequestFailed(`Invalid register \`${name}'`);
  }
  const shown = names.length > 0 ? wanted : registersShown(machine, all);
  return text(await registerLines(shown, machine, await state.surroundings()));
}

async function tracepoints(args: string, { trace }: ConsoleState): Promise<string> {
  await trace.indexed;
  const wanted = numbers(args);
  const lines = await tracepointLines(trace, wanted && ((number) => wanted.has(number)));
  if (lines.length > 0) return text(lines);
  return args === '' ? 'No tracepoints.' : `No tracepoint matching '${args}'.`;
}

/** `1 3-5`; undefined where none are given. */
function numbers(args: string): ReadonlySet<number> | undefined {
  if (args === '') return undefined;
  const all = new Set<number>();
  for (const part of args.split(/[\s,]+/)) {
    const [, from, to] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part) ?? [];
    if (from === undefined) throw new RequestFailed(`Bad tracepoint argument: '${part}'`);
    const last = Math.min(Number(to ?? from), Number(from) + 65_535);
    for (let number = Number(from); number <= last; number++) all.add(number);
  }
  return all;
}
