// ELF files made by hand.
import type { ByteOrder } from '../../../src/bytes/cursor';
import { Writer } from './writer';

/** A section of an ELF file that is made by hand. */
export interface MadeSection {
  readonly name: string;
  readonly type?: number;
  readonly flags?: number;
  readonly address?: bigint;
  readonly bytes?: Uint8Array;
  /** Of a section without bytes in the file. */
  readonly size?: number;
  readonly link?: number;
  readonly info?: number;
}

/** A segment of an ELF file that is made by hand; its bytes begin at `offset` of the file. */
interface MadeSegment {
  readonly type: number;
  readonly flags: number;
  readonly address: bigint;
  readonly offset: number;
  readonly fileSize: number;
  readonly memorySize: number;
}

/** A symbol to be made: of a function in section 1, global, unless it says otherwise. */
export interface MadeSymbol {
  readonly name: string;
  readonly address: bigint;
  readonly size?: number;
  readonly type?: number;
  readonly binding?: number;
  readonly section?: number;
}

/** .symtab and the strings behind it; `link` is the index of the strings. */
export function symbolSections(
  symbols: readonly MadeSymbol[],
  link: number,
  { bits = 64, order = 'little' }: { bits?: 32 | 64; order?: ByteOrder } = {},
): MadeSection[] {
  const names = new Writer(order).text('');
  const table = new Writer(order).raw(new Uint8Array(bits === 64 ? 24 : 16));
  for (const { name, address, size = 0, type = 2, binding = 1, section = 1 } of symbols) {
    table.u32(names.length);
    if (bits === 32) table.u32(Number(address)).u32(size);
    table.u8(binding * 16 + type, 0).u16(section);
    if (bits === 64) table.u64(address).u64(size);
    names.text(name);
  }
  return [
    { name: '.symtab', type: 2, link, bytes: table.bytes },
    { name: '.strtab', type: 3, bytes: names.bytes },
  ];
}

/** What an ELF file is made of. */
export interface MadeElf {
  readonly bits?: 32 | 64;
  readonly order?: ByteOrder;
  readonly type?: number;
  readonly machine?: number;
  readonly sections?: readonly MadeSection[];
  readonly segments?: readonly MadeSegment[];
  /** Puts the number of sections, and the index of the names, into the first section header. */
  readonly extendedNumbering?: boolean;
  /** Leaves the section headers out. */
  readonly withoutSections?: boolean;
}

/** An ELF file. Sections are numbered from 1; the last is .shstrtab. */
export function makeElf(made: MadeElf): Uint8Array {
  const { bits = 64, order = 'little', type = 2, machine = 62 } = made;
  const word = bits / 8;
  const headerSize = bits === 64 ? 64 : 52;
  const segmentSize = bits === 64 ? 56 : 32;
  const sectionSize = bits === 64 ? 64 : 40;
  const segments = made.segments ?? [];
  const names = new Writer(order).text('');
  const wanted = [...(made.sections ?? []), { name: '.shstrtab', type: 3 }];
  const placed = wanted.map((section) => {
    const nameOffset = names.length;
    names.text(section.name);
    return { ...section, nameOffset };
  });
  const body = new Writer(order);
  const bodyOffset = headerSize + segments.length * segmentSize;
  const rows = new Writer(order);
  const count = placed.length + 1;
  const extended = made.extendedNumbering === true;
  writeSection(
    rows,
    word,
    { name: '', type: 0, size: extended ? count : 0, link: extended ? count - 1 : 0 },
    0,
    0,
  );
  for (const section of placed) {
    const bytes = section.name === '.shstrtab' ? names.bytes : section.bytes;
    writeSection(
      rows,
      word,
      { ...section, ...(bytes && { bytes }) },
      section.nameOffset,
      bodyOffset + body.length,
    );
    if (bytes) body.raw(bytes);
  }
  const header = new Writer(order)
    .raw([0x7f, 0x45, 0x4c, 0x46, bits === 64 ? 2 : 1, order === 'little' ? 1 : 2, 1])
    .raw(new Array<number>(9).fill(0))
    .u16(type)
    .u16(machine)
    .u32(1)
    .number(word, 0x401000)
    .number(word, segments.length > 0 ? headerSize : 0)
    .number(word, made.withoutSections ? 0 : bodyOffset + body.length)
    .u32(0)
    .u16(headerSize)
    .u16(segmentSize)
    .u16(segments.length)
    .u16(made.withoutSections ? 0 : sectionSize)
    .u16(extended || made.withoutSections ? 0 : count)
    .u16(extended ? 0xffff : made.withoutSections ? 0 : count - 1);
  for (const segment of segments) writeSegment(header, word, segment);
  header.raw(body.bytes);
  return made.withoutSections ? header.bytes : header.raw(rows.bytes).bytes;
}

function writeSection(
  rows: Writer,
  word: number,
  { type = 1, flags = 0, address = 0n, bytes, size, link = 0, info = 0 }: MadeSection,
  nameOffset: number,
  offset: number,
): void {
  rows.u32(nameOffset).u32(type).number(word, flags).number(word, address).number(word, offset);
  rows
    .number(word, bytes?.length ?? size ?? 0)
    .u32(link)
    .u32(info);
  rows.number(word, 1).number(word, 0);
}

function writeSegment(header: Writer, word: number, segment: MadeSegment): void {
  const { type, flags, address, offset, fileSize, memorySize } = segment;
  header.u32(type);
  if (word === 8) header.u32(flags);
  header.number(word, offset).number(word, address).number(word, address);
  header.number(word, fileSize).number(word, memorySize);
  if (word === 4) header.u32(flags);
  header.number(word, 0x1000);
}
