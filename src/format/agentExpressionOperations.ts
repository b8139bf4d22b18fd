// The operations of agent expressions: gdb manual, "Agent Expressions", "Bytecode Descriptions". A target
// runs them on a stack of 64-bit words when a tracepoint is hit.

/** One kind of operation. */
export interface AgentOperation {
  readonly name: string;
  /** Bytes of its operand; `format` for that of printf, whose length stands in it. */
  readonly operand: 0 | 1 | 2 | 4 | 8 | 'format';
  /** Words that it takes from the stack; printf takes more, by its operand. */
  readonly pops: number;
  /** Words that it leaves in their place. */
  readonly pushes: number;
}

type Row = readonly [
  code: number,
  name: string,
  operand: AgentOperation['operand'],
  pops: number,
  pushes: number,
];

const rows: readonly Row[] = [
  [0x01, 'float', 0, 0, 0],
  [0x02, 'add', 0, 2, 1],
  [0x03, 'sub', 0, 2, 1],
  [0x04, 'mul', 0, 2, 1],
  [0x05, 'div_signed', 0, 2, 1],
  [0x06, 'div_unsigned', 0, 2, 1],
  [0x07, 'rem_signed', 0, 2, 1],
  [0x08, 'rem_unsigned', 0, 2, 1],
  [0x09, 'lsh', 0, 2, 1],
  [0x0a, 'rsh_signed', 0, 2, 1],
  [0x0b, 'rsh_unsigned', 0, 2, 1],
  [0x0c, 'trace', 0, 2, 0],
  [0x0d, 'trace_quick', 1, 1, 1],
  [0x0e, 'log_not', 0, 1, 1],
  [0x0f, 'bit_and', 0, 2, 1],
  [0x10, 'bit_or', 0, 2, 1],
  [0x11, 'bit_xor', 0, 2, 1],
  [0x12, 'bit_not', 0, 1, 1],
  [0x13, 'equal', 0, 2, 1],
  [0x14, 'less_signed', 0, 2, 1],
  [0x15, 'less_unsigned', 0, 2, 1],
  [0x16, 'ext', 1, 1, 1],
  [0x17, 'ref8', 0, 1, 1],
  [0x18, 'ref16', 0, 1, 1],
  [0x19, 'ref32', 0, 1, 1],
  [0x1a, 'ref64', 0, 1, 1],
  [0x1b, 'ref_float', 0, 1, 1],
  [0x1c, 'ref_double', 0, 1, 1],
  [0x1d, 'ref_long_double', 0, 1, 1],
  [0x1e, 'l_to_d', 0, 1, 1],
  [0x1f, 'd_to_l', 0, 1, 1],
  [0x20, 'if_goto', 2, 1, 0],
  [0x21, 'goto', 2, 0, 0],
  [0x22, 'const8', 1, 0, 1],
  [0x23, 'const16', 2, 0, 1],
  [0x24, 'const32', 4, 0, 1],
  [0x25, 'const64', 8, 0, 1],
  [0x26, 'reg', 2, 0, 1],
  [0x27, 'end', 0, 0, 0],
  [0x28, 'dup', 0, 1, 2],
  [0x29, 'pop', 0, 1, 0],
  [0x2a, 'zero_ext', 1, 1, 1],
  [0x2b, 'swap', 0, 2, 2],
  [0x2c, 'getv', 2, 0, 1],
  [0x2d, 'setv', 2, 1, 1],
  // The manual has it leave the value; gdb's code and gdbserver have it leave nothing.
  [0x2e, 'tracev', 2, 0, 0],
  [0x2f, 'tracenz', 0, 2, 0],
  [0x30, 'trace16', 2, 1, 1],
  [0x32, 'pick', 1, 0, 1],
  [0x33, 'rot', 0, 3, 3],
  // A function and a channel; the arguments lie below them.
  [0x34, 'printf', 'format', 2, 0],
];

/** The operations by the byte that stands for each. */
export const agentOperations: ReadonlyMap<number, AgentOperation> = new Map(
  rows.map(([code, name, operand, pops, pushes]) => [code, { name, operand, pops, pushes }]),
);
