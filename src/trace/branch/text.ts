// What gdb prints of a branch trace: `info record`, `record function-call-history` and `record
// instruction-history` (gdb manual, "Process Record and Replay").
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { textOf } from '../../disassembly/instruction';
import { decodeErrorText } from '../../format/intelPt/decodeError';
import { linkAddress } from '../../machine/stackFrame';
import type { DisassemblyFlavor } from '../../disassembly/instructionSet';
import { baseName } from '../paths';
import { type BranchTrace, type Execution, executedFrom, type Executed } from './branchTrace';
import { BlockGap } from './blockShapes';
import type { CallSegment } from './callTree';

/** gdb's words for its decode errors, and for gaps that are none. */
export function gapText(gap: BlockGap): string {
  switch (gap) {
    case BlockGap.overflow:
      return '[decode error (1): instruction overflow]';
    case BlockGap.unknownInstruction:
      return '[decode error (2): unknown instruction]';
    case BlockGap.ptDisabled:
      return '[disabled]';
    case BlockGap.ptOverflow:
      return '[overflow]';
    case BlockGap.ptCancelled:
      return '[trace decode cancelled]';
    default:
      return `[decode error (${gap}): ${decodeErrorText(-gap)}]`;
  }
}

/** The lines of a file that a segment ran through. */
export interface LineRange {
  /** As recorded. */
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** `tree.c:83-84`. */
export function lineText({ file, first, last }: LineRange): string {
  return `${baseName(file)}:${first}${first === last ? '' : `-${last}`}`;
}

/**
 * The lowest and the greatest line of a segment, in the file in which its function begins;
 * undefined where none are known.
 */
export async function linesOf(
  trace: BranchTrace,
  execution: Execution,
  { first, last, function: { start } }: CallSegment,
): Promise<LineRange | undefined> {
  if (start === undefined || !(await hasDebugInformation(trace, start))) return undefined;
  const file = (await trace.modules.current.locate(start)).source?.file;
  if (file === undefined) return undefined;
  let range: LineRange | undefined;
  const seen = new Set<bigint>();
  const slice = new TimeSlice();
  for (const executed of executedFrom(execution, first)) {
    if (executed.number > last || executed.number - first > maxLooked) break;
    await slice.yieldIfDue();
    if (executed.kind === 'gap' || seen.has(executed.address)) continue;
    seen.add(executed.address);
    const { source } = await trace.modules.current.locate(executed.address);
    if (source?.file !== file || source.line === 0) continue;
    range = {
      file,
      first: Math.min(range?.first ?? Infinity, source.line),
      last: Math.max(range?.last ?? 0, source.line),
    };
  }
  return range;
}

/**
 * As gdb, which knows lines of functions that debugging information describes, and of no others.
 */
async function hasDebugInformation(
  { modules: { current: programs } }: BranchTrace,
  address: bigint,
): Promise<boolean> {
  for (const { program, slide } of programs.loaded) {
    const found = await program.functionAt(linkAddress(address, slide));
    if (found) return found.from === 'dwarf';
  }
  return false;
}

/** Instructions of a segment that are looked at for its lines. */
const maxLooked = 100_000;

/** `info record`, of a recording that nobody replays. */
export function infoRecord(
  { contents: { format }, position }: BranchTrace,
  { blocks, calls }: Execution,
): string {
  const gaps = calls.gapCount;
  // The newest instruction of blocks did not run: the program had stopped before it.
  const ran = format === 'bts' ? blocks.count - 1 : blocks.count;
  return [
    'Active record target: record-btrace',
    `Recording format: ${format === 'bts' ? 'Branch Trace Store' : 'Intel Processor Trace'}.`,
    `Recorded ${Math.max(0, ran)} instructions in ${calls.count} functions (${gaps} gaps).`,
    `Replay in progress.  At instruction ${position}.`,
  ].join('\n');
}

/** A line of `record function-call-history /cil`. */
export async function callHistoryLine(
  trace: BranchTrace,
  execution: Execution,
  segment: CallSegment,
): Promise<string> {
  const { number, level, gap, first, last } = segment;
  if (gap !== 0) return `${number}\t${gapText(gap)}`;
  const lines = await linesOf(trace, execution, segment);
  const where = lines ? `${baseName(lines.file)}:${lineRange(lines)}` : '';
  const indent = '  '.repeat(level);
  return `${number}\t${indent}${segment.function.name}\tinst ${first},${last}\tat ${where}`;
}

function lineRange({ first, last }: LineRange): string {
  return first === last ? `${first}` : `${first},${last}`;
}

/** Lines of `record instruction-history`. */
export async function instructionHistory(
  trace: BranchTrace,
  executed: readonly Executed[],
  flavor: DisassemblyFlavor,
): Promise<string[]> {
  const disassembler = trace.disassembler(flavor);
  const lines: string[] = [];
  const slice = new TimeSlice();
  for (const each of executed) {
    await slice.yieldIfDue();
    if (each.kind === 'gap') {
      lines.push(`${each.number}\t${gapText(each.gap)}`);
      continue;
    }
    const { number, address } = each;
    const [row] = (await disassembler?.from(address, 1)) ?? [];
    const symbol = await trace.symbolOf(address);
    const named = symbol === undefined ? '' : ` <${withOffset(symbol)}>`;
    const isThere = row && row.kind !== 'unavailable';
    const text = isThere
      ? await textOf(row, (at) => trace.symbolOf(at))
      : `Cannot access memory at address ${hexAddress(address)}`;
    lines.push(`${number}\t   0x${address.toString(16).padStart(16, '0')}${named}:\t${text}`);
  }
  return lines;
}

/** gdb writes the offset even where it is 0. */
function withOffset(symbol: string): string {
  return /[+-]\d+$/.test(symbol) ? symbol : `${symbol}+0`;
}
