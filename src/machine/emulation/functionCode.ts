// The code of the function that an address is in: by the debugging information, else by symbols.
import type { AddressRange } from '../../symbols/addressMap';
import type { Program } from '../../symbols/program';
import type { CodePiece } from './functionStates';

/** Where a function's code is. Addresses are link-time addresses. */
export interface FunctionRanges {
  readonly entry: bigint;
  readonly ranges: readonly AddressRange[];
}

/** Longer functions are not followed. */
const maxBytes = 1 << 18;

/** The symbol of what gcc moved out of a function because it seldom runs. */
const coldPart = /^(.+)\.cold(?:\.\d+)?$/;

/** Where the function's code is that has an address; undefined where nothing knows it. */
export async function functionRangesAt(
  program: Program,
  address: bigint,
): Promise<FunctionRanges | undefined> {
  const scope = (await program.scopesAt(address)).at(-1);
  if (scope) return { entry: scope.entry, ranges: scope.ranges };
  const own = await program.symbolRangeAt(address);
  if (!own) return undefined;
  const name = coldPart.exec(own.name)?.[1];
  if (name === undefined) return { entry: own.start, ranges: [own] };
  const entry = await program.codeOfSymbol(name);
  const whole = entry === undefined ? undefined : await program.symbolRangeAt(entry);
  return whole && { entry: whole.start, ranges: [whole, own] };
}

/** The bytes of a function; undefined where they are too many, or some are not in the file. */
export async function readPieces(
  program: Program,
  { entry, ranges }: FunctionRanges,
): Promise<readonly CodePiece[] | undefined> {
  const size = ranges.reduce((sum, { start, end }) => sum + Number(end - start), 0);
  if (size > maxBytes) return undefined;
  const pieces: CodePiece[] = [];
  for (const { start, end } of ranges) {
    const bytes = await program.readLoaded(start, Number(end - start));
    if (bytes.length < Number(end - start)) return undefined;
    pieces.push({ start: Number(start - entry), bytes });
  }
  return pieces;
}
