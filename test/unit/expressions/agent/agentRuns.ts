// Code run as a target runs it, on registers and memory that a test gives.
import type { ByteOrder } from '../../../../src/bytes/cursor';
import { readAgentExpression } from '../../../../src/format/agentExpression';
import { assemble, type Code } from '../../../../src/expressions/agent/code';
import { runAgentExpression, type AgentOutcome } from '../../../../src/trace/collection/agentRun';

/** What a run may ask. */
export interface Given {
  readonly registers?: readonly bigint[];
  /** From address 0. */
  readonly memory?: Uint8Array;
  readonly order?: ByteOrder;
  readonly collecting?: boolean;
}

/** What code comes to. */
export async function run(code: Code, given: Given = {}): Promise<AgentOutcome> {
  const {
    registers = [],
    memory = new Uint8Array(0),
    order = 'little',
    collecting = false,
  } = given;
  const made = assemble(code, collecting);
  if ('problem' in made) throw new Error(made.problem);
  return runAgentExpression(readAgentExpression(made.bytes), {
    order,
    register: (number) => registers[number],
    memory: (address, length) => {
      const from = Number(address);
      const bytes = memory.slice(from, from + length);
      return Promise.resolve(bytes.length === length ? bytes : undefined);
    },
    variable: (number) => BigInt(number),
  });
}
