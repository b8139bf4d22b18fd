// Regular expressions for gdb's $_regex, which are Python's.
import { t } from '@vscode/l10n';
import { textOfUnits } from '../bytes/text';
import { Automaton, type Assertion, type Subject, type Tree } from './automaton';
import { Failure } from './problem';

/** More than anyone writes. */
const maxPatternLength = 1000;
const maxDepth = 100;

/** Membership of each of the 256 bytes. */
type ByteSet = Uint8Array;

/**
 * Whether a string begins with what the pattern describes, as Python's `re.match` has it. Each
 * byte is a character.
 */
export function beginsWith(subject: Uint8Array, pattern: Uint8Array): boolean {
  if (pattern.length > maxPatternLength)
    throw new Failure(t('The regular expression is too long.'));
  return new Automaton(new PatternParser(textOfUnits(pattern)).whole()).begins(subject);
}

function anyOf(set: ByteSet): Tree {
  return { kind: 'character', isIn: (byte) => set[byte] === 1 };
}

/**
 * Python's syntax ("Regular Expression Syntax" of its `re`), without what automata cannot match.
 */
class PatternParser {
  private at = 0;
  private depth = 0;

  constructor(private readonly pattern: string) {}

  whole(): Tree {
    const tree = this.choice();
    if (this.at < this.pattern.length) this.invalid();
    return tree;
  }

  private choice(): Tree {
    const branches = [this.sequence()];
    while (this.accept('|')) branches.push(this.sequence());
    return { kind: 'choice', branches };
  }

  private sequence(): Tree {
    const parts: Tree[] = [];
    while (this.at < this.pattern.length && !'|)'.includes(this.next)) parts.push(this.repeated());
    return { kind: 'sequence', parts };
  }

  /** A part with its quantifier; a lazy one matches the same strings as a greedy one. */
  private repeated(): Tree {
    const part = this.part();
    const count = this.quantifier();
    if (!count) return part;
    const [least, most] = count;
    if (least > most) this.invalid();
    if (this.next === '+') this.refuse(t('possessive quantifiers'));
    this.accept('?');
    if (part.kind === 'assertion' || this.quantifier()) this.invalid();
    return { kind: 'repetition', part, least, most };
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.accept('*')) return [0, Infinity];
    if (this.accept('+')) return [1, Infinity];
    if (this.accept('?')) return [0, 1];
    const [, least = '', comma = '', most = ''] = this.take(/\{(?!\})(\d*)(?:(,)(\d*))?\}/y) ?? [];
    if (least + comma + most === '') return undefined;
    if (comma === '') return [Number(least), Number(least)];
    return [Number(least), most === '' ? Infinity : Number(most)];
  }

  private part(): Tree {
    if (this.quantifier()) this.invalid();
    const char = this.character();
    switch (char) {
      case '(':
        return this.group();
      case '[':
        return anyOf(this.bracketed());
      case '.':
        return anyOf(complement(only('\n')));
      case '^':
        return { kind: 'assertion', holds: isStart };
      case '$':
        return { kind: 'assertion', holds: isEnd };
      case '\\':
        return this.escaped();
      default:
        return anyOf(only(char));
    }
  }

  private group(): Tree {
    if (this.next === '?' && !this.take(/\?:/y)) this.refuse(t('groups that begin with (?'));
    if (++this.depth > maxDepth)
      throw new Failure(t('The regular expression is nested too deeply.'));
    const tree = this.choice();
    if (!this.accept(')')) this.invalid();
    this.depth--;
    return tree;
  }

  private escaped(): Tree {
    if (/\d/.test(this.next)) this.refuse('backreferences');
    const holds = assertions.get(this.next);
    if (!holds) return anyOf(this.escape());
    this.at++;
    return { kind: 'assertion', holds };
  }

  /** What an escape represents, outside of brackets and in them. */
  private escape(): ByteSet {
    const code = this.take(/x([0-9A-Fa-f]{2})/y)?.[1];
    if (code !== undefined) return only(String.fromCharCode(parseInt(code, 16)));
    const char = this.character();
    const known = classes.get(char) ?? controls.get(char);
    if (!known && /[A-Za-z0-9]/.test(char)) this.invalid();
    return known ?? only(char);
  }

  private bracketed(): ByteSet {
    const isNegated = this.accept('^');
    const set = new Uint8Array(256);
    do this.member().forEach((is, byte) => (set[byte] ||= is));
    while (!this.accept(']'));
    return isNegated ? complement(set) : set;
  }

  /** A character, a range or a class in brackets. */
  private member(): ByteSet {
    const first = this.element();
    if (!this.take(/-(?!\])/y)) return first;
    const last = this.element();
    const [from, to] = [single(first), single(last)];
    if (from === undefined || to === undefined || from > to) return this.invalid();
    return new Uint8Array(256).fill(1, from, to + 1);
  }

  private element(): ByteSet {
    const char = this.character();
    if (char !== '\\') return only(char);
    return this.accept('b') ? only('\b') : this.escape();
  }

  private get next(): string {
    return this.pattern.charAt(this.at);
  }

  private character(): string {
    if (this.at >= this.pattern.length) this.invalid();
    return this.pattern.charAt(this.at++);
  }

  private accept(char: string): boolean {
    if (this.next !== char) return false;
    this.at++;
    return true;
  }

  /** Takes what a sticky pattern finds here. */
  private take(wanted: RegExp): RegExpExecArray | undefined {
    wanted.lastIndex = this.at;
    const found = wanted.exec(this.pattern);
    if (found) this.at = wanted.lastIndex;
    return found ?? undefined;
  }

  private invalid(): never {
    throw new Failure(`Invalid regular expression "${this.pattern}".`);
  }

  private refuse(what: string): never {
    throw new Failure(t('$_regex does not know {0} in regular expressions.', what));
  }
}

function setOf(members: RegExp): ByteSet {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    members.test(String.fromCharCode(byte)) ? 1 : 0,
  );
}

function only(char: string): ByteSet {
  const set = new Uint8Array(256);
  set[char.charCodeAt(0)] = 1;
  return set;
}

function complement(set: ByteSet): ByteSet {
  return set.map((is) => 1 - is);
}

/** The byte of a set that has only one. */
function single(set: ByteSet): number | undefined {
  const first = set.indexOf(1);
  return first >= 0 && first === set.lastIndexOf(1) ? first : undefined;
}

const wordBytes = setOf(/\w/);

const classes: ReadonlyMap<string, ByteSet> = new Map([
  ['d', setOf(/\d/)],
  ['D', setOf(/\D/)],
  ['s', setOf(/[ \t\n\r\f\v]/)],
  ['S', setOf(/[^ \t\n\r\f\v]/)],
  ['w', wordBytes],
  ['W', complement(wordBytes)],
]);

const controls: ReadonlyMap<string, ByteSet> = new Map(
  Object.entries({ a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }).map(
    ([letter, char]) => [letter, only(char)],
  ),
);

const assertions: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ['A', isStart],
  ['Z', (subject, at) => at === subject.length],
  ['b', isWordBoundary],
  ['B', (subject, at) => !isWordBoundary(subject, at)],
]);

function isStart(_: Subject, at: number): boolean {
  return at === 0;
}

/** Python's `$` also matches before a newline that ends the string. */
function isEnd(subject: Subject, at: number): boolean {
  return at === subject.length || (at === subject.length - 1 && subject[at] === 0x0a);
}

function isWordBoundary(subject: Subject, at: number): boolean {
  const isWord = (byte: number): boolean => wordBytes[subject[byte] ?? -1] === 1;
  return isWord(at - 1) !== isWord(at);
}
