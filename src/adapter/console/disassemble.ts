// `disassemble`: the instructions of a function or a range of addresses (gdb manual, "Machine Code").
import { linkAddress, runTimeAddress } from '../../machine/linkAddress';
import { symbolOf } from '../../values/symbolText';
import { RequestFailed } from '../requestFailed';
import { addressGiven } from './addresses';
import { text, type Command } from './command';
import type { ConsoleState } from './consoleState';
import { dumpedLines, type CodeRange } from './instructions';
import { separated } from './printf';

/** Bytes that one command shows at most. */
const mostBytes = 65_536n;

/** `disassemble`. */
export const disassemble: Command = {
  name: 'disassemble',
  aliases: ['disas'],
  help: 'Print instructions: of the function, of ADDRESS’s function, or of START,END or START,+LENGTH; `/r` bytes, `/s` source.',
  takes: 'expression',
  async run(args, state) {
    const [, modifiers = '', rest = ''] = /^((?:\/\w+\s*)*)(.*)$/s.exec(args) ?? [];
    const letters = modifiers.replace(/[/\s]/g, '');
    if (/[^rsm]/.test(letters)) throw new RequestFailed('Invalid disassembly modifier.');
    return text(await dumpedLines(await rangeOf(rest.trim(), state), letters, state));
  },
};

async function rangeOf(args: string, state: ConsoleState): Promise<CodeRange> {
  const [from = '', to, ...more] = args === '' ? [] : separated(args);
  if (more.length > 0) throw new RequestFailed('Junk after end of expression.');
  if (to === undefined) {
    return functionRange(from === '' ? await state.pc() : await addressGiven(from, state), state);
  }
  const start = await addressGiven(from, state);
  const end = to.startsWith('+')
    ? start + (await addressGiven(to.slice(1), state))
    : await addressGiven(to, state);
  return { start, end: end - start > mostBytes ? start + mostBytes : end };
}

async function functionRange(address: bigint, state: ConsoleState): Promise<CodeRange> {
  for (const { program, slide } of state.trace.programs.placements) {
    const found = await program.functionAt(linkAddress(address, slide));
    if (found?.end === undefined) continue;
    const [start, end] = [runTimeAddress(found.start, slide), runTimeAddress(found.end, slide)];
    const linked = await symbolOf(start, await state.surroundings(), true);
    return { start, end, functionName: linked ?? found.name };
  }
  throw new RequestFailed('No function contains specified address.');
}
