// The modules of a trace: the traced program and others, for example shared objects. This file owns
// the programs: it closes those that are no longer used, and replaces those that were opened again.
import { t } from '@vscode/l10n';
import { ReadFailed } from '../bytes/source';
import type { TransparentRange } from '../machine/memory';
import type { Program } from '../symbols/program';
import { type Disposable, orDispose } from './emitter';
import { TraceModule } from './traceModule';
import { ModuleList, transparentRanges, type TransparentSetting } from './moduleList';
import type { ProgramMatch } from './programMatch';
import type { RangeList } from '../symbols/rangeList';

/**
 * Compares a program with a trace, at a slide if the user gave one. `placed`: the modules whose
 * addresses are taken. Rejects if the program cannot be read.
 */
export type Matching = (
  program: Program,
  slide: bigint | undefined,
  placed: readonly TraceModule[],
) => Promise<Match>;

/** What a trace does for its modules. */
interface ModuleUser {
  /**
   * Whether further programs were placed by addresses outside the traced one, and so go with it.
   */
  readonly furtherGoWithTraced: boolean;
  /** What programs are compared with, as the trace is now. */
  matching(): Matching;
  /** The modules changed, or what is known of them. */
  changed(): void;
  /** A program was accepted as the traced one; awaited before it is used. */
  accepted?(program: Program): Promise<void>;
  /**
   * Replaces a program in use by the same one opened again, or closes it; whether the latter is in
   * use now.
   */
  reopened(used: UsedModule, again: OpenedProgram): Promise<boolean>;
}

/** The modules of one trace. A program that comes after it was disposed of is closed at once. */
export class ModuleManager implements Disposable {
  private tracedModule: UsedModule | undefined;
  private furtherModules: readonly UsedModule[] = [];
  private awaited: AwaitedModules = noneAwaited;
  private whyNone: ModuleState = { state: 'none', explanation: t('No program is chosen.') };
  private moduleList = new ModuleList();
  private transparentSetting: TransparentSetting = 'auto';
  private transparentList: RangeList<TransparentRange> | undefined;
  private disposed = false;

  constructor(private readonly user: ModuleUser) {}

  /** What is known of the traced program, or why it is missing. */
  get traced(): ModuleState {
    return this.tracedModule?.state ?? this.whyNone;
  }

  /** The state of the programs apart from the traced one: shared objects, a kernel's modules. */
  get further(): readonly ModuleState[] {
    return this.furtherModules.map(({ state }) => state);
  }

  /** All of them, the traced one first; the same object until something about them changes. */
  get current(): ModuleList {
    return this.moduleList;
  }

  /**
   * The addresses read from program files if a frame lacks them; the same list until it changes.
   */
  get transparent(): RangeList<TransparentRange> {
    this.transparentList ??= transparentRanges(this.current, this.transparentSetting);
    return this.transparentList;
  }

  setTransparent(setting: TransparentSetting): void {
    this.transparentSetting = setting;
    this.transparentList = undefined;
    this.user.changed();
  }

  /**
   * Whether a search may still decide which program was traced: none is in use, and the user did
   * not give up on one.
   */
  get isSought(): boolean {
    const { state } = this.traced;
    return state === 'searching' || state === 'problem';
  }

  /** Says that programs are being tried, where none is in use. */
  searching(): void {
    if (!this.tracedModule) this.without('searching', t('Looking for the program…'));
  }

  /** Uses no traced program, and says why. */
  without(state: 'none' | 'searching' | 'problem', explanation: string, path?: string): void {
    this.useNone({ state, explanation, ...(path !== undefined && { path }) });
  }

  /**
   * Uses a program as the traced one, at a slide if one is given, and closes it when it is no
   * longer used. A foreign program is closed, and the state says why. Rejects if the program cannot
   * be read; the previous one stays.
   */
  use(opened: OpenedProgram, slide: bigint | undefined): Promise<ModuleState> {
    return this.useWhere(() => true, opened, slide);
  }

  /**
   * The same for a program that a search found: closed where another one came into use meanwhile.
   */
  useFound(opened: OpenedProgram, slide: bigint | undefined): Promise<ModuleState> {
    return this.useWhere(() => this.isSought, opened, slide);
  }

  private async useWhere(
    isWanted: () => boolean,
    opened: OpenedProgram,
    slide: bigint | undefined,
  ): Promise<ModuleState> {
    const match = this.user.matching();
    const found = await orDispose(opened, async () => {
      const found = await match(opened.program, slide, []);
      const isAccepted = found.verdict !== 'foreign' && isWanted();
      if (isAccepted) await this.user.accepted?.(opened.program);
      return found;
    });
    if (!isWanted()) {
      opened.dispose();
    } else if (found.verdict === 'foreign') {
      opened.dispose();
      this.useNone(refused(opened, found));
    } else {
      this.take(usedModule(opened, found, slide !== undefined), this.furtherThatStay);
    }
    return this.traced;
  }

