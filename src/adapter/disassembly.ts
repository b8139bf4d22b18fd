// DAP's disassemble over the code of the frame where the debugger is: rows before an
// instruction and behind it, with symbols and source lines; what the frame does not hold is marked
// and counted like any other row.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress, toHex } from '../bytes/hex';
import type { CodeMachine } from '../disassembly/code';
import type { Decoder } from '../disassembly/decoder';
import type { Disassembler } from '../disassembly/disassembler';
import type { Instruction } from '../disassembly/instruction';
import type { DisassemblyFlavor } from '../disassembly/instructionSet';
import { symbolOf } from '../values/symbolText';
import type { Disposable } from '../trace/emitter';
import { baseName } from '../trace/paths';
import type { SourceLookup } from '../trace/sourceLookup';
import type { ModuleManager } from '../trace/moduleManager';
import type { ClientPlaces } from './client';
import { readReference } from './memory';
import { messageOf, RequestFailed } from '../bytes/requestFailed';

/**
 * The most rows that one request may ask for, and the farthest that they may be from the address
 * given.
 */
const maxInstructions = 10_000;

/** The disassembly of one session. */
export class Disassembly implements Disposable {
  /** How instructions of x86 are written. */
  flavor: DisassemblyFlavor;

  constructor(
    private readonly modules: ModuleManager,
    private readonly sources: SourceLookup,
    private readonly places: ClientPlaces,
    flavor: DisassemblyFlavor,
    readonly decoder: Decoder & Disposable,
  ) {
    this.flavor = flavor;
  }

  /** What disassembles the code of a frame. */
  async of(machine: CodeMachine): Promise<Disassembler> {
    const [{ CodeWindow }, { Disassembler }] = await Promise.all([
      import('../disassembly/code'),
      import('../disassembly/disassembler'),
    ]);
    const code = CodeWindow.of(machine, this.modules.current.loaded, this.flavor);
    if (!code) {
      throw new RequestFailed(
        t('The trace does not say which processor it is of: choose the program to disassemble.'),
      );
    }
    return new Disassembler(this.decoder, code);
  }

  /**
   * The symbol of a run-time address as gdb writes it in code: `helper+53`, by the linker's name.
   */
  symbolOf(address: bigint): Promise<string | undefined> {
    return symbolOf(address, { modules: this.modules.current.loaded }, true);
  }

  /** DAP's `disassemble`. */
  async rows(
    machine: CodeMachine,
    args: DebugProtocol.DisassembleArguments,
  ): Promise<NonNullable<DebugProtocol.DisassembleResponse['body']>> {
    const { address, first, count } = readArguments(args);
    const disassembler = await this.of(machine);
    try {
      const before = first < 0 ? await disassembler.before(address, -first) : [];
      const behind = Math.max(0, first + count);
      const after = behind > 0 ? await disassembler.from(address, behind) : [];
      const rows = [...before, ...after.slice(Math.max(0, first))].slice(0, count);
      return { instructions: await this.written(rows, args.resolveSymbols ?? true) };
    } catch (error) {
      throw new RequestFailed(messageOf(error));
    }
  }

  dispose(): void {
    this.decoder.dispose();
  }

  private async written(
    rows: readonly Instruction[],
    withSymbols: boolean,
  ): Promise<DebugProtocol.DisassembledInstruction[]> {
    const sources = await Promise.all(
      rows.map(async ({ address, kind }) =>
        kind === 'unavailable' ? undefined : (await this.modules.current.locate(address)).source,
      ),
    );
    const isNew = (i: number) =>
      sources[i]?.line !== sources[i - 1]?.line || sources[i]?.file !== sources[i - 1]?.file;
    return Promise.all(
      rows.map(async (row, i) => {
        const source = isNew(i) ? sources[i] : undefined;
        const instruction = await this.instruction(row, withSymbols);
        return { ...instruction, ...(source && (await this.placeOf(source))) };
      }),
    );
  }

  private async instruction(
    row: Instruction,
    withSymbols: boolean,
  ): Promise<DebugProtocol.DisassembledInstruction> {
    const { textOf } = await import('../disassembly/instruction');
    const { address, bytes, kind } = row;
    const named = (at: bigint) => (withSymbols ? this.symbolOf(at) : Promise.resolve(undefined));
    const symbol = kind === 'unavailable' ? undefined : await named(address);
    return {
      address: hexAddress(address),
      ...(bytes.length > 0 && { instructionBytes: spaced(toHex(bytes)) }),
      instruction: kind === 'unavailable' ? unavailableText : spread(await textOf(row, named)),
      ...(symbol !== undefined && !/[+-]\d+$/.test(symbol) && { symbol }),
      ...((kind === 'unavailable' || kind === 'invalid') && {
        presentationHint: 'invalid' as const,
      }),
    };
  }

  /** Nothing for a source that is not here: a client shows the lines between the instructions. */
  private async placeOf(source: {
    readonly file: string;
    readonly line: number;
  }): Promise<Pick<DebugProtocol.DisassembledInstruction, 'location' | 'line'>> {
    const { path } = await this.sources.find(source.file);
    if (path === undefined) return {};
    const location = { name: baseName(path), path: this.places.path(path) };
    return { location, line: this.places.line(source.line) };
  }
}

/** gdb's word for what was not collected. */
const unavailableText = '<unavailable>';

interface RowsAsked {
  readonly address: bigint;
  /** The first row, counted from the instruction at the address. */
  readonly first: number;
  readonly count: number;
}

function readArguments({
  memoryReference,
  offset = 0,
  instructionOffset: first = 0,
  instructionCount: count,
}: DebugProtocol.DisassembleArguments): RowsAsked {
  const base = readReference(memoryReference);
  if (base === undefined) throw new RequestFailed(t('“{0}” is not an address.', memoryReference));
  if (![offset, first, count].every(Number.isSafeInteger) || count < 0) {
    throw new RequestFailed(t('disassemble needs whole offsets and a count of 0 or more.'));
  }
  if (count > maxInstructions || Math.abs(first) > maxInstructions) {
    throw new RequestFailed(
      t(
        'At most {0} instructions are disassembled at once, and no farther than that from the address.',
        maxInstructions,
      ),
    );
  }
  return { address: BigInt.asUintN(64, base + BigInt(offset)), first, count };
}

function spaced(digits: string): string {
  return digits.replace(/..(?=.)/g, '$& ');
}

/** Tabs are for columns that an editor's view does not have. */
function spread(text: string): string {
  return text.replace(/^\t+/, '').replaceAll('\t', ' ');
}
