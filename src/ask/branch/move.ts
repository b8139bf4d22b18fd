// The instruction to which a move leads from the trace's position.
import * as v from 'valibot';
import * as moves from '../../trace/branch/stepping';
import { question, wholeNumber } from '../question';
import type { BranchAsked } from './branchAsked';

/** The moves of a page, by name. */
const pageMoves: Readonly<Record<string, moves.BranchMove>> = {
  ...moves.jumps,
  nextInstruction: moves.instruction(1),
  previousInstruction: moves.instruction(-1),
  nextLine: moves.lineInto,
  previousLine: moves.lineBack,
};

export const move = question({
  input: v.strictObject({ to: v.string() }),
  /** Absent where it leads nowhere. */
  result: v.strictObject({ instruction: v.exactOptional(wholeNumber) }),
  answer: async ({ trace, execution }: BranchAsked, { to }) => {
    const known = Object.hasOwn(pageMoves, to) ? pageMoves[to] : undefined;
    const instruction = await known?.({ trace, execution, from: trace.position });
    return instruction === undefined ? {} : { instruction };
  },
});
