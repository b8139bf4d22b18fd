// Which instructions call, return and jump: on x86, where processors record branches and gdb follows calls, and on aarch64.
import type { InstructionSetName } from '../../disassembly/instructionSet';

/** What an instruction does when it branches. Conditional jumps are none of these: they stay in their function. */
export const BranchKind = { none: 0, call: 1, return: 2, jump: 3 } as const;
export type BranchKind = (typeof BranchKind)[keyof typeof BranchKind];

interface BranchWords {
  readonly call: RegExp;
  readonly return: RegExp;
  readonly jump: RegExp;
}

const x86: BranchWords = { call: /^l?call/, return: /^(l?ret|iret)/, jump: /^l?jmp/ };

const words: Partial<Record<InstructionSetName, BranchWords>> = {
  'x86-32': x86,
  'x86-64': x86,
  aarch64: { call: /^blr?(aa|ab)?z?$/, return: /^reta?[ab]?$/, jump: /^br?(aa|ab)?z?$/ },
};

/** The kind of an instruction by its mnemonic, as Capstone writes it: `notrack jmpq`. */
export function branchKind(set: InstructionSetName, mnemonic: string): BranchKind {
  const known = words[set];
  if (!known) return BranchKind.none;
  const word = mnemonic.slice(mnemonic.lastIndexOf(' ') + 1);
  if (known.call.test(word)) return BranchKind.call;
  if (known.return.test(word)) return BranchKind.return;
  return known.jump.test(word) ? BranchKind.jump : BranchKind.none;
}
