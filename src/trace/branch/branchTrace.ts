// An opened branch trace: its blocks, the programs whose code they ran, the calls, and a position,
// an instruction, that the editor and the debugger share.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../../bytes/diagnostic';
import { TimeSlice } from '../../bytes/timeSlice';
import { ifReadable, type ByteSource } from '../../bytes/source';
import {
  readBranchTrace,
  type BranchTraceContents,
  type DocumentDiagnostic,
} from '../../format/branchTrace';
import { type ClockRates, unknownRates } from '../../format/intelPt/clock';
import type { Decoder } from '../../disassembly/decoder';
import { Disassembler } from '../../disassembly/disassembler';
import {
  type DisassemblyFlavor,
  instructionSetOf,
  type InstructionSet,
} from '../../disassembly/instructionSet';
import { symbolOf } from '../../values/symbolText';
import type { Program } from '../../symbols/program';
import { Emitter, type Disposable, orDispose } from '../emitter';
import { baseName } from '../paths';
import { type ModuleList, transparentRanges } from '../moduleList';
import {
  matchAgain,
  usedModule,
  type OpenedProgram,
  type UsedModule,
  ModuleManager,
} from '../moduleManager';
import {
  blockEvidence,
  matchBranches,
  type BranchEvidence,
  type BranchMatch,
} from './branchEvidence';
import type { BlockIndex } from './blockIndex';
import { followBlocks, type FollowProgress } from './blockNumbering';
import { type BlockGap, BranchFunctions } from './blockShapes';
import { CallTree } from './callTree';
import { capstoneSteps, flowSteps, InstructionMap } from './instructionMap';
import { ptEvidence } from './ptEvidence';
import { followPackets } from './ptRanges';
import { CodeWindow } from '../../disassembly/code';
import { FrameMemory } from '../../machine/memory';

/** What is known of a trace's blocks with the programs that it has now. */
export interface Execution {
  readonly blocks: BlockIndex;
  readonly calls: CallTree;
  readonly map: InstructionMap;
}

/**
 * A branch trace. Instructions are numbered from 1, as in gdb; addresses are run-time addresses.
 */
export class BranchTrace implements Disposable {
  /** The instruction at which the trace is. */
  position = 1;
  readonly modules = new ModuleManager({
    furtherGoWithTraced: false,
    changed: () => {
      this.stopFollowing();
      this.changed.fire();
    },
    matching: () => (program, slide, placed) =>
      matchBranches(program, this.evidence, slide, placed),
    reopened: (used, again) => this.replaceProgram(used, again),
  });
  private run = new AbortController();
  private executing: Promise<Execution | undefined> | undefined;
  private readonly changed = new Emitter<void>();
  private readonly moved = new Emitter<unknown>();
  private readonly progressed = new Emitter<FollowProgress>();
  /** Programs are others now, and so is what is known of the blocks. */
  readonly onDidChange = this.changed.event;
  /** The position is another; the event is who moved it. */
  readonly onDidMove = this.moved.event;
  readonly onProgress = this.progressed.event;

  private constructor(
    readonly name: string,
    /** Bytes. */
    readonly fileSize: number,
    readonly contents: BranchTraceContents,
    readonly diagnostics: readonly DocumentDiagnostic[],
    /** Different branches, by which programs are recognised. */
    readonly evidence: BranchEvidence,
    private readonly decoder: Decoder & Disposable,
    private rates: ClockRates,
  ) {}

  /** Reads a document; the problem is a sentence with the place in it. */
  static async open(
    source: ByteSource,
    name: string,
    startDecoder: () => Decoder & Disposable,
    rates = unknownRates,
  ): Promise<{ trace: BranchTrace } | { problem: string }> {
    const { contents, diagnostics } = await readBranchTrace(source);
    if (contents) {
      const evidence = await evidenceOf(contents);
      const read = [name, source.size, contents, diagnostics, evidence] as const;
      return { trace: new BranchTrace(...read, startDecoder(), rates) };
    }
    const [first] = diagnostics;
    return { problem: t('{0} is no branch trace. {1}', name, first ? sentenceOf(first) : '') };
  }

