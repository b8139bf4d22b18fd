// Where a file keeps its call frame information: .debug_frame, .eh_frame and its search table, by their sections or,
// in a file without section headers, by the segment that programs find the table with when they run.
import { SegmentType } from '../elf';
import type { SectionBytes } from '../sectionBytes';
import type { Sections } from '../sections';
import type { CallFrameSection } from './callFrameEntry';
import { readCallFrameTable, type CallFrameTable, type TableSection } from './callFrameTable';

/** p_type of the segment that holds .eh_frame_hdr. */
const ehFrameSegment = 0x6474e550;

/** Reads what the file loads at a link-time address. */
export type ReadLoaded = (address: bigint, length: number) => Promise<Uint8Array>;

/** The call frame information of one file. */
interface CallFrameSections {
  readonly debugFrame: CallFrameSection;
  readonly ehFrame: CallFrameSection;
  /** Absent where there is none, or none that can be searched. */
  readonly table: { readonly section: TableSection; readonly rows: CallFrameTable } | undefined;
}

export async function findCallFrames(
  sections: Sections,
  readLoaded: ReadLoaded,
): Promise<CallFrameSections> {
  const { header, sections: headers } = sections.elf;
  const common = {
    order: sections.order,
    addressSize: header.bits / 8,
    text: addressOf('.text'),
    data: addressOf('.got'),
  };
  const named = async (name: string): Promise<CallFrameSection> => ({
    ...common,
    bytes: await sections.get(name),
    isEhFrame: name === '.eh_frame',
    address: addressOf(name),
  });
  const tableSection = await ehFrameHeader();
  const rows = await readCallFrameTable(tableSection);
  const ehFrame = await named('.eh_frame');
  return {
    debugFrame: await named('.debug_frame'),
    ehFrame: headers.length > 0 || !rows ? ehFrame : { ...ehFrame, ...loadedFrom(rows.ehFrame) },
    table: rows && rows.count > 0 ? { section: tableSection, rows } : undefined,
  };

  function addressOf(name: string): bigint {
    return headers.find((section) => section.name === name)?.address ?? 0n;
  }

  async function ehFrameHeader(): Promise<TableSection> {
    const segment = sections.elf.segments.find(({ type }) => type === ehFrameSegment);
    if (headers.length > 0 || !segment) return named('.eh_frame_hdr');
    return { ...common, ...loadedFrom(segment.address) };
  }

  /** What is loaded from an address on, up to the end of its segment. */
  function loadedFrom(address: bigint): { address: bigint; bytes: SectionBytes } {
    const holder = sections.elf.segments.find(
      (segment) =>
        segment.type === SegmentType.load &&
        address >= segment.address &&
        address < segment.address + BigInt(segment.fileSize),
    );
    const end = holder ? holder.address + BigInt(holder.fileSize) : address;
    const bytes = {
      name: 'call frame information',
      fileOffset: holder && holder.offset + Number(address - holder.address),
      size: Number(end - address),
      read: (offset: number, length: number) => readLoaded(address + BigInt(offset), length),
    };
    return { address, bytes };
  }
}
