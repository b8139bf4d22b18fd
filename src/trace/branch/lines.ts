// The lines of source in which the instructions of a branch trace lie.
import { linkAddress } from '../../machine/linkAddress';
import type { BranchTrace, Execution } from './branchTrace';
import { instructionAddress } from './instructions';

/** A line, and whether its code begins just there. */
export interface LinePlace {
  readonly file: string;
  readonly line: number;
  readonly startsHere: boolean;
}

/** The lines of instructions; a loop asks for few addresses many times. */
export class Lines {
  private readonly found = new Map<bigint, LinePlace | undefined>();

  constructor(
    private readonly trace: BranchTrace,
    private readonly execution: Execution,
  ) {}

  async at(number: number): Promise<LinePlace | undefined> {
    const address = instructionAddress(this.execution, number);
    if (address === undefined) return undefined;
    if (!this.found.has(address)) this.found.set(address, await this.lookUp(address));
    return this.found.get(address);
  }

  /** Whether debugging information describes the function of an instruction, so that it has lines of its own. */
  async describes(number: number): Promise<boolean> {
    const address = instructionAddress(this.execution, number);
    if (address === undefined || (await this.at(number)) === undefined) return false;
    for (const { program, slide } of this.trace.programs.placements) {
      const found = await program.functionAt(linkAddress(address, slide));
      if (found) return found.from === 'dwarf';
    }
    return false;
  }

  private async lookUp(address: bigint): Promise<LinePlace | undefined> {
    for (const { program, slide } of this.trace.programs.placements) {
      const at = linkAddress(address, slide);
      const span = await program.lineSpanAt(at);
      if (!span || span.line === 0) continue;
      const startsHere = span.start === at && span.isStatement;
      return { file: span.file, line: span.line, startsHere };
    }
    return undefined;
  }
}
