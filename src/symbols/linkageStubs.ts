// The stubs of the procedure linkage table, through which a program calls functions of others. The
// file has no symbols for them; binutils and gdb name each by the function that its slot in the
// global offset table is relocated to: `printf@plt` (System V ABI, "Procedure Linkage Table", and
// the supplements for processors). gdb names the slots as well.
import { append, partitionPoint } from '../bytes/arrays';
import { Cursor } from '../bytes/cursor';
import { TimeSlice } from '../bytes/timeSlice';
import { Machine, SectionType, type SectionHeader } from './elf';
import type { SectionBytes } from './sectionBytes';
import type { Sections } from './sections';
import { holds } from './symbolColumns';

/** A stub, or the slot that it jumps through. */
export interface LinkageStub {
  /** `printf@plt`; of a slot `printf@got.plt`. */
  readonly name: string;
  /** Link-time address. */
  readonly address: bigint;
  /** Bytes; 0 for a stub, which reaches to the next one, or to the end of its section. */
  readonly size: bigint;
  /** Index of its section. */
  readonly section: number;
}

/** A slot that a stub jumps through. */
interface Slot {
  readonly address: bigint;
  /** The function's name. */
  readonly name: string;
  /** Whether it is only for calls; its row is then that of a stub, in the order of the table. */
  readonly isCall: boolean;
}

/**
 * Types of the relocations of slots: for calls, for data that may be code, and for code that
 * chooses code.
 */
interface SlotTypes {
  readonly call: number;
  readonly data: number;
  readonly chosen: number;
}

const slotTypes: Readonly<Record<number, SlotTypes>> = {
  [Machine.i386]: { call: 7, data: 6, chosen: 42 },
  [Machine.x86_64]: { call: 7, data: 6, chosen: 37 },
  [Machine.aarch64]: { call: 1026, data: 1025, chosen: 1032 },
  [Machine.s390]: { call: 11, data: 10, chosen: 61 },
  [Machine.riscv]: { call: 5, data: 2, chosen: 58 },
};

/**
 * Bytes of the first entry, which no function has, and of each after it. Stubs are in the order of
 * their slots.
 */
const orderedStubs: Readonly<Record<number, readonly [first: number, each: number]>> = {
  [Machine.aarch64]: [32, 16],
  [Machine.s390]: [32, 32],
  [Machine.riscv]: [32, 16],
};

/** More slots are damage. */
const maxSlots = 1 << 18;
const maxNameLength = 1 << 12;
/** Rows or stubs between two looks at the clock. */
const rowsAtOnce = 4096;

/**
 * The stubs of a program, in ascending order of address; none in a program that is linked
 * statically.
 */
export async function readLinkageStubs(sections: Sections): Promise<LinkageStub[]> {
  const types = slotTypes[sections.elf.header.machine];
  if (!types) return [];
  const slots = await readSlots(sections, types);
  if (slots.length === 0) return [];
  const ordered = orderedStubs[sections.elf.header.machine];
  const stubs = ordered
    ? await stubsInOrder(sections, slots, ordered)
    : await stubsOfX86(sections, slots);
  append(stubs, namedSlots(sections, slots));
  return stubs.sort((a, b) => (a.address < b.address ? -1 : a.address > b.address ? 1 : 0));
}

/** The stub or slot that an address is in. */
export function stubAt(
  stubs: readonly LinkageStub[],
  address: bigint,
  section: SectionHeader,
): LinkageStub | undefined {
  if (!holds(section, address)) return undefined;
  const found = stubs[partitionPoint(stubs.length, (i) => (stubs[i]?.address ?? 0n) > address) - 1];
  if (found?.section !== section.index) return undefined;
  return found.size === 0n || address < found.address + found.size ? found : undefined;
}

function namedSlots({ elf }: Sections, slots: readonly Slot[]): LinkageStub[] {
  const table = elf.sections.find(({ name }) => name === '.got.plt');
  if (!table) return [];
  const size = BigInt(elf.header.bits / 8);
  return slots
    .filter(({ isCall, address }) => isCall && holds(table, address))
    .map(({ address, name }) => ({ name: `${name}@got.plt`, address, size, section: table.index }));
}

async function readSlots(sections: Sections, types: SlotTypes): Promise<Slot[]> {
  const headers = sections.elf.sections;
  const dynsym = headers.find(({ type }) => type === SectionType.dynsym);
  if (!dynsym) return [];
  const isTable = ({ type, link }: SectionHeader) =>
    (type === SectionType.rela || type === SectionType.rel) && link === dynsym.index;
  const columns = await sections.symbolColumns(dynsym);
  const names = await sections.at(dynsym.link);
  const slots: Slot[] = [];
  for (const table of headers.filter(isTable)) {
    for (const row of await readRows(sections, table, types)) {
      if (slots.length >= maxSlots) return slots;
      const offset = columns.names[row.symbol] ?? 0;
      const text = row.symbol === 0 ? '*ABS*' : await nameAt(names, offset, sections);
      const addend = row.addend === 0n ? '' : `+0x${row.addend.toString(16)}`;
      const isCall = row.type === types.call || (row.type === types.chosen && isForCalls(table));
      slots.push({ address: row.address, name: text + addend, isCall });
    }
  }
  return slots;
}

function isForCalls({ name }: SectionHeader): boolean {
  return name === '.rela.plt' || name === '.rel.plt';
}

interface Row {
  readonly address: bigint;
  readonly symbol: number;
  readonly type: number;
  readonly addend: bigint;
}

