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
  /**
   * A row of its line so far had a discriminator = a part of the line, such as a pass of a loop's
   * head.
   */
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

/** Where the lower half of a 64-bit number is among its two. */
const lowHalf = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 0 : 1;

const fewestRows = 64;
/**
 * Bytes of a program for a row, more or less, and the most rows that they are believed to be for.
 */
const bytesPerRow = 4;
const maxExpected = 1 << 18;

/**
 * The rows of one program, in its order. There are a hundred thousand: none is an object, no
 * address a bigint.
 */
export class LineRows {
  length = 0;
  addresses: BigUint64Array;
  files: Uint32Array;
  lines: Uint32Array;
  columns: Uint32Array;
  flags: Uint8Array;
  /** The addresses as halves. */
  private halves: Uint32Array;

  /** `capacity`: how many rows are expected. */
  constructor(capacity = fewestRows) {
    this.addresses = new BigUint64Array(capacity);
    this.halves = new Uint32Array(this.addresses.buffer);
    this.files = new Uint32Array(capacity);
    this.lines = new Uint32Array(capacity);
    this.columns = new Uint32Array(capacity);
    this.flags = new Uint8Array(capacity);
  }

  /** `low`, `high`: halves of the address. */
  add(low: number, high: number, file: number, line: number, column: number, flags: number): void {
    const { length } = this;
    if (length === this.flags.length) this.grow();
    this.halves[2 * length + lowHalf] = low;
    this.halves[2 * length + 1 - lowHalf] = high;
    this.files[length] = file;
    this.lines[length] = line;
    this.columns[length] = column;
    this.flags[length] = flags;
    this.length = length + 1;
  }

  /** Adds a row of others. */
  addFrom(others: LineRows, index: number): void {
    const { halves, files, lines, columns, flags } = others;
    this.add(
      halves[2 * index + lowHalf] ?? 0,
      halves[2 * index + 1 - lowHalf] ?? 0,
      files[index] ?? 0,
      lines[index] ?? 0,
      columns[index] ?? 0,
      flags[index] ?? 0,
    );
  }

  /** Puts a row in the place of another. */
  move(from: number, to: number): void {
    if (from === to) return;
    const { halves, files, lines, columns, flags } = this;
    halves[2 * to] = halves[2 * from] ?? 0;
    halves[2 * to + 1] = halves[2 * from + 1] ?? 0;
    files[to] = files[from] ?? 0;
    lines[to] = lines[from] ?? 0;
    columns[to] = columns[from] ?? 0;
    flags[to] = flags[from] ?? 0;
  }

  /** Whether two rows are at one address. */
  isAt(index: number, other: number): boolean {
    const { halves } = this;
    return (
      halves[2 * index] === halves[2 * other] && halves[2 * index + 1] === halves[2 * other + 1]
    );
  }

