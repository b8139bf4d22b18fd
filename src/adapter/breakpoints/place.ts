// From what a client asks for to addresses of the program: line tables and functions, no frame is read.
import { hexAddress } from '../../bytes/hex';
import { baseName } from '../../trace/paths';
import type { SourceLookup } from '../../trace/sourceLookup';
import type { Trace } from '../../trace/trace';
import type { Where } from './requestedStop';

/** Where a breakpoint on code is. */
export interface BreakpointPlace {
  /** Run-time addresses. */
  readonly addresses: ReadonlySet<bigint>;
  /** Of a breakpoint on a line: the line that it was moved to, from 1, and the file's recorded paths. */
  readonly line?: number;
  readonly files?: readonly string[];
  /** Why there are no addresses, for a person. */
  readonly problem?: string;
}

/** Finds places in the programs of a trace. */
export class BreakpointPlaces {
  constructor(
    private readonly trace: Trace,
    private readonly sources: SourceLookup,
  ) {}

  async of(where: Exclude<Where, { kind: 'data' | 'nowhere' }>): Promise<BreakpointPlace> {
    switch (where.kind) {
      case 'line':
        return this.ofLine(where.path, where.line);
      case 'function': {
        const { name } = where;
        const addresses = new Set(await this.trace.modules.current.addressesOfFunction(name));
        return addresses.size > 0 ? { addresses } : nowhere(`No function ${name} in the program.`);
      }
      case 'instruction':
        return { addresses: new Set([where.address]) };
    }
  }

  /** The lines of a source file on this machine that have code, from `first` to `last`. */
  async linesWithCode(path: string, first: number, last: number): Promise<number[]> {
    const files = await this.recordedAs(path);
    const programs = this.trace.modules.current;
    const lines = await Promise.all(files.map((file) => programs.linesWithCode(file)));
    const within = lines.flat().filter((line) => line >= first && line <= last);
    return [...new Set(within)].sort((a, b) => a - b);
  }

  /** The paths under which the programs record a file of this machine. */
  async recordedAs(path: string): Promise<readonly string[]> {
    return this.sources.recordedAs(path, await this.trace.modules.current.sourceFiles());
  }

  private async ofLine(path: string, asked: number): Promise<BreakpointPlace> {
    const files = await this.recordedAs(path);
    if (files.length === 0) return { ...nowhere(this.notCompiled(path)), line: asked };
    const programs = this.trace.modules.current;
    const found = await Promise.all(files.map((file) => programs.addressesOfLine(file, asked)));
    const all = found.flat();
    const line = all.reduce((least, each) => Math.min(least, each.line), Infinity);
    if (line === Infinity) return { ...nowhere('No code at this line.'), line: asked };
    const addresses = all.filter((each) => each.line === line).map((each) => each.address);
    const inside = await this.tracepointsAt(files, line);
    return { addresses: new Set([...addresses, ...inside]), line, files };
  }

  /** Tracepoints set in the middle of a line (`*ADDRESS`) are hits of that line too. */
  private async tracepointsAt(files: readonly string[], line: number): Promise<bigint[]> {
    const addresses = this.trace.recording.description.tracepoints.flatMap(({ locations }) =>
      locations.map(({ address }) => address),
    );
    const sources = await Promise.all(
      addresses.map((address) => this.trace.modules.current.locate(address)),
    );
    return addresses.filter((_, i) => {
      const source = sources[i]?.source;
      return source?.line === line && files.includes(source.file);
    });
  }

  private notCompiled(path: string): string {
    const { traced: program, current: programs } = this.trace.modules;
    const [name, ...others] = programs.loaded.map((each) => baseName(each.program.path));
    if (name === undefined) return program.explanation;
    if (others.length === 0) return `${name} has no code from ${baseName(path)}.`;
    return `None of ${[name, ...others].join(', ')} has code from ${baseName(path)}.`;
  }
}

/** Where the frame of a stop is, for a person: `helper, app.c:13`. */
export async function stopPlaceText(trace: Trace, frame: number): Promise<string> {
  const at = trace.recording.pc(frame);
  if (!at) return 'an unknown address';
  const { functionName, source } = await trace.modules.current.locate(at.pc);
  const line = source && `${baseName(source.file)}:${source.line}`;
  const known = [functionName, line].filter((each) => each !== undefined);
  return known.length > 0 ? known.join(', ') : hexAddress(at.pc);
}

function nowhere(problem: string): BreakpointPlace {
  return { addresses: new Set(), problem };
}
