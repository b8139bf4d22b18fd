// The functions of a branch trace: a small number for each, so that blocks and calls can be kept as columns. As in gdb,
// inlined functions play no part: what is called and returns is a function with code of its own.
import { linkAddress, runTimeAddress } from '../../machine/linkAddress';
import type { PlacedPrograms } from '../placedPrograms';

/** A function, or one of its parts where a compiler put some of it elsewhere under a name of its own. */
export interface TracedFunction {
  /** gdb's `??` where no program knows one. */
  readonly name: string;
  /** Run-time address of its first instruction; undefined where it is not known. */
  readonly start: bigint | undefined;
}

/** The number of what no program knows. */
export const unknownFunction = 0;

/** Functions by numbers, and the numbers by addresses. */
export class BranchFunctions {
  readonly all: TracedFunction[] = [{ name: '??', start: undefined }];
  private readonly numbers = new Map<string, number>();
  private readonly found = new Map<bigint, number>();

  constructor(private readonly programs: PlacedPrograms) {}

  /** The number of the function that holds a run-time address. */
  async at(address: bigint): Promise<number> {
    let number = this.found.get(address);
    if (number === undefined) {
      number = await this.lookUp(address);
      if (this.found.size >= mostRemembered) this.found.clear();
      this.found.set(address, number);
    }
    return number;
  }

  private async lookUp(address: bigint): Promise<number> {
    for (const { program, slide } of this.programs.list) {
      if (slide === undefined) continue;
      const at = linkAddress(address, slide);
      const isCode = program.loadedRanges.some(
        ({ start, end, executable }) => executable && at >= start && at < end,
      );
      const symbol = isCode ? await program.symbolAt(at) : undefined;
      if (!symbol) continue;
      const { name, offset } = symbol;
      return this.numberOf(name, runTimeAddress(at - offset, slide));
    }
    return unknownFunction;
  }

  private numberOf(name: string, start: bigint): number {
    const key = `${start} ${name}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.all.length;
      this.all.push({ name, start });
      this.numbers.set(key, number);
    }
    return number;
  }
}

const mostRemembered = 1 << 20;
