// All breakpoints of a debug session. Breakpoints are finds: each is a test of frames. A client
// replaces them source by source and kind by kind, and is told at once what is known; what the
// frames tell follows.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { messageOf } from '../../bytes/requestFailed';
import { dataIdOf } from './dataCondition';
import type { RequestedStop } from './requestedStop';
import { makeBreakpoint, type Breakpoint, type StopTest } from './breakpoint';
import { framesAreIn, type BreakpointPlaces } from './place';
import { hasFrameIn, linesWithFrames, nearestFramePcs } from '../../trace/framePcs';
import { hexAddress } from '../../bytes/hex';
import type { FramePredicate } from '../../trace/search/framePredicate';
import { findFrame } from '../../trace/search/search';
import { countFrames, nextStop, withoutLog } from './run';

/** What a client knows of a breakpoint; lines count from 1. */
export type VerifiedBreakpoint = Pick<DebugProtocol.Breakpoint, 'verified' | 'message' | 'line'> & {
  readonly id: number;
};

/** Breakpoints that were set together: of one source, or of one kind. */
interface Group {
  readonly breakpoints: readonly Breakpoint[];
  /** Aborted when the group is replaced. */
  readonly replaced: AbortController;
}

/** The breakpoints of a session, by group. */
export class Breakpoints implements Disposable {
  private nextId = 1;
  private readonly groups = new Map<string, Group>();
  private readonly told = new Map<number, VerifiedBreakpoint>();
  /** How many frames there were when all of them told of a breakpoint. */
  private readonly askedOfAll = new WeakMap<Breakpoint, number>();
  private isDisposed = false;
  /** Groups change one after the other. */
  private changes: Promise<unknown> = Promise.resolve();
  /** One search for frames at a time. */
  private searches: Promise<void> = Promise.resolve();

  constructor(
    private readonly trace: Trace,
    private readonly places: BreakpointPlaces,
    /** Tells the client of a breakpoint that is not what it was told before. */
    private readonly tell: (answer: VerifiedBreakpoint) => void,
  ) {}

  get all(): readonly Breakpoint[] {
    return [...this.groups.values()].flatMap(({ breakpoints }) => breakpoints);
  }

  /** An id that no breakpoint has had. */
  newId(): number {
    return this.nextId++;
  }

  /**
   * Replaces a group; answers with what is known at once. `given`: the ids, where they are known.
   */
  set(
    name: string,
    asked: readonly RequestedStop[],
    given?: readonly number[],
  ): Promise<VerifiedBreakpoint[]> {
    return this.inTurn(async () => {
      const ids = given ?? this.idsOf(asked, this.groups.get(name));
      const same = this.knownAlready(name, asked, ids);
      const group = await this.replace(name, asked, ids, same);
      const answers: VerifiedBreakpoint[] = [];
      for (const breakpoint of group.breakpoints) {
        if (same.has(breakpoint.id)) {
          answers.push(this.toldOf(breakpoint.id));
          continue;
        }
        const known = await verdictAtOnce(this.trace, breakpoint, group.replaced.signal);
        const answer = answerOf(breakpoint, known ?? looking());
        this.told.set(breakpoint.id, answer);
        answers.push(answer);
        if (known) this.noteAsked(breakpoint);
        else this.search(breakpoint, group);
      }
      return answers;
    });
  }

  /** What the client was told last of a breakpoint. */
  toldOf(id: number): VerifiedBreakpoint {
    return this.told.get(id) ?? { id, verified: false };
  }

  /** Takes breakpoints out of their groups. */
  remove(ids: readonly number[]): Promise<void> {
    const gone = new Set(ids);
    return this.inTurn(async () => {
      for (const [name, { breakpoints }] of [...this.groups]) {
        const left = breakpoints.filter(({ id }) => !gone.has(id));
        if (left.length === breakpoints.length) continue;
        const asked = left.map((each) => each.asked);
        const leftIds = left.map(({ id }) => id);
        const same = this.knownAlready(name, asked, leftIds);
        const group = await this.replace(name, asked, leftIds, same);
        for (const breakpoint of group.breakpoints) {
          if (!same.has(breakpoint.id)) this.search(breakpoint, group);
        }
      }
    });
  }

  /** Looks again where all breakpoints are: after a program came or went, or a source was found. */
  refresh(): Promise<void> {
    return this.inTurn(async () => {
      for (const [name, { breakpoints }] of [...this.groups]) {
        const asked = breakpoints.map((each) => each.asked);
        const ids = breakpoints.map(({ id }) => id);
        const group = await this.replace(name, asked, ids);
        for (const breakpoint of group.breakpoints) {
          const known = await verdictAtOnce(this.trace, breakpoint, group.replaced.signal);
          if (known) this.settle(breakpoint, group, known);
          else this.search(breakpoint, group);
        }
      }
    });
  }

  dispose(): void {
    this.isDisposed = true;
    for (const { replaced } of this.groups.values()) replaced.abort();
  }

