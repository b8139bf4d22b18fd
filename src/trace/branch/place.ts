// Where an instruction of a branch trace is, in words.
import type { BranchTrace, Execution } from './branchTrace';
import { executedAt } from './instructions';
import { hexAddress } from '../../bytes/hex';
import { baseName } from '../paths';

/** `Instruction 57 of 311 · main, tree.c:83`. */
export async function instructionPlace(
  trace: BranchTrace,
  { blocks, calls, map }: Execution,
  instruction: number,
): Promise<string> {
  const executed = executedAt({ blocks, calls, map }, instruction);
  const number = `Instruction ${instruction} of ${blocks.count}`;
  if (executed?.kind !== 'instruction') return `${number} · a gap`;
  const { functionName, source } = await trace.locate(executed.address);
  const line = source ? `, ${baseName(source.file)}:${source.line}` : '';
  return `${number} · ${functionName ?? hexAddress(executed.address)}${line}`;
}
