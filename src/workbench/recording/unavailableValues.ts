// What the user looked at in the debugger and a trace did not collect, with what would collect it
// the next time.
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  forecastOf,
  nextCollection,
  withCollection,
  type CollectionForecast,
  type LookedAt,
  type NextCollection,
} from '../../remote/record/collectNext';
import type { PlannedTracepoint } from '../../remote/record/plan';
import { Emitter, type Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { debugType } from '../contributions';
import { shownTrace } from '../shownTrace';
import { traceOfArgument, type WithTrace } from '../workspaceTraces';
import { LookedAtTracker } from './lookedAtTracker';
import { tracedPlan } from './tracedPlan';

/** Values that are kept: more are no list. */
const maxValues = 200;
/** How gdb writes what was not collected. */
const unavailableText = '<unavailable>';

/** Something that was not collected, and what would. */
export interface UnavailableValue {
  readonly file: vscode.Uri;
  readonly looked: LookedAt;
  readonly next: NextCollection;
  /** The tracepoint as the trace describes it. */
  readonly recorded: PlannedTracepoint;
  /** Whether the trace records the time of each hit. */
  readonly recordTime: boolean;
  readonly forecast: CollectionForecast;
  /** Bytes of the target's buffer; absent where the trace does not say. */
  readonly bufferSize?: number;
}

/** Collects what debug sessions of traces show. */
export class UnavailableValues implements Disposable {
  private readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  private readonly values = new Map<string, UnavailableValue>();
  /** What nothing is listed for, with the reason where there is one. */
  private readonly others = new Map<string, { readonly problem: string } | undefined>();
  private readonly tracking: vscode.Disposable;
  private last: Promise<unknown> = Promise.resolve();
  /** The trace that is shown, or was last. */
  private shown = shownTrace()?.toString();

  constructor(private readonly withTrace: WithTrace) {
    const { tabGroups } = vscode.window;
    const follow = () => {
      this.follow();
    };
    const factory = vscode.debug.registerDebugAdapterTrackerFactory(debugType, {
      createDebugAdapterTracker: ({ configuration, workspaceFolder }) => {
        const trace: unknown = configuration['trace'];
        if (typeof trace !== 'string') return undefined;
        const file = traceOfArgument(trace, workspaceFolder);
        return new LookedAtTracker((expression, level) => {
          void this.look(file, { expression, level });
        }, unavailableText);
      },
    });
    this.tracking = vscode.Disposable.from(
      vscode.debug.onDidChangeActiveDebugSession(follow),
      tabGroups.onDidChangeTabs(follow),
      tabGroups.onDidChangeTabGroups(follow),
      factory,
    );
  }

  dispose(): void {
    this.tracking.dispose();
    this.changed.dispose();
  }

  /** Those of the trace that is shown; parts of what is listed itself are left out. */
  get all(): readonly UnavailableValue[] {
    const all = [...this.values.values()].filter(({ file }) => file.toString() === this.shown);
    return all.filter((value) => !all.some((other) => isPartOf(value, other)));
  }

  private follow(): void {
    const shown = shownTrace()?.toString();
    if (shown === undefined || shown === this.shown) return;
    this.shown = shown;
    this.changed.fire();
  }

  /** Forgets all of them. */
  clear(): void {
    this.values.clear();
    this.others.clear();
    this.changed.fire();
  }

  /**
   * Takes note of something in a frame, the one that the trace is at unless another is named. A
   * problem where nothing is known to collect it.
   */
  look(
    file: vscode.Uri,
    seen: Omit<LookedAt, 'frame'> & Partial<LookedAt>,
  ): Promise<UnavailableValue | { readonly problem: string } | undefined> {
    const done = this.last.then(() =>
      this.withTrace(file, async (trace) => {
        const looked: LookedAt = { frame: trace.cursor.frame, ...seen };
        const { frame, expression } = looked;
        const key = keyOf(file, trace, looked);
        const before = this.values.get(key);
        if (before) return before;
        if (this.others.has(key)) return this.others.get(key);
        if (this.values.size >= maxValues) {
          return { problem: vscode.l10n.t('The list of what to collect next time is full.') };
        }
        const isMissing = expression !== undefined || (await endsEarly(trace, frame));
        const value = isMissing ? await valueOf(file, trace, looked) : undefined;
        if (!value || 'problem' in value) {
          this.others.set(key, value);
          return value;
        }
        this.values.set(key, value);
        this.changed.fire();
        return value;
      }),
    );
    this.last = done.catch(() => undefined);
    return done;
  }
}

/** One for all frames of a tracepoint. */
function keyOf(file: vscode.Uri, { recording }: Trace, { frame, level, expression }: LookedAt) {
  const tracepoint = recording.index.tracepoint(frame);
  const isStep = recording.stepping.isStep(frame);
  return [file.toString(), tracepoint, isStep, level, expression].join('\n');
}

/** Whether a call stack ends because something was not collected. */
async function endsEarly(trace: Trace, frame: number): Promise<boolean> {
  return (await trace.callStack(frame)).end !== undefined;
}

async function valueOf(
  file: vscode.Uri,
  trace: Trace,
  looked: LookedAt,
): Promise<UnavailableValue | { readonly problem: string }> {
  const next = await nextCollection(trace, looked);
  if ('problem' in next) return next;
  const { description } = trace.recording;
  const { tracepoints, recordTime } = tracedPlan(description);
  const recorded = tracepoints.find(({ number }) => number === next.tracepoint);
  if (!recorded)
    return { problem: t('The trace does not describe tracepoint {0}.', next.tracepoint) };
  const after = withCollection(recorded, next);
  const forecast = await forecastOf(trace, recorded, after, next.stepping);
  const bufferSize = description.status?.bufferSize;
  return {
    file,
    looked,
    next,
    recorded,
    recordTime,
    forecast,
    ...(bufferSize !== undefined && { bufferSize }),
  };
}

/** Whether a value is a member or an element of another one that is listed. */
function isPartOf(value: UnavailableValue, whole: UnavailableValue): boolean {
  const [part, other] = [value.looked.expression, whole.looked.expression];
  if (part === undefined || other === undefined || part === other) return false;
  return (
    whole.file.toString() === value.file.toString() &&
    whole.next.tracepoint === value.next.tracepoint &&
    whole.looked.level === value.looked.level &&
    (part.startsWith(`${other}.`) || part.startsWith(`${other}[`) || part.startsWith(`(${other}).`))
  );
}
