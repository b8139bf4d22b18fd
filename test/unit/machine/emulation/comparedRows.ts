// How rows that following the code gave compare with those of a program's own call frame
// information, instruction by instruction.
import { readFileSync } from 'node:fs';
import { MemorySource } from '../../../../src/bytes/source';
import { architectureOf } from '../../../../src/machine/arch';
import { emulatedRow } from '../../../../src/machine/emulation/emulatedRow';
import type { Emulator } from '../../../../src/machine/emulation/emulator';
import { emulatorOf } from '../../../../src/machine/emulation/emulators';
import { functionRangesAt, readPieces } from '../../../../src/machine/emulation/functionCode';
import { FunctionStates } from '../../../../src/machine/emulation/functionStates';
import { EmulatedState } from '../../../../src/machine/emulation/state';
import type { CfaRule, RegisterRule } from '../../../../src/symbols/dwarf/cfi/program';
import { openProgram } from '../../../../src/symbols/openProgram';

/** Instructions that call frame information describes, and what following the code said of them. */
export interface ComparedRows {
  instructions: number;
  /** The caller is found where call frame information has it. */
  equal: number;
  /** Functions, each with where it is said to be elsewhere. */
  readonly wrong: Set<string>;
  /** Functions of which some instruction does not tell the caller, or a register of the caller. */
  readonly unknown: Set<string>;
}

/** Some of a program, chosen at random: as many functions, and instructions of each. */
export interface Sample {
  readonly functions: number;
  readonly instructions: number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

/** The rows of all functions of a program, or of a sample of them. */
export async function comparedRows(file: string, sample?: Sample): Promise<ComparedRows> {
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const architecture = architectureOf(undefined, program.elf);
  if (!architecture) throw new Error(`${file} is of no known processor.`);
  const found: ComparedRows = { instructions: 0, equal: 0, wrong: new Set(), unknown: new Set() };
  const seen = new Set<bigint>();
  const functions = await program.symbolsOf('code');
  for (const { name, address, size } of chosen(functions, sample)) {
    const ranges = await functionRangesAt(program, address);
    if (size === 0n || seen.has(address) || !ranges) continue;
    seen.add(address);
    const emulator = await emulatorOf(program, ranges.entry, architecture);
    const pieces = await readPieces(program, ranges);
    const piece = pieces?.find(
      ({ start, bytes }) =>
        Number(address - ranges.entry) >= start &&
        Number(address - ranges.entry) < start + bytes.length,
    );
    if (!emulator || !pieces || !piece) continue;
    const states = await FunctionStates.of(pieces, emulator);
    const end = Math.min(Number(address + size - ranges.entry), piece.start + piece.bytes.length);
    const share = sample ? sample.instructions / (end - Number(address - ranges.entry)) : 1;
    for (let offset = Number(address - ranges.entry); offset < end;) {
      const scratch = EmulatedState.atEntry(emulator.convention, []);
      const step = emulator.execute(piece.bytes, offset - piece.start, offset, scratch);
      const pc = ranges.entry + BigInt(offset);
      // What fills up code, and constants among it, are not executed.
      const isFiller =
        step?.isPadding === true ||
        (architecture.name === 'arm' && sameBytes(piece.bytes, offset - piece.start, thumbNop));
      const isCode = !isFiller && (await program.armCodeAt(pc))?.kind !== 'data';
      const described = isCode ? await program.callFrameAt(pc) : undefined;
      const state = states?.at(offset)?.state;
      offset += step?.size ?? emulator.alignment;
      if (described?.cfa?.kind !== 'register') continue;
      if (sample && sample.random() >= share * (step?.size ?? emulator.alignment)) continue;
      const saved = described.registers.get(described.returnAddress);
      if (saved?.kind === 'undefined') continue;
      found.instructions++;
      const row = state && emulatedRow(state, emulator, architecture, program.elf.order);
      if (!row) {
        found.unknown.add(name);
        continue;
      }
      const isCaller =
        isCfa(state, described.cfa, emulator) &&
        row.cfa !== undefined &&
        isCfa(state, row.cfa, emulator) &&
        holds(state, described.returnAddress, saved, emulator) &&
        holds(state, row.returnAddress, row.registers.get(row.returnAddress), emulator);
      const lost = [...described.registers].flatMap(([register, rule]) => {
        const whole = architecture.name === 'arm' ? doubleOf(register) : register;
        return whole === undefined || holds(state, whole, rule, emulator) ? [] : [whole];
      });
      if (!isCaller || lost.some((each) => row.registers.get(each)?.kind !== 'undefined')) {
        found.wrong.add(name);
      } else if (lost.length > 0) found.unknown.add(name);
      else found.equal++;
    }
  }
  return found;
}

function chosen<T>(all: readonly T[], sample: Sample | undefined): readonly T[] {
  if (!sample) return all;
  const order = all.map((each) => ({ each, key: sample.random() }));
  order.sort((a, b) => a.key - b.key);
  return order.slice(0, sample.functions).map(({ each }) => each);
}

/** NOP of T32. */
const thumbNop = [0x00, 0xbf];

function sameBytes(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, i) => bytes[at + i] === byte);
}

/**
 * gcc describes the halves of the double registers, which are saved whole (DWARF for the Arm
 * Architecture, section 4.1): the whole that begins with a half, none for the others.
 */
function doubleOf(register: number): number | undefined {
  if (register < 64 || register >= 96) return register;
  return register % 2 === 0 ? 256 + (register - 64) / 2 : undefined;
}

/** Whether a rule leads to the canonical frame address; an expression counts as right. */
function isCfa(state: EmulatedState, rule: CfaRule, { convention, cfaOffset }: Emulator): boolean {
  if (rule.kind !== 'register') return true;
  const value = state.get(rule.register);
  return value?.base === convention.sp && BigInt(value.offset) + rule.offset === BigInt(cfaOffset);
}

/** Whether a rule leads to what a register held at the entry; absent, it is there still. */
function holds(
  state: EmulatedState,
  register: number,
  rule: RegisterRule | undefined,
  { convention, cfaOffset }: Emulator,
): boolean {
  if (rule?.kind === 'expression') return true;
  const at = (offset: bigint) =>
    state.stack.find(
      ({ address }) =>
        address.base === convention.sp && address.offset === Number(offset) + cfaOffset,
    );
  const place = rule?.kind === 'register' ? rule.register : register;
  const value = rule?.kind === 'offset' ? at(rule.offset)?.value : state.get(place);
  return value?.base === register && value.offset === 0;
}
