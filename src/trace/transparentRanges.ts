// Which addresses a program's file answers for where a frame did not collect them: gdb manual,
// "Tracepoint Packets", QTro; gdb builds that packet from the loadable read-only sections.
import { runTimeAddress } from '../machine/linkAddress';
import type { TransparentRange } from '../machine/memory';
import type { PlacedProgram } from './placedProgram';
import type { PlacedPrograms } from './placedPrograms';

/** The launch argument: the program's own read-only ranges, none, or these run-time addresses. */
export type TransparentSetting = 'auto' | 'off' | readonly RunTimeRange[];

/** Run-time addresses, `end` exclusive. */
export interface RunTimeRange {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
}

/** The transparent ranges of the programs behind a trace, at run-time addresses. */
export function transparentRanges(
  programs: PlacedPrograms,
  setting: TransparentSetting,
): TransparentRange[] {
  if (setting === 'off') return [];
  return programs.list.flatMap((placed) =>
    (setting === 'auto' ? readOnlyRanges(placed) : setting).map(({ start, end }) => ({
      start,
      end,
      read: (address, length) => placed.read(address, length),
    })),
  );
}

/** The run-time addresses of what a program loads and never writes, section by section. */
export function readOnlyRanges({ program, slide }: PlacedProgram): RunTimeRange[] {
  if (slide === undefined) return [];
  return program.loadedRanges
    .filter((range) => !range.writable)
    .map(({ start, end }) => {
      const from = runTimeAddress(start, slide);
      return { start: from, end: from + (end - start) };
    });
}