  /** A breakpoint that is set again keeps its id, whatever its terms are now. */
  private idsOf(asked: readonly RequestedStop[], before: Group | undefined): number[] {
    const left = new Set(before?.breakpoints);
    const take = (
      text: (stop: RequestedStop) => string,
    ): ((stop: RequestedStop) => number | undefined) => {
      const earlier = new Map<string, Breakpoint[]>();
      for (const each of [...left].reverse()) {
        const key = text(each.asked);
        const others = earlier.get(key);
        if (others) others.push(each);
        else earlier.set(key, [each]);
      }
      return (stop) => {
        const found = earlier.get(text(stop))?.pop();
        if (found) left.delete(found);
        return found?.id;
      };
    };
    const same = asked.map(take((each) => `${placeText(each)} ${termsText(each)}`));
    const moved = take(placeText);
    return asked.map((each, i) => same[i] ?? moved(each) ?? this.nextId++);
  }

  /**
   * Breakpoints of a group that would be made as they are, by their ids, and of which all frames
   * told. What a condition means depends on where the debugger stands and on what values became.
   */
  private knownAlready(
    name: string,
    asked: readonly RequestedStop[],
    ids: readonly number[],
  ): ReadonlyMap<number, Breakpoint> {
    const before = new Map(this.groups.get(name)?.breakpoints.map((each) => [each.id, each]));
    const same = asked.flatMap((stop, i): (readonly [number, Breakpoint])[] => {
      const earlier = before.get(ids[i] ?? 0);
      if (!earlier || stop.kind === 'data') return [];
      if (this.askedOfAll.get(earlier) !== this.trace.recording.index.count) return [];
      const isAsBefore = !earlier.stop?.test.condition && isSame(earlier.asked, stop);
      return isAsBefore ? [[earlier.id, earlier]] : [];
    });
    return new Map(same);
  }

  private async inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.changes.then(change);
    this.changes = changed.catch(() => undefined);
    return changed;
  }

  private async replace(
    name: string,
    asked: readonly RequestedStop[],
    ids: readonly number[],
    same: ReadonlyMap<number, Breakpoint> = new Map(),
  ): Promise<Group> {
    const before = this.groups.get(name);
    const make = async (each: RequestedStop, id: number) =>
      same.get(id) ?? (await makeBreakpoint(id, each, this.trace, this.places));
    const breakpoints = await Promise.all(asked.map((each, i) => make(each, ids[i] ?? 0)));
    const group = { breakpoints, replaced: new AbortController() };
    before?.replaced.abort();
    const left = new Set(ids);
    for (const { id } of before?.breakpoints ?? []) if (!left.has(id)) this.told.delete(id);
    this.groups.set(name, group);
    if (this.isDisposed) group.replaced.abort();
    return group;
  }

  private search(breakpoint: Breakpoint, group: Group): void {
    const { signal } = group.replaced;
    this.searches = this.searches.then(async () => {
      if (signal.aborted) return;
      const found = await verdict(this.trace, breakpoint, signal)
        .then((told) => {
          if (told) this.noteAsked(breakpoint);
          return told;
        })
        .catch(notKnown);
      if (found) this.settle(breakpoint, group, found);
    });
  }

  private noteAsked(breakpoint: Breakpoint): void {
    const { indexProgress, index } = this.trace.recording;
    if (indexProgress.complete) this.askedOfAll.set(breakpoint, index.count);
  }

  private settle(breakpoint: Breakpoint, { replaced }: Group, found: Verdict): void {
    if (replaced.signal.aborted) return;
    const before = this.told.get(breakpoint.id);
    const answer = answerOf(breakpoint, found);
    this.told.set(breakpoint.id, answer);
    if (!before || !isSameAnswer(before, answer)) this.tell(answer);
  }
}

function isSame(one: RequestedStop, other: RequestedStop): boolean {
  return placeText(one) === placeText(other) && termsText(one) === termsText(other);
}

function termsText({ terms: { condition, hitCondition, logMessage } }: RequestedStop): string {
  return JSON.stringify([condition, hitCondition, logMessage]);
}

/** Where a breakpoint was asked for, in the client's words. */
function placeText(asked: RequestedStop): string {
  switch (asked.kind) {
    case 'line':
      return `${asked.line} ${asked.path}`;
    case 'function':
      return asked.name;
    case 'instruction':
      return hexAddress(asked.address);
    case 'data':
      return dataIdOf(asked.followed);
    case 'nowhere':
      return asked.problem;
  }
}

/** What a client is told where the frames or the program cannot be read. */
function notKnown(error: unknown): Verdict {
  return { verified: false, message: messageOf(error) };
}

function answerOf({ id, place }: Breakpoint, known: Verdict): VerifiedBreakpoint {
  return { id, ...known, ...(place?.line !== undefined && { line: place.line }) };
}

