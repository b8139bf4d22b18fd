// Names as the debugging information has them, of names as a person types them: most languages do
// not distinguish capitals, and Ada writes dots where the information has underscores.
import type { Problem } from '../problem';
import type { Token } from '../tokens';
import type { LanguageTable } from './table';

/** What a name means where an expression is evaluated. */
export type NameMeaning = 'type' | 'symbol' | Problem;

/** Where names are looked up. */
export interface NamePlace {
  /** Name of the function that the expression is evaluated in. */
  readonly around: string | undefined;
  /** Whether a variable of that function has a name: it hides all else. */
  readonly isLocal: (name: string) => boolean;
  readonly meaningOf: (name: string) => Promise<NameMeaning>;
}

export interface SpelledTokens {
  readonly tokens: readonly Token[];
  /** The names that are types'. */
  readonly types: ReadonlySet<string>;
  /** Of the first name that means nothing. */
  readonly unknown?: Problem;
}

/** Replaces each name by its first spelling that means something. */
export async function spelledTokens(
  table: LanguageTable,
  tokens: readonly Token[],
  place: NamePlace,
): Promise<SpelledTokens> {
  const spelled: Token[] = [];
  const types = new Set<string>();
  let unknown: Problem | undefined;
  for (let i = 0; i < tokens.length;) {
    const token = tokens[i];
    if (!token) break;
    if (!isProgramName(table, tokens, i)) {
      spelled.push(token);
      i++;
      continue;
    }
    const path = pathAt(table, tokens, i);
    const found = await longestKnown(table, path, place);
    if ('problem' in found) unknown ??= { ...found, column: token.at + 1 };
    else if (found.isType) types.add(found.name);
    const { name, parts } = 'problem' in found ? { name: path.typed, parts: 1 } : found;
    const last = tokens[i + 2 * (parts - 1)] ?? token;
    spelled.push({ ...token, text: name, end: last.end });
    i += 2 * parts - 1;
  }
  return { tokens: spelled, types, ...(unknown && { unknown }) };
}

/** Whether the program may have something of this name: no member, attribute or word. */
function isProgramName(table: LanguageTable, tokens: readonly Token[], i: number): boolean {
  const [before, token, after] = [tokens[i - 1], tokens[i], tokens[i + 1]];
  if (token?.kind !== 'name') return false;
  if (before?.kind === 'operator' && [table.member, "'"].includes(before.text)) return false;
  const word = token.text.toLowerCase();
  if (table.truths[word] !== undefined || table.typeWords[word] !== undefined) return false;
  // Between parentheses behind a word of a type.
  if (word === 'kind' && after?.text === '=') return false;
  return !(table.functions[word] && after?.text === '(');
}

/** A name, and the names with what stands between names behind it. */
interface NamePath {
  readonly typed: string;
  /** As many of the parts as may belong to one name, the most first. */
  readonly prefixes: readonly { readonly name: string; readonly parts: number }[];
}

function pathAt({ joined }: LanguageTable, tokens: readonly Token[], i: number): NamePath {
  const parts = [tokens[i]?.text ?? ''];
  let separator = tokens[i + 1]?.text;
  const joins = separator === '::' ? '::' : separator === '.' ? joined : undefined;
  for (let at = i + 1; joins !== undefined && tokens[at]?.text === separator; at += 2) {
    const next = tokens[at + 1];
    if (next?.kind !== 'name') break;
    parts.push(next.text);
    separator = tokens[at]?.text;
  }
  const prefixes = parts.map((_, k) => ({
    name: parts.slice(0, parts.length - k).join(joins),
    parts: parts.length - k,
  }));
  return { typed: parts[0] ?? '', prefixes };
}

async function longestKnown(
  table: LanguageTable,
  { typed, prefixes }: NamePath,
  { around, isLocal, meaningOf }: NamePlace,
): Promise<{ name: string; parts: number; isType: boolean } | Problem> {
  const local = table.spellings(typed).find(isLocal);
  if (local !== undefined) return { name: local, parts: 1, isType: false };
  let problem: Problem | undefined;
  for (const { name, parts } of prefixes) {
    for (const each of spellings(table, name, around)) {
      const meaning = await meaningOf(each);
      if (typeof meaning === 'string') return { name: each, parts, isType: meaning === 'type' };
      if (name === typed) problem ??= meaning;
    }
  }
  const words = table.unknownName?.(typed);
  return words === undefined && problem ? problem : { problem: words ?? typed, column: 0 };
}

/** A name by itself, and as one of the functions and packages around. */
function spellings(table: LanguageTable, name: string, around: string | undefined): string[] {
  const own = table.spellings(name);
  const { joined, looksAround } = table;
  if (!looksAround || joined === undefined || around === undefined) return [...own];
  const outer = around.split(joined);
  const qualified = outer.map((_, k) => outer.slice(0, outer.length - k).join(joined));
  return [...own, ...qualified.flatMap((each) => own.map((one) => `${each}${joined}${one}`))];
}
