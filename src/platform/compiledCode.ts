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
const headLength = hashLength + 4;

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
  const path = join(folder, `${name}-${hashOf(fs.readFileSync(program)).toString('hex')}.bin`);
  const kept = new KeptCode(path);
  const compiled = new Map<string, Script>();
  const loader = (Module as unknown as { prototype: Loader }).prototype;
  const { _compile } = loader;
  loader._compile = function (text, path) {
    if (dirname(path) !== dirname(program)) return _compile.call(this, text, path);
    const key = hashOf(text).toString('base64');
    const cachedData = kept.get(key);
    const cached = cachedData && { cachedData };
    const script = new Script(Module.wrap(text), { filename: path, ...cached });
    if (!cachedData || script.cachedDataRejected) compiled.set(key, script);
    const run = script.runInThisContext() as (...given: unknown[]) => unknown;
    return run.call(this.exports, this.exports, createRequire(path), this, path, dirname(path));
  };
  // By then the functions that were called are compiled too.
  process.once('exit', () => {
    if (compiled.size === 0) return;
    const all = kept.all();
    for (const [key, script] of compiled) all.set(key, script.createCachedData());
    writeKept(path, name, all);
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

/** Where the compiled code of a text lies behind the index, in bytes, and its hash. */
interface Part {
  readonly offset: number;
  readonly length: number;
  readonly hash: Uint8Array;
}

/**
 * Compiled code by the hash of its text; what is not asked for is not read. V8 looks at its version
 * alone: damage would be run.
 */
class KeptCode {
  private file = -1;
  private parts: ReadonlyMap<string, Part> = new Map();
  private start = 0;

  constructor(path: string) {
    try {
      this.file = fs.openSync(path, 'r');
      const head = this.read(0, headLength);
      const index = this.read(headLength, head.readUInt32LE(hashLength));
      if (!hashOf(index).equals(head.subarray(0, hashLength))) return;
      this.parts = deserialize(index) as ReadonlyMap<string, Part>;
      this.start = headLength + index.length;
    } catch {
      // Nothing was kept, or nothing that can be read.
    }
  }

  get(key: string): Buffer | undefined {
    const part = this.parts.get(key);
    if (!part) return undefined;
    try {
      const code = this.read(this.start + part.offset, part.length);
      return hashOf(code).equals(part.hash) ? code : undefined;
    } catch {
      return undefined;
    }
  }

  all(): Map<string, Buffer> {
    const all = new Map<string, Buffer>();
    for (const key of this.parts.keys()) {
      const code = this.get(key);
      if (code) all.set(key, code);
    }
    return all;
  }

  private read(offset: number, length: number): Buffer {
    if (offset + length > fs.fstatSync(this.file).size) throw new Error('The file is too short.');
    const bytes = Buffer.alloc(length);
    fs.readSync(this.file, bytes, 0, length, offset);
    return bytes;
  }
}

/** A file: the hash and length of its index, the index, the parts. */
function bytesOf(code: ReadonlyMap<string, Buffer>): Buffer {
  const parts = new Map<string, Part>();
  let offset = 0;
  for (const [key, part] of code) {
    parts.set(key, { offset, length: part.length, hash: hashOf(part) });
    offset += part.length;
  }
  const index = serialize(parts);
  const head = Buffer.alloc(headLength);
  hashOf(index).copy(head);
  head.writeUInt32LE(index.length, hashLength);
  return Buffer.concat([head, index, ...code.values()]);
}

/** Versions of a program of which compiled code is kept: several may be installed. */
const maxVersions = 4;

/** Takes the place of what was kept of this program, or of the oldest other version of it. */
function writeKept(path: string, name: string, code: ReadonlyMap<string, Buffer>): void {
  const part = `${path}.${randomUUID()}.part`;
  try {
    fs.writeFileSync(part, bytesOf(code), { flag: 'wx', mode: 0o600 });
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