  /** What is to be followed: no block, or no packet, of an empty recording. */
  get unfollowed(): FollowProgress {
    const { contents } = this;
    const isBytes = contents.format === 'pt';
    return { done: 0, of: isBytes ? contents.raw.length : contents.blocks.count, isBytes };
  }

  /**
   * The blocks with their instructions and calls; undefined where the programs changed meanwhile,
   * or it was stopped. Rejects where the decoder could not work.
   */
  execution(): Promise<Execution | undefined> {
    this.executing ??= this.follow(this.run.signal);
    return this.executing;
  }

  /** Takes what is said of the clocks of the processor: times are others then. */
  setRates(rates: ClockRates): void {
    this.rates = rates;
    this.stopFollowing();
    this.changed.fire();
  }

  /** Ends the following of the blocks, which begins again when it is asked for. */
  stopFollowing(): void {
    this.run.abort();
    this.run = new AbortController();
    this.executing = undefined;
  }

  /** Goes to an instruction. `by`: who moves. */
  moveTo(instruction: number, by: unknown): void {
    if (instruction === this.position) return;
    this.position = instruction;
    this.moved.fire(by);
  }

  /** The symbol of an address as gdb writes it in code: `main+4`. */
  symbolOf(address: bigint): Promise<string | undefined> {
    return symbolOf(address, { modules: this.modules.current.loaded }, true);
  }

  /** Disassembles the code of the programs; undefined without programs. */
  disassembler(flavor: DisassemblyFlavor): Disassembler | undefined {
    return programDisassembler(this.modules.current, this.decoder, flavor);
  }

  dispose(): void {
    this.run.abort();
    this.modules.dispose();
    this.decoder.dispose();
    for (const each of [this.changed, this.moved, this.progressed]) each.dispose();
  }

  /**
   * Uses a program that was reopened, though its branches may agree no more. Where it cannot be
   * read, the one before stays in use, and hears of the next writing.
   */
  private async replaceProgram(used: UsedModule, again: OpenedProgram): Promise<boolean> {
    const { program } = again;
    const match = await orDispose(again, () =>
      ifReadable(matchAgain(used, (slide) => matchBranches(program, this.evidence, slide))),
    );
    if (!match) {
      again.dispose();
      return false;
    }
    const { slide } = used.module;
    const isWhereItLay = slide !== undefined && match.slide === slide;
    const said = isWhereItLay ? whereItLay(program, match, this.evidence.count) : match;
    return this.modules.replace(used.opened, usedModule(again, said, used.state.given === true));
  }

  private async follow(signal: AbortSignal): Promise<Execution | undefined> {
    const { contents, rates } = this;
    const programs = this.modules.current;
    const set = instructionSetOfPrograms(programs, 'att');
    const steps =
      contents.format === 'bts'
        ? capstoneSteps(this.decoder, set)
        : flowSteps(set?.name === 'x86-32' ? 32 : 64);
    const map = new InstructionMap(programs, steps);
    const functions = new BranchFunctions(programs);
    const calls = new CallTree(functions.all);
    const report = (progress: FollowProgress) => {
      this.progressed.fire(progress);
    };
    const followed = { map, functions, calls, signal, report };
    const blocks =
      contents.format === 'bts'
        ? await followBlocks(contents.blocks, followed)
        : await followPackets(contents, { ...followed, programs, rates });
    if (!blocks) return undefined;
    await calls.measureLevels(new TimeSlice());
    const position = Math.min(Math.max(1, this.position), Math.max(1, blocks.count));
    const past = await blocks.pastGap(position);
    if (signal.aborted) return undefined;
    this.position = past;
    return { blocks, calls, map };
  }
}

