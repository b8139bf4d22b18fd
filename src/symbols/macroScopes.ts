// The macros of a program at its addresses: each line's once, since an expression asks again and
// again.
import { LruCache } from '../bytes/cache';
import { macroScope, type MacroScope } from './macros';
import type { ProgramLines, UnitMacros } from './programLines';

/** Lines of a unit whose macros are kept: with the system's headers they are thousands. */
const maxScopes = 4;

/** The macros of a unit, and which hold at one of its lines. */
interface MacrosAtLine {
  readonly macros: UnitMacros;
  readonly scope: MacroScope | undefined;
}

/** The macros of one program. */
export class MacroScopes {
  private readonly scopes = new WeakMap<UnitMacros, LruCache<string, MacroScope | undefined>>();

  constructor(private readonly lines: Pick<ProgramLines, 'macrosAt' | 'lineSpanAt'>) {}

  /**
   * The macros of the unit that has code at a link-time address, and those that hold at its line;
   * undefined where the compiler describes none.
   */
  async at(address: bigint): Promise<MacrosAtLine | undefined> {
    const macros = await this.lines.macrosAt(address);
    const place = macros && (await this.lines.lineSpanAt(address));
    if (!place) return undefined;
    const { file, line } = place;
    let scopes = this.scopes.get(macros);
    if (!scopes) this.scopes.set(macros, (scopes = new LruCache(maxScopes)));
    const scope = await scopes.get(`${line} ${file}`, () => macroScope(macros, file, line));
    return { macros, scope };
  }
}