  /**
   * Uses a further program, in place of one of the same path: at a slide if one is given, else
   * where the trace's other addresses say. A foreign program is closed, and the returned state says
   * why. The one before stays then, and if this rejects because the program cannot be read.
   */
  async add(opened: OpenedProgram, slide: bigint | undefined): Promise<ModuleState> {
    const match = this.user.matching();
    const { program } = opened;
    const placed = modulesOf(listOf(this.tracedModule, this.furtherBut(program.path)));
    const found = await orDispose(opened, () => match(program, slide, placed));
    if (found.verdict === 'foreign') {
      opened.dispose();
      return refused(opened, found);
    }
    const used = usedModule(opened, found, slide !== undefined);
    this.take(this.tracedModule, [...this.furtherBut(program.path), used], this.awaited);
    return used.state;
  }

  /** Stops using a further program, by its path. */
  remove(path: string): void {
    this.take(this.tracedModule, this.furtherBut(path), this.awaited);
  }

  /**
   * Replaces a program in use; if it is no longer used, the new one is closed. Whether the latter
   * is in use now.
   */
  replace(before: OpenedProgram, again: UsedModule): boolean {
    if (!this.find(before)) {
      again.opened.dispose();
      return false;
    }
    const { tracedModule, furtherModules, awaited } = this;
    const replaced = (each: UsedModule): UsedModule => (each.opened === before ? again : each);
    this.take(tracedModule && replaced(tracedModule), furtherModules.map(replaced), awaited);
    return true;
  }

  /**
   * Places a program that was opened again where the one before lies. Where it does not fit, the
   * one before is kept without being used, for its file may be written once more. Whether the new
   * one is in use now; otherwise it is closed.
   */
  async placeReopened(used: UsedModule, opened: OpenedProgram): Promise<boolean> {
    const { current, awaited } = this;
    const again = { ...used, opened, module: used.module.of(opened.program) };
    const isTraced = used === this.tracedModule || used === awaited.traced;
    const traced = isTraced ? again : this.tracedModule;
    const others = this.furtherModules.filter((each) => each !== used);
    const further = isTraced ? [...others, ...awaited.further] : [...others, again];
    const found = await orDispose(opened, () =>
      placedOrUnread(traced, further, this.user.matching(), again),
    );
    const isCurrent = this.current === current;
    if (isCurrent && [found.traced, ...found.further].some((each) => each?.opened === opened)) {
      const left = awaited.further.filter((each) => !isTraced && each !== used);
      this.take(found.traced, found.further, { ...(!isTraced && awaited), further: left });
      return true;
    }
    opened.dispose();
    if (isCurrent) this.awaitFile(used, found.problem);
    return false;
  }

  /** Uses a program no longer, until its file holds one that fits. */
  private awaitFile(used: UsedModule, problem: ModuleState | undefined): void {
    const { awaited, tracedModule } = this;
    if (used === awaited.traced || awaited.further.includes(used)) return;
    const others = this.furtherModules.filter((each) => each !== used);
    if (used === tracedModule && problem) {
      this.whyNone = problem;
      this.take(undefined, [], { traced: used, further: [...others, ...awaited.further] });
    } else this.take(tracedModule, others, { ...awaited, further: [...awaited.further, used] });
  }

  /**
   * Places the programs again, each after those before it: another run may have loaded them
   * elsewhere. A slide that the user gave stays; foreign programs are closed. If one cannot be
   * read, all stay where they are, and the state says so.
   */
  async placeAgain(): Promise<void> {
    const { tracedModule: traced, furtherModules: further, current } = this;
    if (!traced) return;
    const found = await placedOrUnread(traced, further, this.user.matching(), traced);
    if (this.current !== current) return;
    if (found.problem) this.useNone(found.problem);
    else this.take(found.traced, found.further, this.awaited);
  }

  dispose(): void {
    this.disposed = true;
    for (const { opened } of this.kept) opened.dispose();
  }

  /** Those in use, and those that are awaited. */
  private get kept(): readonly UsedModule[] {
    const { tracedModule, furtherModules, awaited } = this;
    return [...listOf(tracedModule, furtherModules), ...listOf(awaited.traced, awaited.further)];
  }

  private get furtherThatStay(): readonly UsedModule[] {
    return this.user.furtherGoWithTraced ? [] : this.furtherModules;
  }

  private furtherBut(path: string): readonly UsedModule[] {
    return this.furtherModules.filter(({ opened }) => opened.program.path !== path);
  }

  private find(opened: OpenedProgram): UsedModule | undefined {
    if (this.disposed) return undefined;
    return this.kept.find((each) => each.opened === opened);
  }

  private useNone(why: ModuleState): void {
    this.whyNone = why;
    this.take(undefined, this.furtherThatStay);
  }

  /** Uses these programs and no others: closes those that go, follows those that come. */
  private take(
    traced: UsedModule | undefined,
    further: readonly UsedModule[],
    awaited = noneAwaited,
  ): void {
    const before = this.kept;
    const now = listOf(traced, further);
    const come = openedOnlyIn(now, before);
    if (this.disposed) {
      for (const opened of come) opened.dispose();
      return;
    }
    this.tracedModule = traced;
    this.furtherModules = further;
    this.awaited = awaited;
    this.moduleList = new ModuleList(modulesOf(now));
    this.transparentList = undefined;
    for (const opened of openedOnlyIn(before, this.kept)) opened.dispose();
    this.user.changed();
    for (const opened of come) this.follow(opened);
  }

