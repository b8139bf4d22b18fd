// Capstone, the disassembler, compiled to WebAssembly, with its known defects kept from everyone
// else: it throws where no byte decodes, and gives addresses from 2^63 up as negative numbers. What
// its instructions' details say is not to be relied on, so nothing asks for them.
import loadModule, { type Capstone, type CapstoneModule } from '@alexaltea/capstone-js';

/** How Capstone is to read bytes, in its own numbers. */
export interface CapstoneMode {
  /** One of its `CS_ARCH_…`. */
  readonly architecture: number;
  /** Its `CS_MODE_…`, joined. */
  readonly mode: number;
  /** One of its `CS_OPT_SYNTAX_…`; 0 for the default. */
  readonly syntax: number;
}

/** An instruction in Capstone's words. */
export interface CapstoneInstruction {
  /** In bytes. */
  readonly size: number;
  /** Empty where the bytes are not an instruction. */
  readonly mnemonic: string;
  readonly operands: string;
}

/**
 * Whether the library itself broke, after which its memory is in no known state. Its own complaints
 * are texts.
 */
export function isTrap(error: unknown): boolean {
  return error instanceof Error;
}

/** Decodes in the thread that calls it. */
export class CapstoneDecoder {
  private readonly opened = new Map<string, Capstone>();

  private constructor(private readonly module: CapstoneModule) {}

  /** `wasm`: the contents of the package's capstone.wasm. */
  static async load(wasm: Uint8Array): Promise<CapstoneDecoder> {
    return new CapstoneDecoder(await loadModule({ wasmBinary: wasm }));
  }

  /**
   * Instructions that cover all bytes but, possibly, a part of an instruction at their end. At most
   * `most` of them.
   */
  decode(
    bytes: Uint8Array,
    address: bigint,
    mode: CapstoneMode,
    most: number,
  ): CapstoneInstruction[] {
    if (bytes.length === 0 || most <= 0) return [];
    return this.open(mode)
      .disasm(bytes, BigInt.asIntN(64, address), most)
      .map(({ id, size, mnemonic, op_str: operands }) =>
        id === 0 ? { size, mnemonic: '', operands: '' } : { size, mnemonic, operands },
      );
  }

  private open({ architecture, mode, syntax }: CapstoneMode): Capstone {
    const key = `${architecture} ${mode} ${syntax}`;
    let capstone = this.opened.get(key);
    if (!capstone) {
      const { module } = this;
      capstone = new module.Capstone(architecture, mode);
      // Some architectures know no syntax, not even the default one.
      if (syntax !== 0) capstone.option(module.OPT_SYNTAX, syntax);
      capstone.option(module.OPT_SKIPDATA, module.OPT_ON);
      this.opened.set(key, capstone);
    }
    return capstone;
  }
}
