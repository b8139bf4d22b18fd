// Running a line number program: the state machine of DWARF 5, section 6.2.2 and 6.2.5, whose rows
// say which line each instruction comes from. Rows are columns of numbers: a unit has thousands.
import { DW_LNE, DW_LNS } from './constants';
import { DwarfCursor } from './cursor';
import { parseDefinedFile, type LineFile, type LineProgramHeader } from './lineHeader';

/** Bits of a row's flags. */
export enum RowFlag {
  statement = 1,
  basicBlock = 2,
  endSequence = 4,
  prologueEnd = 8,
  epilogueBegin = 16,
  /** A row of its line so far had a discriminator = a part of the line, such as a pass of a loop's head. */
  discriminated = 32,
}

/** One row, as an object. */
export interface LineRow {
  readonly address: bigint;
  /** The number of a file, for `LineTable.file`. */
  readonly file: number;
  readonly line: number;
  readonly column: number;
  /** Bits of RowFlag. */
  readonly flags: number;
}

/** The rows of one program, in its order. */
export class LineRows {
  length = 0;
  addresses = new BigUint64Array(256);
  files = new Uint32Array(256);
  lines = new Uint32Array(256);
  columns = new Uint32Array(256);
  flags = new Uint8Array(256);

  add(address: bigint, file: number, line: number, column: number, flags: number): void {
    if (this.length === this.flags.length) this.grow();
    this.addresses[this.length] = address;
    this.files[this.length] = file;
    this.lines[this.length] = line;
    this.columns[this.length] = column;
    this.flags[this.length] = flags;
    this.length++;
  }

  row(index: number): LineRow {
    return {
      address: this.addresses[index] ?? 0n,
      file: this.files[index] ?? 0,
      line: this.lines[index] ?? 0,
      column: this.columns[index] ?? 0,
      flags: this.flags[index] ?? 0,
    };
  }

  private grow(): void {
    const capacity = 2 * this.length;
    this.addresses = copied(this.addresses, new BigUint64Array(capacity));
    this.files = copied(this.files, new Uint32Array(capacity));
    this.lines = copied(this.lines, new Uint32Array(capacity));
    this.columns = copied(this.columns, new Uint32Array(capacity));
    this.flags = copied(this.flags, new Uint8Array(capacity));
  }
}

function copied<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Rows `[first, end)` of a sequence; row `end` is its end_sequence row. */
export interface RowSequence {
  readonly first: number;
  readonly end: number;
}

/** A unit with more rows is damage; what was read until then is kept. */
const mostRows = 1 << 24;

/** The state machine of one program. */
export class LineStateMachine {
  readonly rows = new LineRows();
  readonly sequences: RowSequence[] = [];
  /** Files that the program itself defines, numbered on from the header's. */
  readonly definedFiles: LineFile[] = [];
  private readonly cursor: DwarfCursor;
  private readonly addressBits: number;
  private firstRow = 0;
  // The registers. The address is `base + advance`, so that stepping costs no bigint.
  private base = 0n;
  private advance = 0;
  private operation = 0;
  private file = 1;
  private line = 1;
  private column = 0;
  private statement = false;
  private marks = 0;
  private discriminator = 0;
  private discriminated = false;

  /** `program`: the bytes from the header's programOffset to its end. */
  constructor(
    private readonly header: LineProgramHeader,
    program: Uint8Array,
  ) {
    this.cursor = new DwarfCursor(program, header.encoding.order);
    this.addressBits = 8 * header.encoding.addressSize;
    this.reset();
  }

  /** Runs up to `count` opcodes; false once the program is over. */
  run(count: number): boolean {
    for (let left = count; left > 0; left--) {
      if (this.cursor.remaining <= 0 || this.cursor.overrun) return false;
      if (this.rows.length >= mostRows) return false;
      this.step();
    }
    return true;
  }

  private step(): void {
    const opcode = this.cursor.u8();
    if (opcode >= this.header.opcodeBase) this.special(opcode);
    else if (opcode === 0) this.extended();
    else this.standard(opcode);
  }

