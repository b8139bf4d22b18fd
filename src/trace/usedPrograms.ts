// The programs that a trace uses: the traced one, and further ones beside it, as shared objects and a kernel's modules are.
// They are owned here: one that is used no more is closed, and one that was opened anew takes the place of the one before.
import { ReadFailed } from '../bytes/source';
import type { Program } from '../symbols/program';
import type { Disposable } from './emitter';
import { orDispose } from './orDispose';
import type { PlacedProgram } from './placedProgram';
import { PlacedPrograms } from './placedPrograms';
import {
  matchAgain,
  refused,
  usedProgram,
  type Match,
  type OpenedProgram,
  type UsedProgramState,
  type UsedProgram,
} from './usedProgram';

/**
 * Compares a program with a trace, at a slide where the user gave one. `beside`: the programs that have their places already.
 * Rejects where the program cannot be read.
 */
export type Matching = (
  program: Program,
  slide: bigint | undefined,
  beside: readonly PlacedProgram[],
) => Promise<Match>;

/** The trace that uses programs. */
interface ProgramUser {
  /** Whether further programs were placed by what the traced one leaves over, and so go with it. */
  readonly furtherGoWithTraced: boolean;
  /** The programs are others now, lie elsewhere, or are said to be otherwise. */
  readonly changed: () => void;
  /** Takes a program that was opened anew in the place of one in use ({@link UsedPrograms.replace}), or closes it. */
  readonly openedAnew: (used: UsedProgram, again: OpenedProgram) => Promise<void>;
}

/** The programs of one trace. Those that come after it is disposed of are closed at once. */
export class UsedPrograms implements Disposable {
  private traced: UsedProgram | undefined;
  private further: readonly UsedProgram[] = [];
  private whyNone: UsedProgramState = { state: 'none', explanation: 'No program is chosen.' };
  private placedPrograms = new PlacedPrograms();
  private disposed = false;

  constructor(private readonly user: ProgramUser) {}

  /** What is known of the traced program, or why there is none. */
  get state(): UsedProgramState {
    return this.traced?.state ?? this.whyNone;
  }

  /** What is known of the further programs. */
  get furtherStates(): readonly UsedProgramState[] {
    return this.further.map(({ state }) => state);
  }

  /** All of them, the traced one first; the same object until something about them changes. */
  get placed(): PlacedPrograms {
    return this.placedPrograms;
  }

  /**
   * Uses a program as the traced one. One that is foreign is closed, and the state says why. Rejects where it cannot be read:
   * the one before stays.
   */
  async use(
    opened: OpenedProgram,
    slide: bigint | undefined,
    match: Matching,
  ): Promise<UsedProgramState> {
    const found = await orDispose(opened, () => match(opened.program, slide, []));
    if (found.verdict === 'foreign') {
      opened.dispose();
      this.without(refused(opened, found));
    } else {
      this.take(usedProgram(opened, found, slide !== undefined), this.furtherThatStay);
    }
    return this.state;
  }

  /**
   * Uses a further program, in the place of one of the same path. One that is foreign is closed, and the state returned says
   * why; the one before stays then, and where this rejects because the program cannot be read.
   */
  async add(
    opened: OpenedProgram,
    slide: bigint | undefined,
    match: Matching,
  ): Promise<UsedProgramState> {
    const { program } = opened;
    const beside = placesOf(listOf(this.traced, this.furtherBut(program.path)));
    const found = await orDispose(opened, () => match(program, slide, beside));
    if (found.verdict === 'foreign') {
      opened.dispose();
      return refused(opened, found);
    }
    const used = usedProgram(opened, found, slide !== undefined);
    this.take(this.traced, [...this.furtherBut(program.path), used]);
    return used.state;
  }

  /** Goes on without a further program, by its path. */
  remove(path: string): void {
    this.take(this.traced, this.furtherBut(path));
  }

  /** Goes on without a traced program; the state says why. */
  without(why: UsedProgramState): void {
    this.whyNone = why;
    this.take(undefined, this.furtherThatStay);
  }

