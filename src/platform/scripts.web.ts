// The files of dist/ in a browser, where nothing loads them: what node's `require` is there.
import { lazy } from '../bytes/lazy';

/** The files that each file needs before it runs, by name; what it loads later is not there. */
export type Imports = Readonly<Record<string, readonly string[]>>;

type Define = (module: object, exports: object, require: (request: string) => unknown) => void;

/** Loads files that the build made CommonJS of (scripts/build.mjs), each once. */
export class Scripts {
  private readonly texts = new Map<string, () => Promise<string>>();
  /** Everything that these need is there too. */
  private readonly ready = new Map<string, string>();
  private readonly modules = new Map<string, { exports: unknown }>();

  /**
   * `read` gives the text of a file; `packages` are what the files take from elsewhere. Of node's
   * modules that are not among them, libraries need nothing in a browser.
   */
  constructor(
    private readonly read: (name: string) => Promise<string>,
    private readonly imports: Imports,
    private readonly packages: Readonly<Record<string, unknown>>,
  ) {}

  /** Runs a file when all that it needs was read, at once; what it exports. */
  async load(name: string): Promise<unknown> {
    const needed = this.needed(name);
    const texts = await Promise.all(needed.map((each) => this.text(each)));
    for (const [index, each] of needed.entries()) this.ready.set(each, texts[index] ?? '');
    return this.run(name);
  }

  private text(name: string): Promise<string> {
    const text = this.texts.get(name) ?? lazy(() => this.read(name));
    this.texts.set(name, text);
    return text();
  }

  private needed(name: string): string[] {
    const all = new Set([name]);
    for (const each of all) for (const other of this.imports[each] ?? []) all.add(other);
    return [...all];
  }

  /** What a file that runs asks for: a file that is not there yet it asks for by `import()`. */
  private require(request: string): unknown {
    if (!request.startsWith('./')) return this.packages[request] ?? {};
    const own = request.slice('./'.length);
    const ofWeb = own.replace(/\.js$/, '.web.js');
    // A file takes another's place where there is one of its name for the web.
    const name = this.ready.has(ofWeb) ? ofWeb : own;
    return this.ready.has(name) ? this.run(name) : this.load(name);
  }

  private run(name: string): unknown {
    const known = this.modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    this.modules.set(name, module);
    const text = `${this.ready.get(name) ?? ''}\n//# sourceURL=${name}`;
    // oxlint-disable-next-line typescript/no-implied-eval -- As VS Code runs the entry.
    const define = new Function('module', 'exports', 'require', text) as Define;
    define(module, module.exports, (request: string) => this.require(request));
    return module.exports;
  }
}
