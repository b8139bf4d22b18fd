// Whether a frame holds what an action of its tracepoint should have collected. A trace file marks no block with the
// action that it came from: what a block must be is computed anew, from the registers and memory that the frame holds.
import { Origin } from '../../machine/memory';
import { unsigned } from '../../bytes/cursor';
import { readAgentExpression } from '../../format/agentExpression';
import type { Action } from '../../format/description';
import type { StoppedMachine } from '../../machine/stoppedMachine';
import { runAgentExpression, type AgentMachine, type Collecting } from './agentRun';

/** What became of an action in one frame. */
export interface ActionOutcome {
  /**
   * `lacking`: some of what it should have collected is not there. `unknown`: the frame does not tell what that is.
   * `nothing`: it collects nothing there.
   */
  readonly state: 'collected' | 'lacking' | 'unknown' | 'nothing';
  /** What is lacking or not known: words that go on a sentence. */
  readonly why?: string;
  /**
   * It collected at an address where programs have no memory (a null pointer's): gdbserver writes a block all the same,
   * and its bytes mean nothing.
   */
  readonly nearNull: boolean;
}

/** Below this address systems with virtual memory map nothing. */
const firstPage = 4096n;
/** Bytes of a string that are looked at. */
const longestString = 65_536n;

const outcome = (state: ActionOutcome['state'], why?: string, nearNull = false): ActionOutcome => ({
  ...{ state, nearNull },
  ...(why !== undefined && { why }),
});

/** What became of an action in a frame. `registerBlockSize` in bytes. */
export async function actionOutcome(
  action: Action,
  machine: StoppedMachine,
  registerBlockSize: number,
): Promise<ActionOutcome> {
  switch (action.kind) {
    case 'registers':
      return registersOutcome(machine, registerBlockSize);
    case 'memory':
      return memoryOutcome(action, machine);
    case 'expression':
      return expressionOutcome(action.bytecode, machine);
    case 'static-data': {
      const isThere = machine.frame.blocks.some(({ kind }) => kind === 'S');
      return isThere ? outcome('collected') : outcome('lacking', 'there is no S block');
    }
    case 'unknown':
      return outcome('unknown', 'the action cannot be read');
  }
}

function registersOutcome({ frame }: StoppedMachine, registerBlockSize: number): ActionOutcome {
  const block = frame.blocks.find(({ kind }) => kind === 'R');
  if (!block) return outcome('lacking', 'there is no register block');
  return block.length < registerBlockSize
    ? outcome('lacking', 'the register block is cut off')
    : outcome('collected');
}

/** gdb has offsets count from the base register, and gdbserver ignores that register: only what is there tells. */
async function memoryOutcome(
  { baseRegister, offset, length }: Action & { kind: 'memory' },
  machine: StoppedMachine,
): Promise<ActionOutcome> {
  const size = BigInt(length);
  if (baseRegister === undefined) {
    return collectingOutcome({ kind: 'memory', address: offset, length: size }, machine);
  }
  const base = registerIn(machine, baseRegister);
  const candidates = base === undefined ? [offset] : [base + offset, offset];
  for (const address of candidates) {
    const found = await collectingOutcome({ kind: 'memory', address, length: size }, machine);
    if (found.state === 'collected') return found;
  }
  return outcome('unknown', 'targets differ in where memory at a register is');
}

async function expressionOutcome(
  bytecode: Uint8Array,
  machine: StoppedMachine,
): Promise<ActionOutcome> {
  const { collected, stopped } = await runAgentExpression(
    readAgentExpression(bytecode),
    agentMachine(machine),
  );
  const outcomes: ActionOutcome[] = [];
  for (const each of collected) outcomes.push(await collectingOutcome(each, machine));
  const nearNull = outcomes.some((each) => each.nearNull);
  const lacking = outcomes.find(({ state }) => state === 'lacking');
  if (lacking) return outcome('lacking', lacking.why, nearNull);
  const unknown = outcomes.find(({ state }) => state === 'unknown');
  if (unknown) return outcome('unknown', unknown.why, nearNull);
  if (stopped !== undefined) return outcome('unknown', stopped, nearNull);
  return outcome(outcomes.length > 0 ? 'collected' : 'nothing', undefined, nearNull);
}

async function collectingOutcome(
  collecting: Collecting,
  machine: StoppedMachine,
): Promise<ActionOutcome> {
  if (collecting.kind === 'variable') {
    return machine.variable(collecting.number) === undefined
      ? outcome('lacking', 'the value of a trace state variable is not there')
      : outcome('collected');
  }
  const { address } = collecting;
  if (address === undefined) {
    return outcome('unknown', 'its address needs what was not collected');
  }
  const at = BigInt.asUintN(64, address);
  const isThere =
    collecting.kind === 'memory'
      ? collecting.length && holds(machine, at, collecting.length)
      : await holdsString(machine, at, collecting.most ?? longestString);
  if (collecting.kind === 'memory' && collecting.length === undefined) {
    return outcome('unknown', 'its length needs what was not collected');
  }
  if (isThere === false) return outcome('lacking', `memory at 0x${at.toString(16)} is not there`);
  return outcome('collected', undefined, at < firstPage);
}

/** Whether the frame itself collected all of some memory. */
function holds(machine: StoppedMachine, address: bigint, length: bigint): boolean {
  return machine.memory.islands.some(
    (island) =>
      island.address <= address && address + length <= island.address + BigInt(island.length),
  );
}

/** Whether the frame collected a string up to its NUL, or as much of it as was asked for. */
async function holdsString(
  machine: StoppedMachine,
  address: bigint,
  most: bigint,
): Promise<boolean> {
  const island = machine.memory.islands.find(
    (each) => each.address <= address && address < each.address + BigInt(each.length),
  );
  if (!island) return most === 0n;
  const room = island.address + BigInt(island.length) - address;
  if (room >= most) return true;
  const { bytes } = await machine.memory.read(address, Number(room));
  return bytes.includes(0);
}

function agentMachine(machine: StoppedMachine): AgentMachine {
  return {
    order: machine.frame.order,
    register: (number) => registerIn(machine, number),
    memory: async (address, length) => {
      const { bytes, origins } = await machine.memory.read(address, length);
      return origins.includes(Origin.unavailable) ? undefined : bytes;
    },
  };
}

/** A register of the frame's register block, by gdb's remote number. */
function registerIn({ registers, frame }: StoppedMachine, number: number): bigint | undefined {
  const register = registers?.layout.registers.find((each) => each.number === number);
  const bytes = register && registers?.read(register.name)?.bytes;
  return bytes && unsigned(bytes, frame.order);
}
