// What decodes instructions: Capstone, in a thread of its own (platform/) or, in a test, in the same one.
import type { capstoneMode } from './capstoneMode';

/** An instruction in Capstone's words. */
export interface DecodedInstruction {
  /** In bytes. */
  readonly size: number;
  /** Empty where the bytes are no instruction. */
  readonly mnemonic: string;
  readonly operands: string;
}

/** Decodes bytes. */
export interface Decoder {
  /** Instructions one after another, at most `most` of them. Rejects with a sentence where it could not work. */
  decode(
    bytes: Uint8Array,
    address: bigint,
    mode: ReturnType<typeof capstoneMode>,
    most: number,
  ): Promise<readonly DecodedInstruction[]>;
}
