// One frame as the page shows it next to the table.
import type { Recording } from '../../trace/recording';
import type { ModuleList } from '../../trace/moduleList';
import { t } from '@vscode/l10n';
import { unsigned } from '../../bytes/cursor';
import { hexAddress } from '../../bytes/hex';
import type { Block } from '../../format/blocks';
import type { Frame } from '../../format/frame';
import type { Register } from '../../machine/registerLayout';
import { registerNaturalText, registerText } from '../../machine/registerText';
import type { FrameState } from '../../machine/frameState';
import type { Trace } from '../../trace/trace';
import { placeOfFrame } from '../table/frameRow';
import { memoryRanges, maxRanges, type MemoryRangeRow } from './memoryRows';
import type { SourcePlace } from '../table/tableMessages';
import { summarizeDiagnostic, type DiagnosticSummary } from '../trace/problems';

/** Bytes of a frame's header: tracepoint number and size. */
const headerBytes = 6;
/** Blocks shown of one frame. */
const maxBlocks = 1000;
/** Trace state variables shown of one frame. */
const maxVariables = 1000;

export interface RegisterRow {
  readonly name: string;
  /** gdb's first column; `<unavailable>` where it was not collected. */
  readonly text: string;
  /** gdb's second column. */
  readonly natural: string;
  readonly available: boolean;
  /** The frame has it; false also for a PC that was inferred. */
  readonly collected: boolean;
}

/** A source that is not on this machine. */
export interface SourceProblem {
  readonly sentence: string;
  /** Every path at which it was looked for. */
  readonly tried: readonly string[];
}

export interface FrameDetails {
  readonly frame: number;
  readonly tracepoint: number;
  readonly stepping: boolean;
  /** File offset of its header, hexadecimal. */
  readonly offset: string;
  /** Bytes of its blocks. */
  readonly size: number;
  readonly pc?: string;
  /** Why there is no PC, or how it was inferred. */
  readonly pcNote?: string;
  readonly functionName?: string;
  readonly place?: SourcePlace;
  /** Without a program: where the user set the tracepoint, as the file has it. */
  readonly at?: string;
  /** Why the source at `place` cannot be shown: where it was looked for. */
  readonly sourceProblem?: SourceProblem;
  readonly registers: readonly {
    readonly group: string;
    readonly registers: readonly RegisterRow[];
  }[];
  readonly memory: readonly MemoryRangeRow[];
  /** Trace state variables; those not collected have no value. */
  readonly variables: readonly { readonly name: string; readonly value?: string }[];
  readonly blocks: readonly {
    readonly kind: string;
    /** File offset of what the block holds, hexadecimal. */
    readonly offset: string;
    /** Bytes of that. */
    readonly length: number;
    readonly text: string;
  }[];
  /** How much of a big frame `memory` and `blocks` leave out. */
  readonly leftOut: Readonly<Record<'ranges' | 'blocks' | 'variables', number>>;
  readonly diagnostics: readonly DiagnosticSummary[];
}

/** Registers, memory, trace state variables and blocks of a frame that is in the index. */
export async function frameDetails(trace: Trace, number: number): Promise<FrameDetails> {
  const machine = await trace.machine(number);
  const { frame, pc, pcNote } = machine;
  const { variables } = trace.recording.description;
  const [where, registers, memory] = await Promise.all([
    placeOfFrame(trace, number, pc),
    registerGroups(trace.modules.current, machine),
    memoryRanges(trace.modules.current, machine),
  ]);
  return {
    frame: number,
    tracepoint: frame.tracepoint,
    stepping: trace.recording.stepping.isStep(number),
    offset: hexAddress(BigInt(frame.offset)),
    size: frame.bytes.length,
    ...(pc !== undefined && { pc: hexAddress(pc) }),
    ...(pcNote !== undefined && { pcNote }),
    ...where,
    registers,
    memory,
    variables: variables.slice(0, maxVariables).map(({ number: variable, name }) => {
      const value = machine.variable(variable);
      return { name, ...(value !== undefined && { value: value.toString() }) };
    }),
    blocks: frame.blocks
      .slice(0, maxBlocks)
      .map((block) => blockRow(trace.recording, frame, block)),
    leftOut: {
      ranges: Math.max(0, machine.memory.ranges.length - maxRanges),
      blocks: Math.max(0, frame.blocks.length - maxBlocks),
      variables: Math.max(0, variables.length - maxVariables),
    },
    diagnostics: frame.diagnostics.map(summarizeDiagnostic),
  };
}

async function registerGroups(
  modules: ModuleList,
  machine: FrameState,
): Promise<FrameDetails['registers']> {
  const symbols = await pointerSymbols(modules, machine);
  const groups = new Map<string, RegisterRow[]>();
  for (const register of machine.registers?.layout.registers ?? []) {
    const rows = groups.get(register.group) ?? [];
    rows.push(registerRow(machine, register, symbols));
    groups.set(register.group, rows);
  }
  return [...groups].map(([group, registers]) => ({ group, registers }));
}

function registerRow(
  machine: FrameState,
  register: Register,
  symbols: ReadonlyMap<bigint, string>,
): RegisterRow {
  const { order } = machine.frame;
  const bytes = machine.registers?.read(register.name)?.bytes;
  return {
    name: register.name,
    text: registerText(register, bytes, order),
    natural: bytes
      ? registerNaturalText(register, bytes, order, {
          symbol: (address) => symbols.get(address),
        })
      : '',
    available: bytes !== undefined,
    collected: bytes !== undefined && machine.registers?.pcInferred !== true,
  };
}

/** The symbols that pointer registers point at or into. */
async function pointerSymbols(
  modules: ModuleList,
  machine: FrameState,
): Promise<Map<bigint, string>> {
  const symbols = new Map<bigint, string>();
  for (const register of machine.registers?.layout.registers ?? []) {
    if (register.type.kind !== 'pointer') continue;
    const bytes = machine.registers?.read(register.name)?.bytes;
    if (!bytes) continue;
    const address = unsigned(bytes, machine.frame.order);
    const symbol = await modules.symbol(address);
    if (symbol !== undefined) symbols.set(address, symbol);
  }
  return symbols;
}

function blockRow(
  recording: Recording,
  frame: Frame,
  block: Block,
): FrameDetails['blocks'][number] {
  return {
    kind: block.kind === 'unknown' ? '?' : block.kind,
    offset: hexAddress(BigInt(frame.offset + headerBytes + block.offset)),
    length: block.length,
    text: blockText(recording, block),
  };
}

function blockText(recording: Recording, block: Block): string {
  switch (block.kind) {
    case 'R':
      return t('registers, {0} bytes', block.length);
    case 'M':
      return t('memory, {0} bytes at {1}', block.length, hexAddress(block.address));
    case 'V': {
      const { variable } = block;
      const known = recording.variable(variable);
      return `$${known?.name ?? variable} = ${block.value}`;
    }
    case 'S':
      return t('static tracepoint data, {0} bytes', block.length);
    case 'unknown':
      return t(
        "unknown block 0x{0}, {1} bytes to the frame's end",
        block.type.toString(16),
        block.length,
      );
  }
}