async function readRows(
  sections: Sections,
  table: SectionHeader,
  { call, data, chosen }: SlotTypes,
): Promise<Row[]> {
  const { bits } = sections.elf.header;
  const hasAddend = table.type === SectionType.rela;
  const rowSize = (bits / 8) * (hasAddend ? 3 : 2);
  const contents = await sections.at(table.index);
  const cursor = new Cursor(await contents.read(0, contents.size), sections.order);
  const rows: Row[] = [];
  const slice = new TimeSlice();
  for (let row = 1; cursor.remaining >= rowSize; row++) {
    if (row % rowsAtOnce === 0) await slice.yieldIfDue();
    const address = bits === 64 ? cursor.u64() : BigInt(cursor.u32());
    const info = bits === 64 ? cursor.u64() : BigInt(cursor.u32());
    const addend = !hasAddend ? 0n : bits === 64 ? cursor.u64() : BigInt(cursor.u32());
    const symbol = Number(info >> (bits === 64 ? 32n : 8n));
    const type = Number(info & (bits === 64 ? 0xffff_ffffn : 0xffn));
    if (type === call || type === data || type === chosen) {
      rows.push({ address, symbol, type, addend });
    }
  }
  return rows;
}

async function nameAt(names: SectionBytes, offset: number, sections: Sections): Promise<string> {
  return new Cursor(await names.read(offset, maxNameLength), sections.order).cstring();
}

async function stubsInOrder(
  sections: Sections,
  slots: readonly Slot[],
  [first, each]: readonly [number, number],
): Promise<LinkageStub[]> {
  const plt = sections.elf.sections.find(({ name }) => name === '.plt');
  if (!plt) return [];
  const size = await sizeOfStub(sections, plt, first, each);
  const stubs: LinkageStub[] = [];
  for (const [row, { name }] of slots.filter(({ isCall }) => isCall).entries()) {
    const offset = first + row * size;
    if (offset + size > plt.size) break;
    stubs.push({ ...stubOf(name, plt), address: plt.address + BigInt(offset) });
  }
  return stubs;
}

/**
 * On AArch64, stubs that mark where branches may lead, or sign addresses, are longer by two
 * instructions.
 */
async function sizeOfStub(
  sections: Sections,
  plt: SectionHeader,
  first: number,
  each: number,
): Promise<number> {
  if (sections.elf.header.machine !== Machine.aarch64) return each;
  const contents = await sections.at(plt.index);
  const last = new Cursor(await contents.read(first + each - 4, 4), 'little');
  return last.u32() === branchToX17 ? each : each + 8;
}

function stubOf(name: string, { index }: SectionHeader): Omit<LinkageStub, 'address'> {
  return { name: `${name}@plt`, size: 0n, section: index };
}

const branchToX17 = 0xd61f_0220;

const sectionsOfX86 = ['.plt', '.plt.got', '.plt.sec', '.plt.bnd'];

/**
 * Bytes that may precede the jump: a mark where branches may lead, a prefix that keeps bounds.
 */
const beforeJump = [0, 1, 4, 5];

/** On x86 each stub says which slot it jumps through. */
async function stubsOfX86(sections: Sections, slots: readonly Slot[]): Promise<LinkageStub[]> {
  const byAddress = new Map(slots.map((slot) => [slot.address, slot]));
  const headers = sections.elf.sections;
  const table = named(headers, '.got.plt') ?? named(headers, '.got');
  const stubs: LinkageStub[] = [];
  const slice = new TimeSlice();
  for (const header of headers.filter(({ name }) => sectionsOfX86.includes(name))) {
    const contents = await sections.at(header.index);
    const bytes = await contents.read(0, contents.size);
    const marksBranches = bytes[0] === 0xf3 && bytes[1] === 0x0f && bytes[2] === 0x1e;
    const size = header.name === '.plt.got' && !marksBranches ? 8 : 16;
    for (let at = 0; at + 6 <= bytes.length; at += size) {
      if (at % (rowsAtOnce * size) === 0) await slice.yieldIfDue();
      for (const before of beforeJump) {
        const target = slotOfJump(bytes, at + before, header.address, table?.address, sections);
        const slot = target === undefined ? undefined : byAddress.get(target);
        if (!slot) continue;
        byAddress.delete(slot.address);
        stubs.push({ ...stubOf(slot.name, header), address: header.address + BigInt(at) });
      }
    }
  }
  return stubs;
}

function named(headers: readonly SectionHeader[], wanted: string): SectionHeader | undefined {
  return headers.find(({ name }) => name === wanted);
}

/**
 * The slot that `jmp *…` at an offset of the section goes through: relative to itself, absolute, or
 * from the table.
 */
function slotOfJump(
  bytes: Uint8Array,
  offset: number,
  address: bigint,
  table: bigint | undefined,
  { elf, order }: Sections,
): bigint | undefined {
  if (bytes[offset] !== 0xff) return undefined;
  const kind = bytes[offset + 1];
  if (kind !== 0x25 && kind !== 0xa3) return undefined;
  const cursor = new Cursor(bytes.subarray(offset + 2, offset + 6), order);
  const distance = cursor.u32();
  if (cursor.overrun) return undefined;
  const { bits, machine } = elf.header;
  if (kind === 0xa3)
    return table === undefined ? undefined : BigInt.asUintN(bits, table + BigInt(distance | 0));
  if (machine === Machine.i386) return BigInt(distance);
  return BigInt.asUintN(bits, address + BigInt(offset + 6) + BigInt(distance | 0));
}
