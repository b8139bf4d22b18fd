// The part of @alexaltea/capstone-js that is used; the package brings no types.
declare module '@alexaltea/capstone-js' {
  /** An instruction; `id` is 0 for bytes that were skipped because they are none. */
  export interface CapstoneInstruction {
    readonly id: number;
    readonly size: number;
    readonly mnemonic: string;
    readonly op_str: string;
  }

  /** A decoder for one architecture and mode. */
  export interface Capstone {
    option(option: number, value: number): void;
    disasm(bytes: Uint8Array, address: bigint, most: number): CapstoneInstruction[];
  }

  /** The loaded library. */
  export interface CapstoneModule {
    readonly Capstone: new (architecture: number, mode: number) => Capstone;
    readonly OPT_SYNTAX: number;
    readonly OPT_SKIPDATA: number;
    readonly OPT_ON: number;
  }

  export default function loadModule(options: { wasmBinary: Uint8Array }): Promise<CapstoneModule>;
}
