// The programs that a trace uses: the traced one, and further ones beside it, as shared objects and a kernel's modules are.
// They are owned here: one that is used no more is closed, and one that was opened anew takes the place of the one before.
import { ReadFailed } from '../bytes/source';
import type { Program } from '../symbols/program';
import { type Disposable, orDispose } from './emitter';
import { TraceModule } from './traceModule';
import { ModuleList } from './moduleList';
import type { ProgramMatch } from './programMatch';

/**
 * Compares a program with a trace, at a slide where the user gave one. `beside`: the programs that have their places already.
 * Rejects where the program cannot be read.
 */
export type Matching = (
  program: Program,
  slide: bigint | undefined,
  beside: readonly TraceModule[],
) => Promise<Match>;

/** The trace that uses programs. */
interface ProgramUser {
  /** Whether further programs were placed by what the traced one leaves over, and so go with it. */
  readonly furtherGoWithTraced: boolean;
  /** The programs are others now, lie elsewhere, or are said to be otherwise. */
  readonly changed: () => void;
  /** Takes a program that was opened anew in the place of one in use ({@link ModuleManager.replace}), or closes it. */
  readonly openedAnew: (used: UsedModule, again: OpenedProgram) => Promise<void>;
}

/** The programs of one trace. Those that come after it is disposed of are closed at once. */
export class ModuleManager implements Disposable {
  private traced: UsedModule | undefined;
  private further: readonly UsedModule[] = [];
  private whyNone: ModuleState = { state: 'none', explanation: 'No program is chosen.' };
  private moduleList = new ModuleList();
  private disposed = false;

  constructor(private readonly user: ProgramUser) {}

  /** What is known of the traced program, or why there is none. */
  get state(): ModuleState {
    return this.traced?.state ?? this.whyNone;
  }

  /** What is known of the further programs. */
  get furtherStates(): readonly ModuleState[] {
    return this.further.map(({ state }) => state);
  }

  /** All of them, the traced one first; the same object until something about them changes. */
  get placed(): ModuleList {
    return this.moduleList;
  }

