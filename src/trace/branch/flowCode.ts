// The code that a recorded flow runs through, as a graph: what each instruction is, and which ones
// follow it. Each is decoded once; after that, to follow the flow is to go from one to the next.
import { type CodeWidth, type FlowInstruction, flowInstruction } from '../../machine/arch/x86Flow';
import type { ModuleList } from '../moduleList';
import { codeAt, maxInstruction } from './instructionMap';

/** An address, and what is known of the instruction there. */
export class CodePoint {
  /** `unmapped`: no program has code there. `unknown`: its bytes are no instruction. */
  instruction: FlowInstruction | 'unmapped' | 'unknown' | undefined;
  /** Where the next instruction is, and where its own bytes let it branch to. */
  after: CodePoint | undefined;
  target: CodePoint | undefined;

  constructor(readonly ip: bigint) {}
}

/** Bytes of code that were read, up to some behind the end of a page. */
interface CodeRun {
  readonly start: bigint;
  readonly bytes: Uint8Array;
}

const pageSize = 4096n;

/** Code by run-time addresses. */
export class FlowCode {
  private width: CodeWidth | undefined;
  private points = new Map<bigint, CodePoint>();
  private readonly pointsByWidth = new Map<CodeWidth | undefined, Map<bigint, CodePoint>>();
  private readonly runs = new Map<bigint, CodeRun>();

  constructor(private readonly programs: ModuleList) {}

  at(ip: bigint): CodePoint {
    let point = this.points.get(ip);
    if (!point) {
      point = new CodePoint(ip);
      this.points.set(ip, point);
    }
    return point;
  }

  /** Decodes as code of a width; undefined where it is not known. */
  setWidth(width: CodeWidth | undefined): void {
    this.width = width;
    this.points = this.pointsByWidth.get(width) ?? new Map<bigint, CodePoint>();
    this.pointsByWidth.set(width, this.points);
  }

  /** The instruction at a point; undefined where its bytes are to be read first. */
  instructionAt(point: CodePoint): CodePoint['instruction'] {
    return (point.instruction ??= this.decode(point.ip));
  }

  /** Reads the bytes from an address on. */
  async read(ip: bigint): Promise<void> {
    const length = Number(pageSize - (ip % pageSize)) + maxInstruction;
    const bytes = await codeAt(this.programs, ip, length);
    this.runs.set(ip / pageSize, { start: ip, bytes });
  }

  /** The point behind an instruction. */
  afterOf(point: CodePoint, { size }: FlowInstruction): CodePoint {
    return (point.after ??= this.at(BigInt.asUintN(64, point.ip + BigInt(size))));
  }

  /** The point to which an instruction branches by a displacement. */
  targetOf(point: CodePoint, { size }: FlowInstruction, displacement: number): CodePoint {
    return (point.target ??= this.at(
      BigInt.asUintN(64, point.ip + BigInt(size) + BigInt(displacement)),
    ));
  }

  /**
   * Whether code leads from a point to an address in some steps, without a branch that packets tell
   * of; or a point whose bytes are to be read first.
   */
  leadsTo(from: CodePoint, ip: bigint, steps: number): boolean | CodePoint {
    let point = from;
    for (let step = 0; step < steps; step++) {
      if (point.ip === ip) return true;
      const instruction = this.instructionAt(point);
      if (instruction === undefined) return point;
      if (typeof instruction !== 'object') return false;
      const { kind, displacement } = instruction;
      if (kind === 'next') point = this.afterOf(point, instruction);
      else if ((kind !== 'call' && kind !== 'jump') || displacement === undefined) return false;
      else point = this.targetOf(point, instruction, displacement);
    }
    return false;
  }

  private decode(ip: bigint): CodePoint['instruction'] {
    const run = this.runs.get(ip / pageSize);
    if (!run || ip < run.start) return undefined;
    const at = Number(ip - run.start);
    if (at >= run.bytes.length) return at === 0 ? 'unmapped' : undefined;
    if (this.width === undefined) return 'unknown';
    return flowInstruction(run.bytes, at, this.width) ?? 'unknown';
  }
}
