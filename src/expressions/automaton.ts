// Regular expressions as automata, matched in time that grows with the text only: all states that a
// prefix can lead to are followed at once (Thompson, "Regular Expression Search Algorithm", 1968).
import { t } from '@vscode/l10n';
import { append } from '../bytes/arrays';
import { Failure } from './problem';

/** More than anyone writes; they bound the time that a match takes. */
const maxSteps = 1000;
const maxSubjectLength = 65_536;
/** Parts of the expression, with repetitions written out, times characters. */
const maxVisits = 4_000_000;

/** What is matched: its bytes, or its UTF-16 units. */
export type Subject = ArrayLike<number>;

/** A regular expression as a tree. */
export type Tree =
  | {
      readonly kind: 'character';
      readonly isIn: (character: number) => boolean;
      /** The one character that it can be. */
      readonly only?: string;
    }
  | { readonly kind: 'assertion'; readonly holds: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Tree[] }
  | { readonly kind: 'choice'; readonly branches: readonly Tree[] }
  | {
      readonly kind: 'repetition';
      readonly part: Tree;
      readonly least: number;
      readonly most: number;
    };

/** Whether a position of a subject is one that is looked for. */
export type Assertion = (subject: Subject, at: number) => boolean;

/** A state of the automaton. `seenAt`: the last position at which it was looked at. */
type State = { seenAt: number } & (
  | {
      readonly kind: 'character';
      readonly isIn: (character: number) => boolean;
      readonly next: State;
    }
  | { readonly kind: 'assertion'; readonly holds: Assertion; readonly next: State }
  | { readonly kind: 'fork'; readonly next: State[] }
  | { readonly kind: 'end' }
);

/** Builds states from the end of the expression to its beginning; fails where they are too many. */
export class Automaton {
  /** Parts that states were built for. */
  private steps = 0;
  /** Positions that were looked at, of all subjects. */
  private positions = 0;
  private readonly first: State;

  constructor(tree: Tree) {
    this.first = this.build(tree, { kind: 'end', seenAt: 0 });
  }

  /** Whether a subject begins with what the expression describes. */
  begins(subject: Subject): boolean {
    return this.run(subject, false);
  }

  /** Whether what the expression describes is anywhere in a subject. */
  isIn(subject: Subject): boolean {
    return this.run(subject, true);
  }

  private run(subject: Subject, anywhere: boolean): boolean {
    const { length } = subject;
    if (length > maxSubjectLength) throw new Failure(t('The string is too long to be matched.'));
    if (this.steps * length > maxVisits) {
      throw new Failure(t('The regular expression is too long for a string of this length.'));
    }
    let [states, following]: [State[], State[]] = [[this.first], []];
    for (let at = 0; at <= length && states.length > 0; at++) {
      const position = ++this.positions;
      const character = at < length ? (subject[at] as number) : -1;
      for (let state = states.pop(); state; state = states.pop()) {
        if (state.seenAt === position) continue;
        state.seenAt = position;
        if (state.kind === 'end') return true;
        if (state.kind === 'fork') append(states, state.next);
        else if (state.kind === 'assertion') {
          if (state.holds(subject, at)) states.push(state.next);
        } else if (character >= 0 && state.isIn(character)) following.push(state.next);
      }
      if (anywhere) following.push(this.first);
      [states, following] = [following, states];
    }
    return false;
  }

  /** The state that continues to `next` after what the tree describes. */
  private build(tree: Tree, next: State): State {
    if (++this.steps > maxSteps) throw new Failure(t('The regular expression is too long.'));
    switch (tree.kind) {
      case 'character':
      case 'assertion':
        return { ...tree, next, seenAt: 0 };
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
    return { kind: 'fork', next, seenAt: 0 };
  }
}