  /** Keeps only the first rows, and frees the room for more. */
  cutTo(length: number): void {
    this.length = length;
    this.addresses = this.addresses.slice(0, length);
    this.halves = new Uint32Array(this.addresses.buffer);
    this.files = this.files.slice(0, length);
    this.lines = this.lines.slice(0, length);
    this.columns = this.columns.slice(0, length);
    this.flags = this.flags.slice(0, length);
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
    const capacity = Math.max(fewestRows, 2 * this.length);
    this.addresses = copied(this.addresses, new BigUint64Array(capacity));
    this.halves = new Uint32Array(this.addresses.buffer);
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
const maxRows = 1 << 24;

/** The state machine of one program. */
export class LineStateMachine {
  readonly rows: LineRows;
  readonly sequences: RowSequence[] = [];
  /** Files that the program itself defines, numbered on from the header's. */
  readonly definedFiles: LineFile[] = [];
  private readonly cursor: DwarfCursor;
  /** The bits that count in the halves of an address. */
  private readonly lowMask: number;
  private readonly highMask: number;
  /** What a special opcode adds to the line, and how many operations it advances by. */
  private readonly lineAdvances = new Int32Array(256);
  private readonly operationAdvances = new Uint8Array(256);
  private readonly minimumLength: number;
  private readonly isVliw: boolean;
  private firstRow = 0;
  // The registers. The address is a base, in halves, and `advance`, so that stepping costs no
  // bigint.
  private baseLow = 0;
  private baseHigh = 0;
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
    this.rows = new LineRows(Math.min(maxExpected, Math.ceil(program.length / bytesPerRow)));
    this.minimumLength = header.minimumInstructionLength;
    this.isVliw = header.maximumOperations !== 1;
    const mask = BigInt.asUintN(8 * header.encoding.addressSize, -1n);
    this.lowMask = Number(mask & 0xffff_ffffn);
    this.highMask = Number(mask >> 32n);
    this.layOutSpecials();
    this.reset();
  }

  /** Runs up to `count` opcodes; false once the program is over. */
  run(count: number): boolean {
    const { cursor, rows, lineAdvances, operationAdvances } = this;
    const { bytes, end } = cursor;
    const { opcodeBase } = this.header;
    for (let left = count; left > 0; left--) {
      const at = cursor.offset;
      if (at >= end || cursor.overrun || rows.length >= maxRows) return false;
      const opcode = bytes[at] ?? 0;
      cursor.offset = at + 1;
      if (opcode >= opcodeBase) {
        this.advanceBy(operationAdvances[opcode] ?? 0);
        this.advanceLine(lineAdvances[opcode] ?? 0);
        this.addRow();
        continue;
      }
      switch (opcode) {
        case 0:
          this.extended();
          break;
        case DW_LNS.set_column:
          this.column = cursor.uleb();
          break;
        case DW_LNS.negate_stmt:
          this.statement = !this.statement;
          break;
        case DW_LNS.advance_line:
          this.advanceLine(cursor.sleb());
          break;
        default:
          this.standard(opcode);
      }
    }
    return true;
  }

  private layOutSpecials(): void {
    const { lineBase, lineRange, opcodeBase } = this.header;
    for (let opcode = opcodeBase; opcode < 256; opcode++) {
      const adjusted = opcode - opcodeBase;
      this.operationAdvances[opcode] = lineRange === 0 ? 0 : Math.floor(adjusted / lineRange);
      this.lineAdvances[opcode] = lineBase + (lineRange === 0 ? 0 : adjusted % lineRange);
    }
  }

  private standard(opcode: number): void {
    const { cursor, header } = this;
    switch (opcode) {
      case DW_LNS.copy:
        this.addRow();
        break;
      case DW_LNS.advance_pc:
        this.advanceBy(this.operationCount());
        break;
      case DW_LNS.set_file:
        this.file = cursor.uleb();
        break;
      case DW_LNS.set_basic_block:
        this.marks |= RowFlag.basicBlock;
        break;
      case DW_LNS.const_add_pc:
        this.advanceBy(this.operationAdvances[255] ?? 0);
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
        this.setAddress(cursor.address(length - 1));
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

  /** Of an operand that may be beyond 2^63, as it wraps around. */
  private operationCount(): number {
    const { cursor } = this;
    const start = cursor.offset;
    const count = cursor.uleb();
    if (count <= Number.MAX_SAFE_INTEGER) return count;
    cursor.offset = start;
    return Number(BigInt.asIntN(64, cursor.uleb64()));
  }

  private setAddress(address: bigint): void {
    this.baseLow = Number(address & 0xffff_ffffn);
    this.baseHigh = Number(address >> 32n);
    this.advance = 0;
  }

  /** Advances by operations, which are instructions except on VLIW machines. */
  private advanceBy(operations: number): void {
    if (!this.isVliw) {
      this.advance += this.minimumLength * operations;
      return;
    }
    const { maximumOperations } = this.header;
    const total = this.operation + operations;
    this.advance += this.minimumLength * Math.floor(total / maximumOperations);
    this.operation = total % maximumOperations;
  }

  private advanceLine(lines: number): void {
    this.line += lines;
    if (lines !== 0) this.discriminated = this.discriminator !== 0;
  }

  private addRow(): void {
    const statement = this.statement ? RowFlag.statement : 0;
    const flags = statement | this.marks | (this.discriminated ? RowFlag.discriminated : 0);
    const low = this.baseLow + this.advance;
    const high = this.baseHigh + Math.floor(low / 2 ** 32);
    this.rows.add(
      low & this.lowMask,
      high & this.highMask,
      this.file,
      this.line,
      this.column,
      flags,
    );
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
    this.baseLow = 0;
    this.baseHigh = 0;
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
