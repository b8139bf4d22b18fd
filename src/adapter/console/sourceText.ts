// Lines of sources, found where sources are found and read once.
import type { SourceLookup } from '../../trace/sourceLookup';

/** Files that are kept; the oldest goes. */
const mostFiles = 16;

/** The lines of a file. */
interface SourceLines {
  /** Where it is on this machine. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Reads sources by the paths that compilers recorded. */
export class SourceText {
  private readonly files = new Map<string, Promise<SourceLines | undefined>>();

  constructor(
    private readonly sources: Pick<SourceLookup, 'find'>,
    private readonly readText: (path: string) => Promise<string | undefined>,
  ) {}

  /** The lines of a source; undefined where it is not on this machine. */
  async of(recorded: string): Promise<SourceLines | undefined> {
    const { path } = await this.sources.find(recorded);
    if (path === undefined) return undefined;
    let lines = this.files.get(path);
    if (!lines) {
      const oldest = this.files.size >= mostFiles && this.files.keys().next();
      if (oldest && oldest.value !== undefined) this.files.delete(oldest.value);
      lines = this.read(path);
      this.files.set(path, lines);
    }
    return lines;
  }

  private async read(path: string): Promise<SourceLines | undefined> {
    const text = await this.readText(path);
    if (text === undefined) return undefined;
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === '') lines.pop();
    return { path, lines };
  }
}