  /** Puts a program in the place of one in use; where that one is used no more, the other is closed. */
  replace(before: OpenedProgram, again: UsedProgram): void {
    if (!this.find(before)) {
      again.opened.dispose();
      return;
    }
    const replaced = (each: UsedProgram): UsedProgram => (each.opened === before ? again : each);
    this.take(this.traced && replaced(this.traced), this.further.map(replaced));
  }

  /**
   * Places the programs anew, each after those before it; those that are foreign now are closed. Where one cannot be read,
   * all stay where they are, and the state says so.
   */
  async placeAgain(match: Matching): Promise<void> {
    const { traced, further, placed } = this;
    if (!traced) return;
    try {
      const found = await placedAnew(traced, further, match);
      if (this.placed !== placed) return;
      if ('problem' in found) this.without(found.problem);
      else this.take(found.again[0], found.again.slice(1));
    } catch (error) {
      if (!(error instanceof ReadFailed)) throw error;
      if (this.placed !== placed) return;
      this.take({ ...traced, state: { ...traced.state, explanation: error.message } }, further);
    }
  }

  dispose(): void {
    this.disposed = true;
    for (const { opened } of listOf(this.traced, this.further)) opened.dispose();
  }

  private get furtherThatStay(): readonly UsedProgram[] {
    return this.user.furtherGoWithTraced ? [] : this.further;
  }

  private furtherBut(path: string): readonly UsedProgram[] {
    return this.further.filter(({ opened }) => opened.program.path !== path);
  }

  private find(opened: OpenedProgram): UsedProgram | undefined {
    if (this.disposed) return undefined;
    return listOf(this.traced, this.further).find((each) => each.opened === opened);
  }

  /** Uses these programs and no others: those that go are closed, those that come are followed. */
  private take(traced: UsedProgram | undefined, further: readonly UsedProgram[]): void {
    const before = listOf(this.traced, this.further);
    const now = listOf(traced, further);
    const come = openedOnlyIn(now, before);
    if (this.disposed) {
      for (const opened of come) opened.dispose();
      return;
    }
    this.traced = traced;
    this.further = further;
    this.placedPrograms = new PlacedPrograms(placesOf(now));
    for (const opened of openedOnlyIn(before, now)) opened.dispose();
    this.user.changed();
    for (const opened of come) this.follow(opened);
  }

  private follow(opened: OpenedProgram): void {
    opened.inUse?.((again) => {
      const used = this.find(opened);
      if (!used) {
        again.dispose();
        return;
      }
      this.user.openedAnew(used, again).catch((error: unknown) => {
        const explanation = error instanceof Error ? error.message : String(error);
        this.without({ state: 'problem', path: opened.program.path, explanation });
      });
    });
  }
}

/** The programs where it is found that they lie now, without those that are foreign; the problem is the traced one's. */
async function placedAnew(
  traced: UsedProgram,
  further: readonly UsedProgram[],
  match: Matching,
): Promise<{ again: readonly UsedProgram[] } | { problem: UsedProgramState }> {
  const again: UsedProgram[] = [];
  for (const used of [traced, ...further]) {
    const { opened, state } = used;
    const beside = placesOf(again);
    const found = await matchAgain(used, (slide) => match(opened.program, slide, beside));
    const isForeign = found.verdict === 'foreign';
    if (isForeign && used === traced) return { problem: refused(opened, found) };
    if (!isForeign) again.push(usedProgram(opened, found, state.given === true));
  }
  return { again };
}

function listOf(
  traced: UsedProgram | undefined,
  further: readonly UsedProgram[],
): readonly UsedProgram[] {
  return traced ? [traced, ...further] : further;
}

function placesOf(programs: readonly UsedProgram[]): readonly PlacedProgram[] {
  return programs.map(({ placed }) => placed);
}

function openedOnlyIn(
  these: readonly UsedProgram[],
  others: readonly UsedProgram[],
): readonly OpenedProgram[] {
  const opened = new Set(others.map((each) => each.opened));
  return these.map((each) => each.opened).filter((each) => !opened.has(each));
}