function evidenceOf(contents: BranchTraceContents): Promise<BranchEvidence> {
  return contents.format === 'bts' ? blockEvidence(contents.blocks) : ptEvidence(contents.raw);
}

/**
 * The state of a program that was built again and is used at its old address: if no branch agrees
 * with its code, it does not match.
 */
function whereItLay({ path }: Program, match: BranchMatch, branches: number): BranchMatch {
  const { agreeing } = match;
  const compared = agreeing === 0 ? branches : match.compared;
  const sentence = t(
    '{0} was written anew: where it lay, {1} of {2} branches agree with its code.',
    baseName(path),
    agreeing,
    compared,
  );
  return { ...match, compared, sentence };
}

/** A diagnostic with its place in the document. */
export function sentenceOf({ message, line, column, found, expected }: DocumentDiagnostic): string {
  const sides: Pick<Diagnostic, 'found' | 'expected'> = { ...(found !== undefined && { found }) };
  const seen = sides.found === undefined || sides.found === '' ? '' : ` Found: ${sides.found}.`;
  const wanted = expected === undefined ? '' : ` Expected: ${expected}.`;
  return `${message}${seen}${wanted} Line ${line}, column ${column}.`;
}

// The code of a branch trace's programs, in which its instructions are: what they are decoded with,
// and how they are found.

/**
 * The instructions of the first program; undefined if none exists, or its processor is not
 * known.
 */
export function instructionSetOfPrograms(
  programs: ModuleList,
  flavor: DisassemblyFlavor,
): InstructionSet | undefined {
  const elf = programs.all[0]?.program.elf;
  return elf && instructionSetOf(undefined, elf, elf.order, flavor);
}

/** The memory that a branch trace leaves to be read: the programs' own read-only ranges. */
export function programMemory(programs: ModuleList): FrameMemory {
  return new FrameMemory(
    { blocks: [], bytes: new Uint8Array(0) },
    transparentRanges(programs, 'auto'),
  );
}

/** What disassembles the programs; undefined where none says which processor it is for. */
function programDisassembler(
  programs: ModuleList,
  decoder: Decoder,
  flavor: DisassemblyFlavor,
): Disassembler | undefined {
  const order = programs.all[0]?.program.elf.order ?? 'little';
  const machine = { memory: programMemory(programs), registers: undefined, frame: { order } };
  const code = CodeWindow.of(machine, programs.loaded, flavor);
  return code && new Disassembler(decoder, code);
}

// The instructions of a branch trace by their numbers: where each is, and those of a range one
// after another.

/** An instruction that ran, or a gap, where it is not known what ran. */
export type Executed =
  | { readonly kind: 'instruction'; readonly number: number; readonly address: bigint }
  | { readonly kind: 'gap'; readonly number: number; readonly gap: BlockGap };

/** What has a number; undefined for one that there is not. */
export function executedAt(execution: Execution, number: number): Executed | undefined {
  return executedFrom(execution, number).next().value;
}

/** The address of an instruction; undefined for a gap or a number that there is not. */
export function instructionAddress(execution: Execution, number: number): bigint | undefined {
  const executed = executedAt(execution, number);
  return executed?.kind === 'instruction' ? executed.address : undefined;
}

/** What ran from a number on, to the end. */
export function* executedFrom(
  { blocks, map }: Execution,
  from: number,
): Generator<Executed, undefined> {
  if (from < 1 || from > blocks.count || !Number.isInteger(from)) return undefined;
  for (let number = blocks.blockOf(from); number < blocks.blockCount; number++) {
    const block = blocks.at(number);
    if (!block) continue;
    const { first, count, gap } = block;
    let address = block.begin === 0n ? block.end : block.begin;
    for (let i = 0; i < count; i++) {
      if (first + i >= from) yield { kind: 'instruction', number: first + i, address };
      address += BigInt(Math.max(0, map.sizeAt(address)));
    }
    if (gap !== 0 && first + count >= from) yield { kind: 'gap', number: first + count, gap };
  }
  return undefined;
}
