// All breakpoints of a debug session. Breakpoints are finds: each is a test of frames. A client replaces them source by
// source and kind by kind, and is told at once what is known; what the frames tell follows.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { messageOf } from '../requestFailed';
import type { RequestedStop } from './requestedStop';
import { makeBreakpoint, type Breakpoint, type StopTest } from './breakpoint';
import type { BreakpointPlaces } from './place';
import { linesWithFrames } from '../../trace/framePcs';
import { findFrame } from '../../trace/search/search';
import { countFrames, nextStop } from './run';

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

  /** Replaces a group; answers with what is known at once. */
  set(name: string, asked: readonly RequestedStop[]): Promise<VerifiedBreakpoint[]> {
    return this.inTurn(async () => {
      const ids = asked.map(() => this.nextId++);
      const group = await this.replace(name, asked, ids);
      const answers: VerifiedBreakpoint[] = [];
      for (const breakpoint of group.breakpoints) {
        const known = await verdictAtOnce(this.trace, breakpoint);
        const answer = answerOf(breakpoint, known ?? looking);
        this.told.set(breakpoint.id, answer);
        answers.push(answer);
        if (!known) this.search(breakpoint, group);
      }
      return answers;
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
          const known = await verdictAtOnce(this.trace, breakpoint);
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

  private async inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changed = this.changes.then(change);
    this.changes = changed.catch(() => undefined);
    return changed;
  }

  private async replace(
    name: string,
    asked: readonly RequestedStop[],
    ids: readonly number[],
  ): Promise<Group> {
    const before = this.groups.get(name);
    const breakpoints = await Promise.all(
      asked.map((each, i) => makeBreakpoint(ids[i] ?? 0, each, this.trace, this.places)),
    );
    const group = { breakpoints, replaced: new AbortController() };
    before?.replaced.abort();
    for (const { id } of before?.breakpoints ?? []) if (!ids.includes(id)) this.told.delete(id);
    this.groups.set(name, group);
    if (this.isDisposed) group.replaced.abort();
    return group;
  }

  private search(breakpoint: Breakpoint, group: Group): void {
    const { signal } = group.replaced;
    this.searches = this.searches.then(async () => {
      if (signal.aborted) return;
      const found = await verdict(this.trace, breakpoint, signal).catch(notKnown);
      if (found) this.settle(breakpoint, group, found);
    });
  }

  private settle(breakpoint: Breakpoint, { replaced }: Group, found: Verdict): void {
    if (replaced.signal.aborted) return;
    const before = this.told.get(breakpoint.id);
    const answer = answerOf(breakpoint, found);
    this.told.set(breakpoint.id, answer);
    if (!before || !isSameAnswer(before, answer)) this.tell(answer);
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
  /** Why not, for a person. */
  readonly message?: string;
}

/** While frames are looked at. */
const looking: Verdict = { verified: false, message: 'Looking for frames…' };

/** What the frames indexed so far tell at once; undefined where frames must be read, or are still to come. */
async function verdictAtOnce(
  trace: Trace,
  { asked, stop, problem }: Breakpoint,
): Promise<Verdict | undefined> {
  if (!stop) return { verified: false, ...(problem !== undefined && { message: problem }) };
  if (stop.test.condition || stop.hits) return undefined;
  const known = trace.recording.index.count - 1;
  const isHit =
    known >= 0 && (await findFrame(trace, [stop.test], { from: -1, direction: 1, to: known }));
  if (isHit) return { verified: true };
  return asked.kind !== 'line' && trace.recording.indexProgress.complete ? noFrame : undefined;
}

/** What all frames tell; undefined where the search is cancelled. */
async function verdict(
  trace: Trace,
  breakpoint: Breakpoint,
  signal: AbortSignal,
): Promise<Verdict | undefined> {
  const { stop } = breakpoint;
  if (!stop) return undefined;
  const { test, hits } = stop;
  const stopping = { test, ...(hits && { hits }) };
  const found = await nextStop(
    trace,
    [{ ...breakpoint, stop: stopping }],
    { from: -1, direction: 1, signal },
    () => Promise.resolve(),
  );
  if (found) return { verified: true };
  if (signal.aborted) return undefined;
  return { verified: false, message: await whyNot(trace, breakpoint, stop, signal) };
}

const noFrame: Verdict = { verified: false, message: 'No frame stops here.' };

async function whyNot(
  trace: Trace,
  { asked, place }: Breakpoint,
  { test, hits }: StopTest,
  signal: AbortSignal,
): Promise<string> {
  const { condition, ...where } = test;
  const matching = hits ? await countFrames(trace, test, Number.MAX_SAFE_INTEGER, signal) : 0;
  if (hits && matching > 0) {
    const frames = matching === 1 ? 'Only one frame matches' : `Only ${matching} frames match`;
    return `${frames}: the hit count ${hits.text} is never reached.`;
  }
  if (asked.kind === 'data') {
    const { expression, label = expression } = asked.followed;
    return `${label} does not change from one frame to another that collected it.`;
  }
  const here = await findFrame(trace, [where], { from: -1, direction: 1, signal });
  if (here && condition) {
    const why = condition.whyNowhere;
    const because = why ? ` ${why.problem}` : '';
    return `Frames stop here, but in none of them the condition holds.${because}`;
  }
  if (asked.kind !== 'line') return 'No frame stops here.';
  return `No frame is at this line. ${await nearestLines(trace, place?.files ?? [], place?.line ?? 0)}`;
}

async function nearestLines(trace: Trace, files: readonly string[], line: number): Promise<string> {
  const lines = await linesWithFrames(trace, files);
  const nearest = [
    ...lines.filter((each) => each < line).slice(-2),
    ...lines.filter((each) => each > line).slice(0, 2),
  ];
  if (nearest.length === 0) return 'No other line of the file has frames.';
  return `The nearest lines that have frames: ${nearest.join(', ')}.`;
}
