// Breakpoints are finds: an address that frames stopped at. Each kind is replaced as a whole, as
// the protocol sets them.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import { findPc } from '../trace/finds';
import { baseName } from '../trace/paths';
import type { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';

interface Breakpoint {
  readonly id: number;
  readonly addresses: readonly bigint[];
  /** For a person: `app.c:13`. */
  readonly label: string;
}

/** All breakpoints of a debug session. */
export class Breakpoints {
  private nextId = 1;
  private readonly bySource = new Map<string, readonly Breakpoint[]>();
  private functions: readonly Breakpoint[] = [];
  private instructions: readonly Breakpoint[] = [];

  constructor(
    private readonly trace: Trace,
    private readonly sources: SourceLookup,
  ) {}

  /** Every address at which to stop. */
  get addresses(): ReadonlySet<bigint> {
    return new Set(this.all.flatMap((breakpoint) => breakpoint.addresses));
  }

  /** The breakpoints that stop at an address. */
  at(address: bigint): readonly { readonly id: number; readonly label: string }[] {
    return this.all.filter((breakpoint) => breakpoint.addresses.includes(address));
  }

  /** Replaces the breakpoints of a source file on this machine. */
  async setSource(path: string, lines: readonly number[]): Promise<DebugProtocol.Breakpoint[]> {
    const recorded = await this.trace.programs.sourceFiles();
    const files = await this.sources.recordedAs(path, recorded);
    const set: Breakpoint[] = [];
    const answers: DebugProtocol.Breakpoint[] = [];
    for (const line of lines) {
      const found = await this.lineAddresses(files, line);
      const label = `${baseName(path)}:${found.line}`;
      const breakpoint = this.make(label, found.addresses);
      set.push(breakpoint);
      const problem = files.length === 0 ? this.notCompiled(path) : undefined;
      answers.push({ ...(await this.answer(breakpoint, problem)), line: found.line });
    }
    this.bySource.set(path, set);
    return answers;
  }

  /** Replaces the breakpoints on functions, by name. */
  async setFunctions(names: readonly string[]): Promise<DebugProtocol.Breakpoint[]> {
    const found = await Promise.all(
      names.map((name) => this.trace.programs.addressesOfFunction(name)),
    );
    this.functions = names.map((name, i) => this.make(name, found[i] ?? []));
    return Promise.all(
      this.functions.map((breakpoint) =>
        this.answer(
          breakpoint,
          breakpoint.addresses.length === 0
            ? `No function ${breakpoint.label} in the program.`
            : undefined,
        ),
      ),
    );
  }

  /** Replaces the breakpoints on addresses. */
  async setInstructions(addresses: readonly bigint[]): Promise<DebugProtocol.Breakpoint[]> {
    this.instructions = addresses.map((address) => this.make(hexAddress(address), [address]));
    return Promise.all(this.instructions.map((breakpoint) => this.answer(breakpoint, undefined)));
  }

  private get all(): readonly Breakpoint[] {
    return [...[...this.bySource.values()].flat(), ...this.functions, ...this.instructions];
  }

  private make(label: string, addresses: readonly bigint[]): Breakpoint {
    return { id: this.nextId++, label, addresses };
  }

  private async lineAddresses(
    files: readonly string[],
    line: number,
  ): Promise<{ addresses: bigint[]; line: number }> {
    const found = await Promise.all(
      files.map((file) => this.trace.programs.addressesOfLine(file, line)),
    );
    const all = found.flat();
    const nearest = all.reduce((least, each) => Math.min(least, each.line), Infinity);
    if (nearest === Infinity) return { addresses: [], line };
    const addresses = all.filter((each) => each.line === nearest).map((each) => each.address);
    const inside = await this.tracepointsAt(files, nearest);
    return { addresses: [...new Set([...addresses, ...inside])], line: nearest };
  }

  /** Tracepoints set in the middle of a line (`*ADDRESS`) are hits of that line too. */
  private async tracepointsAt(files: readonly string[], line: number): Promise<bigint[]> {
    const addresses = this.trace.description.tracepoints.flatMap(({ locations }) =>
      locations.map((location) => location.address),
    );
    const sources = await Promise.all(addresses.map((address) => this.trace.locate(address)));
    return addresses.filter((_, i) => {
      const source = sources[i]?.source;
      return source?.line === line && files.includes(source.file);
    });
  }

  private notCompiled(path: string): string {
    const { program, programs } = this.trace;
    const [name, ...others] = programs.placements.map((each) => baseName(each.program.path));
    if (name === undefined) return program.explanation;
    if (others.length === 0) return `${name} has no code from ${baseName(path)}.`;
    return `None of ${[name, ...others].join(', ')} has code from ${baseName(path)}.`;
  }

  /** Verified where a frame stops there; frames still being indexed are not waited for. */
  private async answer(
    breakpoint: Breakpoint,
    problem: string | undefined,
  ): Promise<DebugProtocol.Breakpoint> {
    const { id, addresses } = breakpoint;
    if (problem !== undefined) return { id, verified: false, message: problem };
    if (addresses.length === 0) return { id, verified: false, message: 'No code at this line.' };
    const frame = await findPc(this.trace, new Set(addresses), -1, 1);
    if (frame !== undefined) return { id, verified: true };
    const message = this.trace.indexProgress.complete
      ? 'No frame stops here.'
      : 'No frame found here yet: the trace is still being indexed.';
    return { id, verified: false, message };
  }
}
