// The macros that an expression may use: those that hold at the line of its stack frame, and those
// that were typed (`macro define`), which come first.
import { linkAddress, type StackFrame } from '../machine/stackFrame';
import { expandMacroAt, type Macro, type MacroLookup } from './macroExpansion';
import { Failure, type SyntaxProblem, problemAt } from './problem';
import { maxTokens, tokenize, tooLong, type CStyle, type Token } from './tokens';

/** Macros by name. */
export type TypedMacros = ReadonlyMap<string, Macro>;

/** What the macros are looked up by. */
export interface MacroContext {
  readonly frame: StackFrame | undefined;
  readonly typedMacros?: TypedMacros;
}

/** The macros that hold. */
export async function macrosIn({ frame, typedMacros }: MacroContext): Promise<MacroLookup> {
  const { program, slide = 0n } = frame?.module ?? {};
  const found = frame && (await program?.macros.at(linkAddress(frame.lookupPc, slide)));
  const definitions = found?.scope?.definitions;
  return (name) => typedMacros?.get(name) ?? definitions?.get(name);
}

/** The text of an expression with its macros expanded, and its tokens. */
export interface ExpandedTokens {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/**
 * Expands macros where a name begins, as gdb's lexer does: what one is replaced by is not continued
 * by what follows it.
 */
export function withMacros(
  text: string,
  language: CStyle,
  lookup: MacroLookup,
): ExpandedTokens | SyntaxProblem {
  const written = tokenize(text, language);
  if ('problem' in written) return written;
  return new TokenExpansion(text, language, lookup).of(written);
}

class TokenExpansion {
  private readonly tokens: Token[] = [];
  /** The text so far, which has the original up to an offset. */
  private expanded = '';
  private copied = 0;

  constructor(
    private readonly text: string,
    private readonly language: CStyle,
    private readonly lookup: MacroLookup,
  ) {}

  of(written: readonly Token[]): ExpandedTokens | SyntaxProblem {
    let rest = written;
    for (let i = 0; i < rest.length; i++) {
      const token = rest[i];
      if (!token) break;
      const end = this.expand(token);
      if (typeof end === 'object') return end;
      if (end === undefined) {
        this.tokens.push(this.moved(token, token.at, this.expanded.length - this.copied));
        continue;
      }
      while (rest[i] && rest[i]?.kind !== 'end' && (rest[i]?.end ?? 0) <= end) i++;
      const following = rest[i--];
      if (following && following.at < end) {
        // The name of a template was a macro: what follows is other tokens.
        const again = this.after(end);
        if ('problem' in again) return again;
        rest = again;
        i = -1;
      }
      if (this.tokens.length > maxTokens) return tooLong();
    }
    return { text: this.expanded + this.text.slice(this.copied), tokens: this.tokens };
  }

  /** Takes the macro that a token names; the offset of what follows. */
  private expand(token: Token): number | undefined | SyntaxProblem {
    if (token.kind !== 'name' || !this.isMacro(token)) return undefined;
    const { at } = token;
    const found = orProblem(at, () => expandMacroAt(this.text, at, this.lookup));
    if (!found || 'problem' in found) return found;
    const inside = tokenize(found.text, this.language);
    if ('problem' in inside) return problemAt(inside.problem, at);
    this.expanded += this.text.slice(this.copied, at);
    const start = this.expanded.length;
    const until = start + found.text.length;
    for (const each of inside.slice(0, -1)) {
      this.tokens.push({ ...this.moved(each, at, start), until });
    }
    // The texts are apart, as the tokens are.
    this.expanded += `${found.text} `;
    this.copied = found.end;
    return found.end;
  }

  private isMacro({ at, end }: Token): boolean {
    const name = /^[A-Za-z_]\w*/.exec(this.text.slice(at, end))?.[0];
    return name !== undefined && this.lookup(name) !== undefined;
  }

  /** The tokens from an offset on. */
  private after(offset: number): Token[] | SyntaxProblem {
    const again = tokenize(this.text.slice(offset), this.language);
    if ('problem' in again) return problemAt(again.problem, again.column - 1 + offset);
    return again.map((token) => ({
      ...token,
      at: token.at + offset,
      start: token.start + offset,
      end: token.end + offset,
    }));
  }

  private moved(token: Token, at: number, by: number): Token {
    return { ...token, at, start: token.start + by, end: token.end + by };
  }
}

function orProblem<T>(at: number, run: () => T): T | SyntaxProblem {
  try {
    return run();
  } catch (error) {
    if (error instanceof Failure) return problemAt(error.message, at);
    throw error;
  }
}
