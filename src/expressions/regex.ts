// Regular expressions for gdb's $_regex, which are Python's, matched in time that grows with the
// string only: all states that a prefix can lead to are followed at once (Thompson, "Regular
// Expression Search Algorithm", 1968).
import { append } from '../bytes/arrays';
import { textOfUnits } from '../bytes/text';
import { Failure } from './problem';

/** More than anyone writes; they bound the time that a match takes. */
const maxPatternLength = 1000;
const maxSteps = 1000;
const maxDepth = 100;
const maxSubjectLength = 65_536;
/** States times bytes. */
const maxVisits = 4_000_000;

/** Membership of each of the 256 bytes. */
type ByteSet = Uint8Array;

/** A regular expression as a tree. */
type Tree =
  | { readonly kind: 'byte'; readonly set: ByteSet }
  | { readonly kind: 'assertion'; readonly holds: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Tree[] }
  | { readonly kind: 'choice'; readonly branches: readonly Tree[] }
  | {
      readonly kind: 'repetition';
      readonly part: Tree;
      readonly least: number;
      readonly most: number;
    };

/** Whether a position of a string is one that is looked for. */
type Assertion = (subject: Uint8Array, at: number) => boolean;

/** A state of the automaton. `number`: its place among all. */
type State = { readonly number: number } & (
  | { readonly kind: 'byte'; readonly set: ByteSet; readonly next: State }
  | { readonly kind: 'assertion'; readonly holds: Assertion; readonly next: State }
  | { readonly kind: 'fork'; readonly next: State[] }
  | { readonly kind: 'end' }
);

/**
 * Whether a string begins with what the pattern describes, as Python's `re.match` has it. Each
 * byte is a character.
 */
export function beginsWith(subject: Uint8Array, pattern: Uint8Array): boolean {
  if (pattern.length > maxPatternLength) throw new Failure('The regular expression is too long.');
  if (subject.length > maxSubjectLength) throw new Failure('The string is too long to be matched.');
  const tree = new PatternParser(textOfUnits(pattern)).whole();
  const automaton = new Automaton();
  const first = automaton.begin(tree);
  if (automaton.size * subject.length > maxVisits) {
    throw new Failure('The regular expression is too long for a string of this length.');
  }
  return run(first, automaton.size, subject);
}

function run(first: State, size: number, subject: Uint8Array): boolean {
  const seenAt = new Int32Array(size).fill(-1);
  let states: State[] = [first];
  for (let at = 0; states.length > 0; at++) {
    const following: State[] = [];
    for (let state = states.pop(); state; state = states.pop()) {
      if (seenAt[state.number] === at) continue;
      seenAt[state.number] = at;
      if (state.kind === 'end') return true;
      if (state.kind === 'fork') append(states, state.next);
      else if (state.kind === 'assertion') {
        if (state.holds(subject, at)) states.push(state.next);
      } else if (state.set[subject[at] ?? outside] === 1) following.push(state.next);
    }
    states = following;
  }
  return false;
}

/** No byte: in no set. */
const outside = 256;

/** Builds states from the end of the expression to its beginning. */
class Automaton {
  size = 0;
  private steps = 0;

  begin(tree: Tree): State {
    return this.build(tree, { kind: 'end', number: this.size++ });
  }

  /** The state that continues to `next` after what the tree describes. */
  private build(tree: Tree, next: State): State {
    if (++this.steps > maxSteps) throw new Failure('The regular expression is too long.');
    switch (tree.kind) {
      case 'byte':
      case 'assertion':
        return { ...tree, next, number: this.size++ };
      case 'sequence':
        return tree.parts.reduceRight((after, part) => this.build(part, after), next);
      case 'choice':
        return this.fork(tree.branches.map((branch) => this.build(branch, next)));
      case 'repetition':
        return this.repeat(tree, next);
    }
  }

  private repeat({ part, least, most }: Tree & { kind: 'repetition' }, next: State): State {
    let state = next;
    if (most === Infinity) {
      const ways = [next];
      state = this.fork(ways);
      ways.push(this.build(part, state));
    } else {
      for (let i = least; i < most; i++) state = this.fork([next, this.build(part, state)]);
    }
    for (let i = 0; i < least; i++) state = this.build(part, state);
    return state;
  }

  private fork(next: State[]): State {
    return { kind: 'fork', next, number: this.size++ };
  }
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
    if (this.next === '+') this.refuse('possessive quantifiers');
    this.accept('?');
    if (part.kind === 'assertion' || this.quantifier()) this.invalid();
    return { kind: 'repetition', part, least, most };
  }

  private quantifier(): readonly [number, number] | undefined {
    if (this.accept('*')) return [0, Infinity];
    if (this.accept('+')) return [1, Infinity];
    if (this.accept('?')) return [0, 1];
    const [, least = '', comma = '', most = ''] = this.take(/\{(?!\})(\d*)(,?)(\d*)\}/y) ?? [];
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
        return { kind: 'byte', set: this.bracketed() };
      case '.':
        return { kind: 'byte', set: complement(only('\n')) };
      case '^':
        return { kind: 'assertion', holds: isStart };
      case '$':
        return { kind: 'assertion', holds: isEnd };
      case '\\':
        return this.escaped();
      default:
        return { kind: 'byte', set: only(char) };
    }
  }

  private group(): Tree {
    if (this.next === '?' && !this.take(/\?:/y)) this.refuse('groups that begin with (?');
    if (++this.depth > maxDepth) throw new Failure('The regular expression is nested too deeply.');
    const tree = this.choice();
    if (!this.accept(')')) this.invalid();
    this.depth--;
    return tree;
  }

  private escaped(): Tree {
    if (/\d/.test(this.next)) this.refuse('backreferences');
    const holds = assertions.get(this.next);
    if (!holds) return { kind: 'byte', set: this.escape() };
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
    throw new Failure(`$_regex does not know ${what} in regular expressions.`);
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

function isStart(_: Uint8Array, at: number): boolean {
  return at === 0;
}

/** Python's `$` also matches before a newline that ends the string. */
function isEnd(subject: Uint8Array, at: number): boolean {
  return at === subject.length || (at === subject.length - 1 && subject[at] === 0x0a);
}

function isWordBoundary(subject: Uint8Array, at: number): boolean {
  const isWord = (byte: number): boolean => wordBytes[subject[byte] ?? outside] === 1;
  return isWord(at - 1) !== isWord(at);
}