  private follow(opened: OpenedProgram): void {
    opened.inUse?.(async (again) => {
      const used = this.find(opened);
      if (!used) {
        again.dispose();
        return false;
      }
      return this.user.reopened(used, again).catch((error: unknown) => {
        const explanation = error instanceof Error ? error.message : String(error);
        this.without('problem', explanation, opened.program.path);
        return false;
      });
    });
  }
}

/** Programs whose files hold others now, which do not fit: they come back once the files do. */
interface AwaitedModules {
  readonly traced?: UsedModule;
  readonly further: readonly UsedModule[];
}

const noneAwaited: AwaitedModules = { further: [] };

/** Programs at the slides found now, without foreign ones. */
interface PlacedModules {
  readonly traced: UsedModule | undefined;
  readonly further: readonly UsedModule[];
  /** Why the traced one is not there. */
  readonly problem?: ModuleState;
}

async function placedAgain(
  traced: UsedModule | undefined,
  further: readonly UsedModule[],
  match: Matching,
): Promise<PlacedModules> {
  const again: UsedModule[] = [];
  for (const used of listOf(traced, further)) {
    const { opened, state } = used;
    const placed = modulesOf(again);
    const found = await matchAgain(used, (slide) => match(opened.program, slide, placed));
    const isForeign = found.verdict === 'foreign';
    if (isForeign && used === traced) {
      return { traced: undefined, further: [], problem: refused(opened, found) };
    }
    if (!isForeign) again.push(usedModule(opened, found, state.given === true));
  }
  return traced ? { traced: again[0], further: again.slice(1) } : { traced, further: again };
}

/** The same; where they cannot be read, each where it was, and `again` says why. */
async function placedOrUnread(
  traced: UsedModule | undefined,
  further: readonly UsedModule[],
  match: Matching,
  again: UsedModule,
): Promise<PlacedModules> {
  try {
    return await placedAgain(traced, further, match);
  } catch (error) {
    if (!(error instanceof ReadFailed)) throw error;
    const unread = { ...again, state: { ...again.state, explanation: error.message } };
    const said = (each: UsedModule): UsedModule => (each === again ? unread : each);
    return { traced: traced && said(traced), further: further.map(said) };
  }
}

function listOf(
  traced: UsedModule | undefined,
  further: readonly UsedModule[],
): readonly UsedModule[] {
  return traced ? [traced, ...further] : further;
}

function modulesOf(programs: readonly UsedModule[]): readonly TraceModule[] {
  return programs.map(({ module: placed }) => placed);
}

function openedOnlyIn(
  these: readonly UsedModule[],
  others: readonly UsedModule[],
): readonly OpenedProgram[] {
  const opened = new Set(others.map((each) => each.opened));
  return these.map((each) => each.opened).filter((each) => !opened.has(each));
}

/** What is known of a program of a trace. */
export interface ModuleState {
  /** `unplaced`: position-independent, its slide is not known. `problem`: it cannot be used. */
  readonly state: 'none' | 'searching' | 'placed' | 'unplaced' | 'problem';
  readonly path?: string;
  /** Run-time address minus link-time address, modulo 2^64; only if it is placed. */
  readonly slide?: bigint;
  /** Whether the user gave the slide: it stays, whatever the trace says; only if it is placed. */
  readonly given?: boolean;
  /** Whether some of the trace's addresses speak against the slide; only if it is placed. */
  readonly doubtful?: boolean;
  /** Slides to choose from; only if it is not placed. */
  readonly offered?: readonly bigint[];
  /** One sentence for the user. */
  readonly explanation: string;
}

/** A program with the open file that it is read from. */
export interface OpenedProgram extends Disposable {
  readonly program: Program;
  /**
   * Its user calls this once: the person at the screen may then be asked for what it still needs.
   * `replace` is called with the program opened again: its file was written again, or files may be
   * read for it that were withheld before. Where that is not used, the file is opened later again.
   */
  readonly inUse?: (replace: (again: OpenedProgram) => Promise<boolean>) => void;
}

/** A program that is in use. */
export interface UsedModule {
  readonly opened: OpenedProgram;
  readonly module: TraceModule;
  readonly state: ModuleState;
}

/** What comparing a program with a trace of either kind gave. */
export type Match = Omit<ProgramMatch, 'confirmed'>;

/** A program in use at the slide that was found. `given`: the user said where. */
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
 * Compares a program in use again. A slide that the user gave stays; one that was inferred is
 * inferred again, and stays if no other is found. Rejects as `match` does.
 */
export async function matchAgain(
  { module: { slide }, state: { given = false } }: UsedModule,
  match: (slide: bigint | undefined) => Promise<Match>,
): Promise<Match> {
  if (given) return match(slide);
  const found = await match(undefined);
  return found.slide === undefined && slide !== undefined ? match(slide) : found;
}

/** The state of a foreign program. */
function refused({ program }: OpenedProgram, { sentence }: Match): ModuleState {
  return { state: 'problem', path: program.path, explanation: sentence };
}