  private special(opcode: number): void {
    const { lineBase, lineRange, opcodeBase } = this.header;
    const adjusted = opcode - opcodeBase;
    this.advanceBy(lineRange === 0 ? 0 : Math.floor(adjusted / lineRange));
    this.advanceLine(lineBase + (lineRange === 0 ? 0 : adjusted % lineRange));
    this.addRow();
  }

  private standard(opcode: number): void {
    const { cursor, header } = this;
    switch (opcode) {
      case DW_LNS.copy:
        this.addRow();
        break;
      case DW_LNS.advance_pc:
        this.advanceBy(Number(BigInt.asIntN(64, cursor.uleb64())));
        break;
      case DW_LNS.advance_line:
        this.advanceLine(cursor.sleb());
        break;
      case DW_LNS.set_file:
        this.file = cursor.uleb();
        break;
      case DW_LNS.set_column:
        this.column = cursor.uleb();
        break;
      case DW_LNS.negate_stmt:
        this.statement = !this.statement;
        break;
      case DW_LNS.set_basic_block:
        this.marks |= RowFlag.basicBlock;
        break;
      case DW_LNS.const_add_pc:
        if (header.lineRange > 0) {
          this.advanceBy(Math.floor((255 - header.opcodeBase) / header.lineRange));
        }
        break;
      case DW_LNS.fixed_advance_pc:
        this.advance += cursor.u16();
        this.operation = 0;
        break;
      case DW_LNS.set_prologue_end:
        this.marks |= RowFlag.prologueEnd;
        break;
      case DW_LNS.set_epilogue_begin:
        this.marks |= RowFlag.epilogueBegin;
        break;
      default:
        for (let left = header.standardOpcodeLengths[opcode - 1] ?? 0; left > 0; left--) {
          cursor.skipLeb();
        }
    }
  }

  private extended(): void {
    const { cursor } = this;
    const length = cursor.uleb();
    const end = cursor.offset + length;
    if (length === 0 || length > cursor.remaining) {
      cursor.overrun ||= length > 0;
      return;
    }
    switch (cursor.u8()) {
      case DW_LNE.end_sequence:
        this.endSequence();
        break;
      case DW_LNE.set_address:
        this.base = cursor.address(length - 1);
        this.advance = 0;
        this.operation = 0;
        break;
      case DW_LNE.define_file: {
        const file = parseDefinedFile(cursor);
        if (file) this.definedFiles.push(file);
        break;
      }
      case DW_LNE.set_discriminator:
        this.discriminator = cursor.uleb();
        this.discriminated ||= this.discriminator !== 0;
        break;
    }
    cursor.offset = end;
  }

  /** Advances by operations, which are instructions except on VLIW machines. */
  private advanceBy(operations: number): void {
    const { minimumInstructionLength, maximumOperations } = this.header;
    if (maximumOperations === 1) {
      this.advance += minimumInstructionLength * operations;
      return;
    }
    const total = this.operation + operations;
    this.advance += minimumInstructionLength * Math.floor(total / maximumOperations);
    this.operation = total % maximumOperations;
  }

  private advanceLine(lines: number): void {
    this.line += lines;
    if (lines !== 0) this.discriminated = this.discriminator !== 0;
  }

  private addRow(): void {
    const statement = this.statement ? RowFlag.statement : 0;
    const flags = statement | this.marks | (this.discriminated ? RowFlag.discriminated : 0);
    const address = BigInt.asUintN(this.addressBits, this.base + BigInt(this.advance));
    this.rows.add(address, this.file, this.line, this.column, flags);
    this.marks = 0;
    this.discriminator = 0;
  }

  private endSequence(): void {
    this.marks |= RowFlag.endSequence;
    this.addRow();
    this.sequences.push({ first: this.firstRow, end: this.rows.length - 1 });
    this.firstRow = this.rows.length;
    this.reset();
  }

  private reset(): void {
    this.base = 0n;
    this.advance = 0;
    this.operation = 0;
    this.file = 1;
    this.line = 1;
    this.column = 0;
    this.statement = this.header.defaultIsStatement;
    this.marks = 0;
    this.discriminator = 0;
    this.discriminated = false;
  }
}
