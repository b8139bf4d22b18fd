// POSIX basic regular expressions with GNU's operators, as gdb's `search` takes them: `\(`, `\|`,
// `\{` and `\+` are operators, `(`, `|`, `{` and `+` are characters.
import { t } from '@vscode/l10n';
import { Automaton, type Assertion, type Subject, type Tree } from '../../expressions/automaton';
import { messageOf, RequestFailed } from '../../bytes/requestFailed';

/** One that was read. */
export interface BasicPattern {
  /** Whether it describes a part of a text. */
  test(text: string): boolean;
}

/** In what gdb's two libraries for them differ. */
interface Syntax {
  /** A range that ends before it begins holds nothing. */
  readonly hasEmptyRanges: boolean;
  readonly unmatchedEnd: string;
}

const ofSearches: Syntax = { hasEmptyRanges: true, unmatchedEnd: 'Unmatched ) or \\)' };
const ofLists: Syntax = { hasEmptyRanges: false, unmatchedEnd: 'Unmatched ( or \\(' };

/** One that is matched in steps in proportion to the text; fails with gdb's words. */
export function basicPattern(pattern: string, syntax = ofSearches): BasicPattern {
  if (pattern === '') return { test: () => true };
  const tree = new BasicParser(pattern, syntax).whole();
  let automaton: Automaton;
  try {
    automaton = new Automaton(tree);
  } catch {
    refused('Regular expression too big');
  }
  const part = commonText(tree);
  return {
    test: (text) => {
      // Of a million names few have it, and to look for it takes next to no time.
      if (!text.includes(part)) return false;
      try {
        return automaton.isIn(unitsOf(text));
      } catch (error) {
        throw new RequestFailed(messageOf(error));
      }
    },
  };
}

/** The pattern of a command that lists names; fails with gdb's words for those. */
export function givenPattern(pattern: string): BasicPattern {
  try {
    return basicPattern(pattern, ofLists);
  } catch (error) {
    throw new RequestFailed(`Invalid regexp: ${messageOf(error)}`);
  }
}

/** The value of an option of gdb's, in which a backslash only protects what follows it. */
export function withoutEscapes(value: string): string {
  return value.replace(/\\([^])/g, '$1');
}

