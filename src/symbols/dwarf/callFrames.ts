// The call frame information of one program, asked for by address.
import type { AddressMap } from '../addressMap';
import { Recent, once } from '../once';
import type { Sections } from '../sections';
import type { CallFrameRow } from './callFrame';
import {
  readCommon,
  readFde,
  type CallFrameSection,
  type CommonInformation,
  type FrameDescription,
} from './callFrameEntry';
import { indexCallFrames } from './callFrameIndex';
import type { EncodedPointer } from './callFramePointer';
import { CallFrameProgram } from './callFrameProgram';
import { findCallFrames, type ReadLoaded } from './callFrameSections';
import { searchTable } from './callFrameTable';
import { DwarfCursor } from './cursor';
import { reportMalformed } from './debugSections';

/** Distinct PCs are few in a trace; those of a hostile one are forgotten. */
const rowsKept = 10_000;
const commonsKept = 1_000;

/** The rows of one program. Addresses are link-time addresses. */
export class CallFrames {
  private readonly rows = new Recent<bigint, CallFrameRow | undefined>(rowsKept, () => 1);
  private readonly commons = new Recent<string, CommonInformation | undefined>(
    commonsKept,
    () => 1,
  );
  private readonly found = once(() => findCallFrames(this.sections, this.readLoaded));
  private readonly debugFrameIndex = once(async () => this.index((await this.found()).debugFrame));
  private readonly ehFrameIndex = once(async () => this.index((await this.found()).ehFrame));

  /** `readLoaded` reads what the file loads at a link-time address. */
  constructor(
    private readonly sections: Sections,
    private readonly readLoaded: ReadLoaded,
  ) {}

  /** The row for an address; undefined where none is known. */
  at(address: bigint): Promise<CallFrameRow | undefined> {
    return this.rows.get(address, () => this.find(address));
  }

  private async find(address: bigint): Promise<CallFrameRow | undefined> {
    const { debugFrame, ehFrame } = await this.found();
    const inDebugFrame = (await this.debugFrameIndex()).find(address);
    if (inDebugFrame) return this.rowIn(debugFrame, inDebugFrame.value, address);
    const offset = await this.ehFrameOffset(address);
    return offset === undefined ? undefined : this.rowIn(ehFrame, offset, address);
  }

  private async ehFrameOffset(address: bigint): Promise<number | undefined> {
    const { ehFrame, table } = await this.found();
    if (!table) return (await this.ehFrameIndex()).find(address)?.value;
    const description = await searchTable(table.rows, table.section, address);
    if (description === undefined) return undefined;
    const offset = Number(description - ehFrame.address);
    return offset >= 0 && offset < ehFrame.bytes.size ? offset : undefined;
  }

  private async rowIn(
    section: CallFrameSection,
    offset: number,
    address: bigint,
  ): Promise<CallFrameRow | undefined> {
    const description = await readFde(section, offset, (at) => this.commonAt(section, at));
    const start = description && (await this.startOf(description));
    if (!description || start === undefined) {
      this.report(section, offset, 'an entry that can be read');
      return undefined;
    }
    if (address < start || address >= start + description.length) return undefined;
    const { machine } = this.sections.elf.header;
    const program = new CallFrameProgram(section, description, start, machine);
    for (const row of program.rows()) {
      if (address >= row.start && address < row.end) return row;
    }
    if (program.problem !== undefined) this.report(section, offset, program.problem);
    return undefined;
  }

  private index(section: CallFrameSection): Promise<AddressMap> {
    return indexCallFrames(section, {
      sections: this.sections,
      commonAt: (each, offset) => this.commonAt(each, offset),
      resolve: (pointer, addressSize) => this.resolve(pointer, addressSize),
    });
  }

  private commonAt(
    section: CallFrameSection,
    offset: number,
  ): Promise<CommonInformation | undefined> {
    const key = `${section.isEhFrame ? 'eh' : 'debug'} ${offset}`;
    return this.commons.get(key, () => readCommon(section, offset));
  }

  private startOf({ start, common }: FrameDescription): Promise<bigint | undefined> {
    return this.resolve(start, common.encoding.addressSize);
  }

  private async resolve(
    { address, indirect }: EncodedPointer,
    addressSize: number,
  ): Promise<bigint | undefined> {
    if (!indirect) return address;
    const bytes = await this.readLoaded(address, addressSize);
    const cursor = new DwarfCursor(bytes, this.sections.order);
    const pointer = cursor.address(addressSize);
    return cursor.overrun ? undefined : pointer;
  }

  private report({ bytes }: CallFrameSection, at: number, problem: string): void {
    const message = 'Call frame information of a function cannot be read: call stacks end there';
    reportMalformed(this.sections, bytes, at, 'call-frame-unreadable', message, {
      expected: 'instructions of DWARF 2 to 5',
      found: problem,
    });
  }
}
