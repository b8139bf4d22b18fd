// Keeps what V8 compiled of this program for its next start: compiling takes a third of the time
// to a first answer. Node does so itself since 22.1 (`module.enableCompileCache`); before, this
// file does the same with `cachedData` of node:vm.
import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import Module, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { cachedDataVersionTag, deserialize, serialize } from 'node:v8';
import { Script } from 'node:vm';

/** What Node's loader calls to run a file (lib/internal/modules/cjs/loader.js). */
interface Loader {
  _compile: (this: NodeJS.Module, text: string, path: string) => unknown;
}

const hashLength = 32;

/**
 * Files that `program`, the path of the script that was started, loads from its folder after this
 * call are compiled once. Where nothing can be kept, they are compiled at each start.
 */
export function keepCompiledCode(program: string): void {
  if (process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return;
  const folder = ownFolder();
  if (folder === undefined) return;
  const { enableCompileCache } = Module as { enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache) enableCompileCache(folder);
  else keepIn(folder, program);
}

function keepIn(folder: string, program: string): void {
  const name = basename(program, '.js');
  const kept = join(folder, `${name}-${hashOf(fs.readFileSync(program)).toString('hex')}.bin`);
  const known = readKept(kept);
  const compiled = new Map<string, Script>();
  const loader = (Module as unknown as { prototype: Loader }).prototype;
  const { _compile } = loader;
  loader._compile = function (text, path) {
    if (dirname(path) !== dirname(program)) return _compile.call(this, text, path);
    const key = hashOf(text).toString('base64');
    const cachedData = known.get(key);
    const cached = cachedData && { cachedData };
    const script = new Script(Module.wrap(text), { filename: path, ...cached });
    if (!cachedData || script.cachedDataRejected) compiled.set(key, script);
    const run = script.runInThisContext() as (...given: unknown[]) => unknown;
    return run.call(this.exports, this.exports, createRequire(path), this, path, dirname(path));
  };
  // By then the functions that were called are compiled too.
  process.once('exit', () => {
    if (compiled.size === 0) return;
    for (const [key, script] of compiled) known.set(key, script.createCachedData());
    writeKept(kept, name, known);
  });
}

/**
 * The folder for this program among those that a person's programs may lose; undefined where others
 * could write to it, since what it holds is run.
 */
function ownFolder(): string | undefined {
  try {
    const folder = join(cacheFolder(), 'gdb-tracefile');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.lstatSync(folder);
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o22) === 0);
    return isOwn && fs.lstatSync(folder).isDirectory() ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Where the system has such files (XDG Base Directory Specification; Apple, Microsoft). */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local');
  return XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache');
}

/** Compiled code by the hash of its text. V8 looks at its version alone: damage would be run. */
function readKept(path: string): Map<string, Buffer> {
  try {
    const bytes = fs.readFileSync(path);
    const contents = bytes.subarray(hashLength);
    if (!hashOf(contents).equals(bytes.subarray(0, hashLength))) return new Map();
    return deserialize(contents) as Map<string, Buffer>;
  } catch {
    return new Map();
  }
}

/** Versions of a program of which compiled code is kept: several may be installed. */
const maxVersions = 4;

/** Takes the place of what was kept of this program, or of the oldest other version of it. */
function writeKept(path: string, name: string, code: ReadonlyMap<string, Buffer>): void {
  const part = `${path}.${randomUUID()}.part`;
  try {
    const contents = serialize(code);
    fs.writeFileSync(part, Buffer.concat([hashOf(contents), contents]), {
      flag: 'wx',
      mode: 0o600,
    });
    fs.renameSync(part, path);
    // What a killed one left half written gets old, too.
    const versions = fs
      .readdirSync(dirname(path))
      .filter((each) => each.startsWith(`${name}-`))
      .map((each) => join(dirname(path), each))
      .sort((one, other) => fs.statSync(other).mtimeMs - fs.statSync(one).mtimeMs);
    for (const old of versions.slice(maxVersions)) fs.rmSync(old, { force: true });
  } catch {
    fs.rmSync(part, { force: true });
  }
}

/** Node of another version gives another one, so that each keeps its own. */
function hashOf(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(String(cachedDataVersionTag())).update(bytes).digest();
}
