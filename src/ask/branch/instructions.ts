// Instructions around one, with the source lines that begin there.
import * as v from 'valibot';
import { hexAddress } from '../../bytes/hex';
import { textOf } from '../../disassembly/instruction';
import {
  executedFrom,
  type BranchTrace,
  type Executed,
  type Execution,
} from '../../trace/branch/branchTrace';
import { gapText } from '../../trace/branch/text';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';

/** Instructions that are shown on each side of one. */
const shownAround = 60;

const instructionRow = v.strictObject({
  number: wholeNumber,
  /** The text to show. */
  address: v.string(),
  symbol: v.exactOptional(v.string()),
  text: v.string(),
  place: v.exactOptional(v.strictObject({ file: v.string(), line: wholeNumber })),
  /**
   * The text of its line where that begins here; absent where the source is not on this machine.
   */
  source: v.exactOptional(v.string()),
  ticks: v.exactOptional(v.number()),
  gap: v.exactOptional(v.string()),
});

/** An instruction that ran. */
export type InstructionRow = v.InferOutput<typeof instructionRow>;

export const instructions = question({
  input: v.strictObject({ around: wholeNumber }),
  result: v.array(instructionRow),
  answer: async (asked: BranchAsked, { around }) => {
    const { trace, execution } = asked;
    const rows: InstructionRow[] = [];
    let before: string | undefined;
    for (const executed of executedAround(execution, around)) {
      if (executed.kind === 'gap') {
        rows.push({ number: executed.number, address: '', text: '', gap: gapText(executed.gap) });
        before = undefined;
        continue;
      }
      const row = await rowOfInstruction(trace, executed.number, executed.address);
      const { place } = row;
      const at = place && `${place.file}:${place.line}`;
      const source =
        place && at !== before ? await asked.sourceLine(place.file, place.line) : undefined;
      const ticks = execution.blocks.ticksAt(executed.number);
      rows.push({
        ...row,
        ...(ticks !== undefined && { ticks }),
        ...(source !== undefined && { source }),
      });
      before = at;
    }
    return rows;
  },
});

function executedAround(execution: Execution, around: number): Executed[] {
  const shown: Executed[] = [];
  for (const executed of executedFrom(execution, Math.max(1, around - shownAround))) {
    if (executed.number > around + shownAround) break;
    shown.push(executed);
  }
  return shown;
}

async function rowOfInstruction(
  trace: BranchTrace,
  number: number,
  address: bigint,
): Promise<InstructionRow> {
  const [row] = (await trace.disassembler('att')?.from(address, 1)) ?? [];
  const symbol = await trace.symbolOf(address);
  const { source } = await trace.modules.current.locate(address);
  const isThere = row && row.kind !== 'unavailable';
  const text = isThere ? await textOf(row, (at) => trace.symbolOf(at)) : '<unavailable>';
  return {
    number,
    address: hexAddress(address),
    text: text.replaceAll('\t', ' '),
    ...(symbol !== undefined && { symbol }),
    ...(source && source.line > 0 && { place: { file: source.file, line: source.line } }),
  };
}
