// Which addresses a program's file answers for where a frame did not collect them: gdb manual,
// "Tracepoint Packets", QTro; gdb builds that packet from the loadable read-only sections.
import type { TransparentRange } from '../machine/memory';
import type { PlacedProgram } from './placedProgram';

/** The launch argument: the program's own read-only ranges, none, or these run-time addresses. */
export type TransparentSetting = 'auto' | 'off' | readonly AddressRange[];

export interface AddressRange {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
}

/** The transparent ranges of a placed program, at run-time addresses. */
export function transparentRanges(
  placed: PlacedProgram | undefined,
  setting: TransparentSetting,
): TransparentRange[] {
  if (!placed || placed.slide === undefined || setting === 'off') return [];
  const ranges = setting === 'auto' ? readOnlyRanges(placed, placed.slide) : setting;
  return ranges.map(({ start, end }) => ({
    start,
    end,
    read: (address, length) => placed.read(address, length),
  }));
}

function readOnlyRanges(placed: PlacedProgram, slide: bigint): AddressRange[] {
  return placed.program.loadedRanges
    .filter((range) => !range.writable)
    .map((range) => ({ start: range.start + slide, end: range.end + slide }));
}