/** The longest text that is in whatever a tree describes. */
function commonText(tree: Tree): string {
  switch (tree.kind) {
    case 'character':
      return tree.only ?? '';
    case 'assertion':
      return '';
    case 'choice':
      return tree.branches.length === 1 ? commonText(tree.branches[0] as Tree) : '';
    case 'repetition':
      return tree.least > 0 ? commonText(tree.part) : '';
    case 'sequence': {
      let [longest, run] = ['', ''];
      for (const part of tree.parts) {
        const text = commonText(part);
        const isCharacter = part.kind === 'character' && text !== '';
        run = isCharacter ? run + text : '';
        longest = [text, run].reduce((a, b) => (b.length > a.length ? b : a), longest);
      }
      return longest;
    }
  }
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

const newline = 0x0a;
const maxDepth = 100;
/** RE_DUP_MAX of GNU's regular expressions. */
const maxRepetitions = 32_767;

class BasicParser {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly pattern: string,
    private readonly syntax: Syntax,
  ) {}

  whole(): Tree {
    const tree = this.choice();
    if (this.at < this.pattern.length) refused(this.syntax.unmatchedEnd);
    return tree;
  }

  private choice(): Tree {
    const branches = [this.sequence()];
    while (this.accept('\\|')) branches.push(this.sequence());
    return { kind: 'choice', branches };
  }

  private sequence(): Tree {
    const parts: Tree[] = [];
    while (this.at < this.pattern.length && !this.isNext('\\|') && !this.isNext('\\)')) {
      // What nothing is repeated by is a character, and `^` an anchor.
      const isFirst = parts.every((part) => part === lineStart);
      parts.push(this.repeated(this.part(isFirst, parts.length === 0)));
    }
    return { kind: 'sequence', parts };
  }

  private repeated(part: Tree): Tree {
    let repeated = part;
    if (part === lineStart) return part;
    for (let count = this.quantifier(); count; count = this.quantifier()) {
      const [least, most] = count;
      // A repetition of a repetition is the same.
      if (least > 0 || most < Infinity || repeated.kind !== 'repetition' || repeated.least > 0) {
        repeated = { kind: 'repetition', part: repeated, least, most };
      }
    }
    return repeated;
  }

  private quantifier(): readonly [least: number, most: number] | undefined {
    if (this.accept('*')) return [0, Infinity];
    if (this.accept('\\+')) return [1, Infinity];
    if (this.accept('\\?')) return [0, 1];
    return this.accept('\\{') ? this.interval() : undefined;
  }

  /** What follows `\{`. */
  private interval(): readonly [number, number] {
    const interval = /(\d*)(,?)(\d*)/y;
    interval.lastIndex = this.at;
    const [all = '', least = '', comma, most = ''] = interval.exec(this.pattern) ?? [];
    this.at += all.length;
    if (this.at === this.pattern.length) refused('Unmatched \\{');
    const from = Number(least);
    const to = comma === '' ? from : Number(most);
    const isEndless = comma !== '' && most === '';
    const isRight = least !== '' && Math.max(from, to) <= maxRepetitions;
    if (!isRight || (to < from && !isEndless) || !this.accept('\\}')) {
      refused('Invalid content of \\{\\}');
    }
    return [from, isEndless ? Infinity : to];
  }

  private part(isFirst: boolean, isStart: boolean): Tree {
    if (isFirst && this.isNext('\\{')) return this.unrepeated();
    if (this.accept('\\(')) return this.group();
    const character = this.pattern.charAt(this.at++);
    switch (character) {
      case '\\':
        return this.escaped();
      case '[':
        return this.bracketed();
      case '.':
        return { kind: 'character', isIn: () => true };
      case '^':
        return isStart ? lineStart : literal('^');
      case '$':
        return this.endsBranch ? lineEnd : literal('$');
      default:
        return literal(character);
    }
  }

  /** An interval that repeats nothing stands for its characters. */
  private unrepeated(): Tree {
    const start = this.at + 1;
    this.at += 2;
    this.interval();
    const text = this.pattern.slice(start, this.at).replace('\\}', '}');
    return { kind: 'sequence', parts: Array.from(text, literal) };
  }

  private get endsBranch(): boolean {
    return this.at === this.pattern.length || this.isNext('\\|') || this.isNext('\\)');
  }

  private group(): Tree {
    if (++this.depth > maxDepth) refused('Regular expression too big');
    const tree = this.choice();
    if (!this.accept('\\)')) refused('Unmatched ( or \\(');
    this.depth--;
    return tree;
  }

  private escaped(): Tree {
    if (this.at === this.pattern.length) refused('Trailing backslash');
    const character = this.pattern.charAt(this.at++);
    if (/[1-9]/.test(character)) {
      throw new RequestFailed(t('Back references are not searched for: they could take for ever'));
    }
    if (character === 'w') return { kind: 'character', isIn: isWord };
    if (character === 'W') return { kind: 'character', isIn: (unit) => !isWord(unit) };
    const holds = assertions.get(character);
    return holds ? { kind: 'assertion', holds } : literal(character);
  }

  private bracketed(): Tree {
    const [all, not, members] =
      /^(\^?)(\]?(?:\[:[a-z]*:\]|(?!\[:)[^\]])*)\]/s.exec(this.pattern.slice(this.at)) ??
      refused('Unmatched [ or [^');
    this.at += all.length;
    const text = members ?? '';
    const withoutEmpty = text.replace(/([^])-([^])/g, (range, from: string, to: string) => {
      if (from <= to) return range;
      return this.syntax.hasEmptyRanges ? '' : refused('Invalid range end');
    });
    const source = withoutEmpty.replace(/\[:([a-z]*):\]|[\\[\]^]/g, (part, name?: string) =>
      name === undefined ? `\\${part}` : (classes[name] ?? refused('Invalid character class name')),
    );
    const set = new RegExp(`[${not ?? ''}${source}]`);
    return { kind: 'character', isIn: (unit) => set.test(String.fromCharCode(unit)) };
  }

  private isNext(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  private accept(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.at += text.length;
    return true;
  }
}

const classes: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  print: ' -~',
  graph: '!-~',
  cntrl: '\\0-\\x1f\\x7f',
  xdigit: '0-9A-Fa-f',
};

const lineStart: Tree = {
  kind: 'assertion',
  holds: (subject, at) => at === 0 || subject[at - 1] === newline,
};

const lineEnd: Tree = {
  kind: 'assertion',
  holds: (subject, at) => at === subject.length || subject[at] === newline,
};

function literal(character: string): Tree {
  const wanted = character.charCodeAt(0);
  return { kind: 'character', isIn: (unit) => unit === wanted, only: character };
}

function isWord(unit: number | undefined): boolean {
  return unit !== undefined && /\w/.test(String.fromCharCode(unit));
}

function isBoundary(subject: Subject, at: number): boolean {
  return isWord(subject[at - 1]) !== isWord(subject[at]);
}

/** By what follows the backslash. */
const assertions: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ['b', isBoundary],
  ['B', (subject, at) => !isBoundary(subject, at)],
  ['<', (subject, at) => isBoundary(subject, at) && isWord(subject[at])],
  ['>', (subject, at) => isBoundary(subject, at) && !isWord(subject[at])],
  ['`', (_, at) => at === 0],
  ["'", (subject, at) => at === subject.length],
]);

function refused(problem: string): never {
  throw new RequestFailed(problem);
}