  /**
   * Uses a program as the traced one. One that is foreign is closed, and the state says why. Rejects where it cannot be read:
   * the one before stays.
   */
  async use(
    opened: OpenedProgram,
    slide: bigint | undefined,
    match: Matching,
  ): Promise<ModuleState> {
    const found = await orDispose(opened, () => match(opened.program, slide, []));
    if (found.verdict === 'foreign') {
      opened.dispose();
      this.without(refused(opened, found));
    } else {
      this.take(usedModule(opened, found, slide !== undefined), this.furtherThatStay);
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
  ): Promise<ModuleState> {
    const { program } = opened;
    const beside = placesOf(listOf(this.traced, this.furtherBut(program.path)));
    const found = await orDispose(opened, () => match(program, slide, beside));
    if (found.verdict === 'foreign') {
      opened.dispose();
      return refused(opened, found);
    }
    const used = usedModule(opened, found, slide !== undefined);
    this.take(this.traced, [...this.furtherBut(program.path), used]);
    return used.state;
  }

  /** Goes on without a further program, by its path. */
  remove(path: string): void {
    this.take(this.traced, this.furtherBut(path));
  }

  /** Goes on without a traced program; the state says why. */
  without(why: ModuleState): void {
    this.whyNone = why;
    this.take(undefined, this.furtherThatStay);
  }

  /** Puts a program in the place of one in use; where that one is used no more, the other is closed. */
  replace(before: OpenedProgram, again: UsedModule): void {
    if (!this.find(before)) {
      again.opened.dispose();
      return;
    }
    const replaced = (each: UsedModule): UsedModule => (each.opened === before ? again : each);
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

  private get furtherThatStay(): readonly UsedModule[] {
    return this.user.furtherGoWithTraced ? [] : this.further;
  }

  private furtherBut(path: string): readonly UsedModule[] {
    return this.further.filter(({ opened }) => opened.program.path !== path);
  }

  private find(opened: OpenedProgram): UsedModule | undefined {
    if (this.disposed) return undefined;
    return listOf(this.traced, this.further).find((each) => each.opened === opened);
  }

  /** Uses these programs and no others: those that go are closed, those that come are followed. */
  private take(traced: UsedModule | undefined, further: readonly UsedModule[]): void {
    const before = listOf(this.traced, this.further);
    const now = listOf(traced, further);
    const come = openedOnlyIn(now, before);
    if (this.disposed) {
      for (const opened of come) opened.dispose();
      return;
    }
    this.traced = traced;
    this.further = further;
    this.moduleList = new ModuleList(placesOf(now));
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
  traced: UsedModule,
  further: readonly UsedModule[],
  match: Matching,
): Promise<{ again: readonly UsedModule[] } | { problem: ModuleState }> {
  const again: UsedModule[] = [];
  for (const used of [traced, ...further]) {
    const { opened, state } = used;
    const beside = placesOf(again);
    const found = await matchAgain(used, (slide) => match(opened.program, slide, beside));
    const isForeign = found.verdict === 'foreign';
    if (isForeign && used === traced) return { problem: refused(opened, found) };
    if (!isForeign) again.push(usedModule(opened, found, state.given === true));
  }
  return { again };
}

function listOf(
  traced: UsedModule | undefined,
  further: readonly UsedModule[],
): readonly UsedModule[] {
  return traced ? [traced, ...further] : further;
}

function placesOf(programs: readonly UsedModule[]): readonly TraceModule[] {
  return programs.map(({ module: placed }) => placed);
}

function openedOnlyIn(
  these: readonly UsedModule[],
  others: readonly UsedModule[],
): readonly OpenedProgram[] {
  const opened = new Set(others.map((each) => each.opened));
  return these.map((each) => each.opened).filter((each) => !opened.has(each));
}

// A program that a trace uses: the file that it is read from, where it lay, and what a person is told of it.

/** What is known of a program behind a trace. */
export interface ModuleState {
  /** `unplaced`: position-independent, its slide is not known. `problem`: it cannot be used. */
  readonly state: 'none' | 'searching' | 'placed' | 'unplaced' | 'problem';
  readonly path?: string;
  /** Run-time address minus link-time address, modulo 2^64; of a program that is placed. */
  readonly slide?: bigint;
  /** The user gave the slide: it stays, whatever the trace says; of a program that is placed. */
  readonly given?: boolean;
  /** Some of what the trace says of its addresses speaks against it; of a program that is placed. */
  readonly doubtful?: boolean;
  /** Slides to choose from, of a program that is not placed. */
  readonly offered?: readonly bigint[];
  /** One sentence for a person. */
  readonly explanation: string;
}

/** A program with the open file that it is read from. */
export interface OpenedProgram extends Disposable {
  readonly program: Program;
  /**
   * Called by who uses it, once: a person may be asked for what it still needs. `replace` takes the program where it was
   * opened anew: its file was written again, or files may be read for it that were withheld before.
   */
  readonly inUse?: (replace: (again: OpenedProgram) => void) => void;
}

/** A program that is in use. */
export interface UsedModule {
  readonly opened: OpenedProgram;
  readonly module: TraceModule;
  readonly state: ModuleState;
}

/** What comparing a program with a trace gave, whatever of the trace it was compared with. */
export type Match = Omit<ProgramMatch, 'confirmed'>;

/** A program in use where it is found that it lay. `given`: the user said where. */
export function usedModule(opened: OpenedProgram, match: Match, given: boolean): UsedModule {
  const { program } = opened;
  const { slide, offered, agreeing, compared, sentence: explanation } = match;
  const said = { path: program.path, explanation };
  const state: ModuleState =
    slide === undefined
      ? { state: 'unplaced', ...said, offered }
      : { state: 'placed', ...said, slide, given, doubtful: agreeing < compared };
  return { opened, module: new TraceModule(program, slide, explanation), state };
}

/**
 * Where a program that is in use lay. A slide that the user gave stays; one that was inferred is inferred anew, and stays
 * where nothing tells of another. Rejects as `match` does.
 */
export async function matchAgain(
  { module: { slide }, state: { given = false } }: UsedModule,
  match: (slide: bigint | undefined) => Promise<Match>,
): Promise<Match> {
  if (given) return match(slide);
  const found = await match(undefined);
  return found.slide === undefined && slide !== undefined ? match(slide) : found;
}

/** What is said of a program that is foreign. */
function refused({ program }: OpenedProgram, { sentence }: Match): ModuleState {
  return { state: 'problem', path: program.path, explanation: sentence };
}
