// The folders that an assistant may read through the command line: traces, programs, sources and
// debugging information in them, by their real paths, and nothing else.
import { t } from '@vscode/l10n';
import { open as openHandle, readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { AdapterHost } from '../adapter/host';
import { RequestFailed } from '../bytes/requestFailed';
import { withoutSteering } from '../bytes/text';
import { beginsAsTrace, startBytes } from '../format/traceSource';
import type { TraceFolders } from '../mcp/traceTools';
import type { OpenProgram } from '../trace/programSearch';
import { nodeHost, programOnDiskOpener } from './nodeHost';

/** Traces that are listed. */
const maxTraces = 1000;
/** Files and folders that are looked at for them. */
const maxEntries = 100_000;
/** Folders that hold no traces of the user's. */
const skipped: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Files in some folders. */
export class PermittedFolders implements TraceFolders {
  readonly host: AdapterHost;

  private constructor(private readonly folders: readonly string[]) {
    const open = programOnDiskOpener({
      permitted: () => folders,
      ask: () => ({ dispose: () => undefined }),
    });
    const openProgram: OpenProgram = async (path, sections) =>
      (await this.isPermitted(path)) ? open(path, sections) : refused(path);
    const host = nodeHost(folders[0], openProgram);
    this.host = {
      ...host,
      sourceFolders: folders,
      acquireTrace: async (path) =>
        (await this.isPermitted(path)) ? host.acquireTrace(path) : refused(path),
      fileExists: async (path) => (await this.isPermitted(path)) && host.fileExists(path),
      readText: async (path) => ((await this.isPermitted(path)) ? host.readText(path) : undefined),
      connectTarget: () => Promise.resolve({ problem: t('Nothing is connected to.') }),
      createFile: () => Promise.reject(new Error(t('Nothing is written.'))),
    };
  }

  /** Fails with a sentence where one is no folder. */
  static async of(folders: readonly string[]): Promise<PermittedFolders> {
    const real = folders.map(async (folder) => {
      const path = await realpath(folder).catch(() => undefined);
      const isFolder = path !== undefined && (await stat(path)).isDirectory();
      if (!isFolder) throw new RequestFailed(t('{0} is no folder.', folder));
      return path;
    });
    return new PermittedFolders(await Promise.all(real));
  }

  async resolve(path: string): Promise<string> {
    const [first = '.'] = this.folders;
    const asked = resolve(first, path);
    const real = await realpath(asked).catch(() => this.listedAs(path));
    // A file elsewhere and one that is not there are told apart by nobody.
    if (real === undefined || !this.isInside(real)) throw new RequestFailed(refused(path).problem);
    return real;
  }

  async list(): Promise<readonly string[]> {
    const traces: string[] = [];
    const waiting = [...this.folders];
    let entries = 0;
    for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
      const found = await readdir(folder, { withFileTypes: true }).catch(() => []);
      found.sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const entry of found) {
        if (++entries > maxEntries || traces.length >= maxTraces) return traces;
        const path = join(folder, entry.name);
        if (entry.isDirectory() && !skipped.has(entry.name)) waiting.push(path);
        else if (entry.isFile() && /\.(tf|tfile)$/.test(entry.name) && (await isTrace(path))) {
          traces.push(path);
        }
      }
    }
    return traces;
  }

  async stamp(path: string): Promise<string> {
    const { size, mtimeMs, ino } = await stat(path);
    return `${size} ${mtimeMs} ${ino}`;
  }

  /** The only trace that an answer shows so, where its name has characters that steer. */
  private async listedAs(shown: string): Promise<string | undefined> {
    if (!shown.includes('\\')) return undefined;
    const [only, ...others] = (await this.list()).filter((path) => withoutSteering(path) === shown);
    return others.length === 0 ? only : undefined;
  }

  private async isPermitted(path: string): Promise<boolean> {
    const real = await realpath(path).catch(() => undefined);
    return real !== undefined && this.isInside(real);
  }

  private isInside(real: string): boolean {
    return this.folders.some(
      (folder) => real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep),
    );
  }
}

function refused(path: string): { readonly problem: string } {
  return { problem: t('{0} is not in the folders that may be read.', path) };
}

async function isTrace(path: string): Promise<boolean> {
  const file = await openHandle(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(startBytes), 0, startBytes, 0);
    return beginsAsTrace(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
