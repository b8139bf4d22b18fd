// A program that a trace uses: the file that it is read from, where it lay, and what a person is told of it.
import type { Program } from '../symbols/program';
import type { Disposable } from './emitter';
import { PlacedProgram } from './placedProgram';
import type { ProgramMatch } from './programMatch';

/** What is known of a program behind a trace. */
export interface UsedProgramState {
  /** `unplaced`: position-independent, its slide is not known. `problem`: it cannot be used. */
  readonly state: 'none' | 'searching' | 'placed' | 'unplaced' | 'problem';
  readonly path?: string;
  /** Run-time address minus link-time address, modulo 2^64; of a program that is placed. */
  readonly slide?: bigint;
  /** The user gave the slide: it stays, whatever the trace says; of a program that is placed. */
  readonly given?: boolean;
  /** Some of what the trace says of its addresses speaks against it; of a program that is placed. */
  readonly doubtful?: boolean;
  /** Slides to choose from, of a program that is not placed. */
  readonly offered?: readonly bigint[];
  /** One sentence for a person. */
  readonly explanation: string;
}

/** A program with the open file that it is read from. */
export interface OpenedProgram extends Disposable {
  readonly program: Program;
  /**
   * Called by who uses it, once: a person may be asked for what it still needs. `replace` takes the program where it was
   * opened anew: its file was written again, or files may be read for it that were withheld before.
   */
  readonly inUse?: (replace: (again: OpenedProgram) => void) => void;
}

/** A program that is in use. */
export interface UsedProgram {
  readonly opened: OpenedProgram;
  readonly placed: PlacedProgram;
  readonly state: UsedProgramState;
}

/** What comparing a program with a trace gave, whatever of the trace it was compared with. */
export type Match = Omit<ProgramMatch, 'confirmed'>;

/** A program in use where it is found that it lay. `given`: the user said where. */
export function usedProgram(opened: OpenedProgram, match: Match, given: boolean): UsedProgram {
  const { program } = opened;
  const { slide, offered, agreeing, compared, sentence: explanation } = match;
  const said = { path: program.path, explanation };
  const state: UsedProgramState =
    slide === undefined
      ? { state: 'unplaced', ...said, offered }
      : { state: 'placed', ...said, slide, given, doubtful: agreeing < compared };
  return { opened, placed: new PlacedProgram(program, slide, explanation), state };
}

/**
 * Where a program that is in use lay. A slide that the user gave stays; one that was inferred is inferred anew, and stays
 * where nothing tells of another. Rejects as `match` does.
 */
export async function matchAgain(
  { placed: { slide }, state: { given = false } }: UsedProgram,
  match: (slide: bigint | undefined) => Promise<Match>,
): Promise<Match> {
  if (given) return match(slide);
  const found = await match(undefined);
  return found.slide === undefined && slide !== undefined ? match(slide) : found;
}

/** What is said of a program that is foreign. */
export function refused({ program }: OpenedProgram, { sentence }: Match): UsedProgramState {
  return { state: 'problem', path: program.path, explanation: sentence };
}
