// The names of types in a Natvis file: `std::vector<*>` with `*` for a template argument, and as
// the last one for all that follow. Names are compared part by part: no pattern backtracks.
import { canonicalName } from '../../symbols/canonicalName';

/** A name cut at its template arguments: `a<`, `int`, `>::b`. */
interface TypeTree {
  /** The text between the arguments: one more than there are lists. */
  readonly texts: readonly string[];
  readonly lists: readonly (readonly Argument[])[];
}

interface Argument {
  readonly text: string;
  readonly tree: TypeTree;
}

/** Characters of a longer name are not compared. */
const maxName = 20_000;

/** The names that a type of a Natvis file has. */
export class TypePattern {
  private readonly tree: TypeTree;

  constructor(readonly text: string) {
    this.tree = treeOf(canonicalName(text.trim()));
  }

  /**
   * The template arguments that stand for `*`, in their order, `$T1` first; undefined for a name
   * that the pattern does not match.
   */
  match(className: string): readonly string[] | undefined {
    if (className.length > maxName || !className.startsWith(this.tree.texts[0] ?? '')) {
      return undefined;
    }
    const found: string[] = [];
    return matches(this.tree, treeOf(className), found) ? found : undefined;
  }
}

function matches(pattern: TypeTree, name: TypeTree, found: string[]): boolean {
  if (pattern.texts.length !== name.texts.length) return false;
  if (pattern.texts.some((text, i) => text !== name.texts[i])) return false;
  return pattern.lists.every((list, i) => matchesList(list, name.lists[i] ?? [], found));
}

function matchesList(
  pattern: readonly Argument[],
  name: readonly Argument[],
  found: string[],
): boolean {
  const isOpen = pattern.at(-1)?.text === '*';
  if (isOpen ? name.length < pattern.length : name.length !== pattern.length) return false;
  for (const [i, argument] of name.entries()) {
    const wanted = pattern[Math.min(i, pattern.length - 1)];
    if (wanted?.text === '*') found.push(argument.text);
    else if (!wanted || !matches(wanted.tree, argument.tree, found)) return false;
  }
  return true;
}

/** Template arguments inside of others; deeper ones are compared as text. */
const maxDepth = 64;

function treeOf(name: string, depth = 0): TypeTree {
  const texts: string[] = [];
  const lists: Argument[][] = [];
  let text = '';
  let isTree = depth < maxDepth;
  for (let at = 0; at < name.length;) {
    const isOpening = isTree && name[at] === '<';
    const end = isOpening ? endOfList(name, at) : undefined;
    if (end === undefined) {
      // What never closes is text up to its end.
      if (isOpening) isTree = false;
      text += name[at] ?? '';
      at++;
      continue;
    }
    texts.push(withoutBlanks(text));
    text = '';
    lists.push(
      argumentsIn(name.slice(at + 1, end)).map((argument) => ({
        text: argument,
        tree: treeOf(argument, depth + 1),
      })),
    );
    at = end + 1;
  }
  texts.push(withoutBlanks(text));
  return { texts, lists };
}

/** Blanks mean nothing beside a sign: `char *` is `char*`. */
function withoutBlanks(text: string): string {
  return text.trim().replace(/ ?([^\w ]) ?/g, '$1');
}

/** Where the list that opens at an offset closes; undefined where it is no list. */
function endOfList(name: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < name.length; at++) {
    const sign = name[at] ?? '';
    if ('<('.includes(sign)) depth++;
    if (')>'.includes(sign) && --depth === 0) return at;
  }
  return undefined;
}

function argumentsIn(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const sign = list[at] ?? '';
    if ('<('.includes(sign)) depth++;
    else if (')>'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  const last = list.slice(start).trim();
  return parts.length === 0 && last === '' ? [] : [...parts, last];
}