function isSameAnswer(one: VerifiedBreakpoint, other: VerifiedBreakpoint): boolean {
  return (
    one.verified === other.verified && one.line === other.line && one.message === other.message
  );
}

// Whether some frame can hit a breakpoint, and what to say where none can.

/** What a client is told of a breakpoint. */
export interface Verdict {
  readonly verified: boolean;
  /** Why not, for the user. */
  readonly message?: string;
}

/** While frames are looked at. */
const looking = (): Verdict => ({ verified: false, message: t('Looking for frames…') });

/**
 * What the frames indexed so far tell at once; undefined where frames must be read, or are still to
 * come.
 */
async function verdictAtOnce(
  trace: Trace,
  breakpoint: Breakpoint,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  const { asked, stop, problem } = breakpoint;
  if (!stop) return { verified: false, ...(problem !== undefined && { message: problem }) };
  if (stop.test.condition || stop.hits) return undefined;
  const { indexProgress } = trace.recording;
  const isHit = indexProgress.complete
    ? await hasFrameIn(trace.recording, stop.test)
    : await isHitSoFar(trace, stop.test);
  if (isHit) return { verified: true };
  if (asked.kind === 'line' || !indexProgress.complete) return undefined;
  return { verified: false, message: await whyNot(trace, breakpoint, stop, signal) };
}

/** Whether one of the frames indexed so far passes. */
async function isHitSoFar(trace: Trace, test: FramePredicate): Promise<boolean> {
  const to = trace.recording.index.count - 1;
  return to >= 0 && (await findFrame(trace, [test], { from: -1, direction: 1, to })) !== undefined;
}

/** What all frames tell; undefined where the search is cancelled. */
async function verdict(
  trace: Trace,
  breakpoint: Breakpoint,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  const { stop } = breakpoint;
  if (!stop) return undefined;
  if (await canBeHit(trace, breakpoint, stop, signal)) return { verified: true };
  if (signal.aborted) return undefined;
  return { verified: false, message: await whyNot(trace, breakpoint, stop, signal) };
}

async function canBeHit(
  trace: Trace,
  breakpoint: Breakpoint,
  stop: StopTest,
  signal: AbortSignal,
): Promise<boolean> {
  const { addresses, ranges } = stop.test;
  if (addresses ?? ranges) {
    if (!(await hasFrameIn(trace.recording, stop.test))) return false;
    if (!stop.test.condition && !stop.hits) return true;
  }
  const found = await nextStop(
    trace,
    [{ ...breakpoint, stop: withoutLog(stop) }],
    { from: -1, direction: 1, signal },
    () => Promise.resolve(),
  );
  return found !== undefined;
}

async function whyNot(
  trace: Trace,
  { asked, place }: Breakpoint,
  { test, hits }: StopTest,
  signal: AbortSignal,
): Promise<string> {
  const { condition, ...where } = test;
  const matching = hits ? await countFrames(trace, test, Number.MAX_SAFE_INTEGER, signal) : 0;
  if (hits && matching > 0) {
    const frames =
      matching === 1 ? t('Only one frame matches') : t('Only {0} frames match', matching);
    return t('{0}: the hit count {1} is never reached.', frames, hits.text);
  }
  if (asked.kind === 'data') {
    const { expression, label = expression } = asked.followed;
    return t('{0} does not change from one frame to another that collected it.', label);
  }
  if (condition && (await hasFrameIn(trace.recording, where))) {
    const why = condition.whyNowhere;
    const because = why ? ` ${why.problem}` : '';
    return t('Frames stop here, but in none of them the condition holds.{0}', because);
  }
  const { files, line, addresses, ranges } = place ?? {};
  if (files && line !== undefined) {
    return t('No frame is at this line. {0}', await nearestLines(trace, files, line));
  }
  if (ranges) return t('No frame is in this function. {0}', await framesAreIn(trace));
  return t(
    'No frame is at this address. {0}',
    await nearestAddresses(trace, [...(addresses ?? [])]),
  );
}

async function nearestAddresses(trace: Trace, to: readonly bigint[]): Promise<string> {
  const [wanted = 0n] = to;
  const nearest = (await nearestFramePcs(trace.recording, wanted, 3)).map(async (pc) => {
    const symbol = await trace.modules.current.symbol(pc);
    return symbol === undefined ? hexAddress(pc) : `${hexAddress(pc)} <${symbol}>`;
  });
  if (nearest.length === 0) return t('No frame has a PC.');
  return t('The nearest that have frames: {0}.', (await Promise.all(nearest)).join(', '));
}

async function nearestLines(trace: Trace, files: readonly string[], line: number): Promise<string> {
  const lines = await linesWithFrames(trace, files);
  const nearest = [
    ...lines.filter((each) => each < line).slice(-2),
    ...lines.filter((each) => each > line).slice(0, 2),
  ];
  if (nearest.length === 0) return t('No other line of the file has frames.');
  return t('The nearest lines that have frames: {0}.', nearest.join(', '));
}
