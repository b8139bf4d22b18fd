// Which code of a 32-bit Arm program is A32, which is T32, and which is data among code: mapping
// symbols, and the lowest bit of a function's address (ELF for the Arm Architecture, "Mapping
// symbols" and "Symbol Values").
import { Cursor } from '../bytes/cursor';
import { TimeSlice } from '../bytes/timeSlice';
import { upperBound } from './addressOrder';
import { SectionType } from './elf';
import type { Sections } from './sections';
import { SymbolBinding, SymbolType } from './symbolColumns';

/** What lies at an address. */
type ArmCode = 'arm' | 'thumb' | 'data';

/** A run of addresses with one kind of code. */
export interface ArmCodeRange {
  readonly kind: ArmCode;
  /** Link-time address. */
  readonly start: bigint;
  /** Exclusive; undefined where no symbol follows. */
  readonly end: bigint | undefined;
}

const rowSize = 16;
const rowsAtOnce = 10_000;
const kinds: Readonly<Record<string, ArmCode>> = { a: 'arm', t: 'thumb', d: 'data' };

/** The kinds of code of one program. */
export class MappingSymbols {
  private constructor(
    /** Ascending. */
    private readonly starts: BigUint64Array,
    private readonly kinds: readonly ArmCode[],
  ) {}

  /** Reads the program's mapping symbols; where it has none, what its functions' addresses say. */
  static async read(program: Sections): Promise<MappingSymbols> {
    const sections = [program, program.separate].find((each) => each && hasSymtab(each)) ?? program;
    const { elf } = sections;
    const header =
      elf.sections.find(({ type }) => type === SectionType.symtab) ??
      elf.sections.find(({ type }) => type === SectionType.dynsym);
    const marks: { start: bigint; kind: ArmCode }[] = [];
    const functions: { start: bigint; kind: ArmCode }[] = [];
    if (header && elf.header.bits === 32) {
      const table = await sections.at(header.index);
      const strings = await sections.at(header.link);
      const names = await strings.read(0, strings.size);
      const slice = new TimeSlice();
      for (let offset = 0; offset < table.size; offset += rowsAtOnce * rowSize) {
        const cursor = new Cursor(await table.read(offset, rowsAtOnce * rowSize), sections.order);
        while (cursor.remaining >= rowSize) {
          const name = cursor.u32();
          const value = BigInt(cursor.u32());
          cursor.skip(4);
          const info = cursor.u8();
          cursor.skip(1);
          const section = cursor.u16();
          if (section === 0) continue;
          const kind = info === mappingInfo ? kindNamed(names, name) : undefined;
          if (kind) marks.push({ start: value, kind });
          else if ((info & 0xf) === SymbolType.function) {
            functions.push({ start: value & ~1n, kind: value & 1n ? 'thumb' : 'arm' });
          }
        }
        await slice.yieldIfDue();
      }
    }
    const found = marks.length > 0 ? marks : functions;
    found.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    const starts = BigUint64Array.from(found, ({ start }) => start);
    return new MappingSymbols(
      starts,
      found.map(({ kind }) => kind),
    );
  }

  /** What lies at a link-time address; undefined where no symbol says it. */
  at(address: bigint): ArmCodeRange | undefined {
    const next = upperBound(this.starts, address);
    const kind = this.kinds[next - 1];
    const start = this.starts[next - 1];
    if (kind === undefined || start === undefined) return undefined;
    return { kind, start, end: this.starts[next] };
  }
}

/** st_info of a mapping symbol. */
const mappingInfo = (SymbolBinding.local << 4) | SymbolType.none;

function hasSymtab({ elf }: Sections): boolean {
  return elf.sections.some(({ type }) => type === SectionType.symtab);
}

/** `$a`, `$t`, `$d`, or one of them and a dot with anything behind. */
function kindNamed(names: Uint8Array, offset: number): ArmCode | undefined {
  const [dollar, letter = 0, end] = names.subarray(offset, offset + 3);
  if (dollar !== 0x24 || (end !== 0 && end !== 0x2e)) return undefined;
  return kinds[String.fromCharCode(letter)];
}
