// Running: from frame to frame to the nearest one at which a breakpoint stops. Log messages are
// printed on the way.
import { t } from '@vscode/l10n';
import type { FramePredicate } from '../../trace/search/framePredicate';
import { findFrame, matchingFrames, type SearchOptions } from '../../trace/search/search';
import type { Trace } from '../../trace/trace';
import type { Breakpoint, StopTest } from './breakpoint';
import { FrameValue } from '../../trace/search/frameValues';
import { stopPlaceText } from './place';
import { hexAddress } from '../../bytes/hex';
import { baseName } from '../../trace/paths';
import type { RequestedStop } from './requestedStop';

/** Where a run ends. */
export interface RunStop {
  readonly frame: number;
  readonly breakpoints: readonly Breakpoint[];
}

/** Prints what a breakpoint has to say of a frame. */
export type PrintLogMessage = (breakpoint: Breakpoint, frame: number) => Promise<void>;

/**
 * The nearest frame at which a breakpoint stops; undefined if none exists, or the run is
 * cancelled.
 */
export async function nextStop(
  trace: Trace,
  breakpoints: readonly Breakpoint[],
  options: SearchOptions,
  log: PrintLogMessage,
): Promise<RunStop | undefined> {
  const runners: Runner[] = [];
  for (const breakpoint of breakpoints) {
    const { stop } = breakpoint;
    if (stop) runners.push(new Runner(breakpoint, stop, await hitsPassed(trace, stop, options)));
  }
  const tests = runners.map(({ stop }) => stop.test);
  let { from } = options;
  for (;;) {
    const found = await findFrame(trace, tests, { ...options, from });
    if (!found || options.signal?.aborted) return undefined;
    const { frame, matched } = found;
    const hit = runners.filter((runner, i) => matched.includes(i) && runner.hit(options.direction));
    for (const { breakpoint, stop } of hit) if (stop.log) await log(breakpoint, frame);
    const stopping = hit.filter(({ stop }) => !stop.log).map(({ breakpoint }) => breakpoint);
    if (stopping.length > 0) return { frame, breakpoints: stopping };
    from = frame;
  }
}

/**
 * What to say where none of the breakpoints is hit in any frame of the trace; undefined if one is
 * hit, or no breakpoint is set.
 */
export async function breakpointsWithoutHits(
  trace: Trace,
  breakpoints: readonly Breakpoint[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (breakpoints.length === 0) return undefined;
  const hit = await nextStop(
    trace,
    breakpoints.map((each) => (each.stop ? { ...each, stop: withoutLog(each.stop) } : each)),
    { from: -1, direction: 1, signal },
    () => Promise.resolve(),
  );
  if (hit) return undefined;
  const named = breakpoints.slice(0, maxNamed).map(breakpointText);
  const more = breakpoints.length - named.length;
  const all = more > 0 ? t('{0} and {1} more', named.join(', '), more) : named.join(', ');
  return t('No frame in the trace is hit by {0}.', all);
}

/** So many breakpoints a message names. */
const maxNamed = 3;

/** The same test, with a stop in place of a message. */
export function withoutLog({ test, hits }: StopTest): StopTest {
  return { test, ...(hits && { hits }) };
}

/** What a breakpoint looks for: `callqueue.c:86 if n == 3`. */
function breakpointText({ asked, place }: Breakpoint): string {
  const { condition = '' } = asked.terms;
  const where = wherePlaced(asked, place?.line);
  return condition.trim() === '' ? where : `${where} if ${condition}`;
}

function wherePlaced(asked: RequestedStop, line: number | undefined): string {
  switch (asked.kind) {
    case 'line':
      return `${baseName(asked.path)}:${line ?? asked.line}`;
    case 'function':
      return asked.name;
    case 'instruction':
      return hexAddress(asked.address);
    case 'data':
      return t('a change of {0}', asked.followed.label ?? asked.followed.expression);
    case 'nowhere':
      return t('a breakpoint that is nowhere');
  }
}

/** How many frames pass a test, from the first up to and with `last`. */
export async function countFrames(
  trace: Trace,
  test: FramePredicate,
  last: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  if (last < 0) return 0;
  let count = 0;
  const whole = { from: -1, direction: 1, to: last, signal } as const;
  for await (const frames of matchingFrames(trace, [test], whole)) count += frames.length;
  return count;
}

/** A breakpoint on a run. */
class Runner {
  constructor(
    readonly breakpoint: Breakpoint,
    readonly stop: StopTest,
    /** Hits in the file before this place of the run. */
    private passed: number,
  ) {}

  /** Takes one more hit into account; whether it is one that the hit count admits. */
  hit(direction: 1 | -1): boolean {
    this.passed += direction;
    const number = direction > 0 ? this.passed : this.passed + 1;
    return this.stop.hits?.admits(number) ?? true;
  }
}

async function hitsPassed(
  trace: Trace,
  { test, hits }: StopTest,
  { from, direction, signal }: SearchOptions,
): Promise<number> {
  if (!hits) return 0;
  return countFrames(trace, test, direction > 0 ? from : from - 1, signal);
}

// Why the debugger stopped, when breakpoints stop it.

/** DAP's reason for a stop. */
export function dapStopReason({ breakpoints: [first] }: RunStop): string {
  const kind = first?.asked.kind;
  return kind === 'line' || kind === undefined ? 'breakpoint' : `${kind} breakpoint`;
}

/** For the user: `Breakpoint 2 at helper, app.c:13`. */
export async function stopNote(trace: Trace, { frame, breakpoints }: RunStop): Promise<string> {
  const names = await Promise.all(breakpoints.map((each) => nameOf(trace, each, frame)));
  return `${names.join(', ')} at ${await stopPlaceText(trace, frame)}`;
}

async function nameOf(trace: Trace, { id, asked }: Breakpoint, frame: number): Promise<string> {
  switch (asked.kind) {
    case 'function':
      return t('Function breakpoint {0}', id);
    case 'instruction':
      return t('Instruction breakpoint {0}', id);
    case 'data': {
      const { expression, label } = asked.followed;
      if (label !== undefined) return t('Data breakpoint {0}: {1} changed', id, label);
      const value = await FrameValue.compile(trace, expression);
      const written = 'problem' in value ? value : await value.textIn(frame);
      const became = 'problem' in written ? '' : t(' to {0}', written.text);
      return t('Data breakpoint {0}: {1} changed{2}', id, expression, became);
    }
    case 'line':
    case 'nowhere':
      return t('Breakpoint {0}', id);
  }
}
