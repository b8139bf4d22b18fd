// Breakpoints are finds: an address that frames stopped at. Each kind is replaced as a whole, as
// the protocol sets them.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import { findPc } from '../trace/finds';
import { baseName } from '../trace/paths';
import type { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';

/** What a client asked for: where to stop. */
type Asked =
  | { readonly kind: 'line'; readonly path: string; readonly line: number }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'instruction'; readonly address: bigint };

interface Breakpoint {
  readonly asked: Asked;
  readonly addresses: readonly bigint[];
  /** For a person: `app.c:13`. */
  readonly label: string;
  /** What the client was told last; lines count from 1. */
  readonly answer: DebugProtocol.Breakpoint & { readonly id: number };
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
    return this.all
      .filter((breakpoint) => breakpoint.addresses.includes(address))
      .map(({ answer: { id }, label }) => ({ id, label }));
  }

  /** Replaces the breakpoints of a source file on this machine. */
  async setSource(path: string, lines: readonly number[]): Promise<DebugProtocol.Breakpoint[]> {
    const set = await this.make(lines.map((line) => ({ kind: 'line', path, line })));
    this.bySource.set(path, set);
    return set.map(({ answer }) => answer);
  }

  /** Replaces the breakpoints on functions, by name. */
  async setFunctions(names: readonly string[]): Promise<DebugProtocol.Breakpoint[]> {
    this.functions = await this.make(names.map((name) => ({ kind: 'function', name })));
    return this.functions.map(({ answer }) => answer);
  }

  /** Replaces the breakpoints on addresses. */
  async setInstructions(addresses: readonly bigint[]): Promise<DebugProtocol.Breakpoint[]> {
    this.instructions = await this.make(
      addresses.map((address) => ({ kind: 'instruction', address })),
    );
    return this.instructions.map(({ answer }) => answer);
  }

  /**
   * Looks again where all breakpoints are: after a program came or went, a source was found, or the index was completed.
   * Gives those of which the client must be told anew.
   */
  async refresh(): Promise<DebugProtocol.Breakpoint[]> {
    const changed: DebugProtocol.Breakpoint[] = [];
    const again = (list: readonly Breakpoint[]) =>
      Promise.all(
        list.map(async (before) => {
          const now = await this.resolve(before.asked, before.answer.id);
          if (!isSameAnswer(before.answer, now.answer)) changed.push(now.answer);
          return now;
        }),
      );
    for (const [path, list] of this.bySource) {
      const now = await again(list);
      if (this.bySource.get(path) === list) this.bySource.set(path, now);
    }
    const { functions, instructions } = this;
    const [nowFunctions, nowInstructions] = [await again(functions), await again(instructions)];
    if (this.functions === functions) this.functions = nowFunctions;
    if (this.instructions === instructions) this.instructions = nowInstructions;
    const ids = new Set(this.all.map(({ answer }) => answer.id));
    return changed.filter(({ id }) => id !== undefined && ids.has(id));
  }

  private get all(): readonly Breakpoint[] {
    return [...[...this.bySource.values()].flat(), ...this.functions, ...this.instructions];
  }

  private make(asked: readonly Asked[]): Promise<Breakpoint[]> {
    return Promise.all(asked.map((each) => this.resolve(each, this.nextId++)));
  }

  private async resolve(asked: Asked, id: number): Promise<Breakpoint> {
    switch (asked.kind) {
      case 'line':
        return this.resolveLine(asked, id);
      case 'function': {
        const { name } = asked;
        const addresses = await this.trace.programs.addressesOfFunction(name);
        const none = `No function ${name} in the program.`;
        return { asked, addresses, label: name, answer: await this.answer(id, addresses, none) };
      }
      case 'instruction': {
        const addresses = [asked.address];
        const label = hexAddress(asked.address);
        return { asked, addresses, label, answer: await this.answer(id, addresses, '') };
      }
    }
  }

  private async resolveLine(asked: Asked & { kind: 'line' }, id: number): Promise<Breakpoint> {
    const { path } = asked;
    const recorded = await this.trace.programs.sourceFiles();
    const files = await this.sources.recordedAs(path, recorded);
    const { addresses, line } = await this.lineAddresses(files, asked.line);
    const none = files.length === 0 ? this.notCompiled(path) : 'No code at this line.';
    const answer = { ...(await this.answer(id, addresses, none)), line };
    return { asked, addresses, label: `${baseName(path)}:${line}`, answer };
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

  /** Verified where a frame stops there; frames still being indexed are not waited for. `none`: why there is no address. */
  private async answer(
    id: number,
    addresses: readonly bigint[],
    none: string,
  ): Promise<Breakpoint['answer']> {
    if (addresses.length === 0) return { id, verified: false, message: none };
    const frame = await findPc(this.trace, new Set(addresses), -1, 1);
    if (frame !== undefined) return { id, verified: true };
    const message = this.trace.indexProgress.complete
      ? 'No frame stops here.'
      : 'No frame found here yet: the trace is still being indexed.';
    return { id, verified: false, message };
  }
}

function isSameAnswer(one: DebugProtocol.Breakpoint, other: DebugProtocol.Breakpoint): boolean {
  return (
    one.verified === other.verified && one.line === other.line && one.message === other.message
  );
}
