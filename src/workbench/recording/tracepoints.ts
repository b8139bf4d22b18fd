// The tracepoints of the workspace and their trace state variables: saved with it, as breakpoints
// are, with events when they change.
import * as v from 'valibot';
import type { Memento } from 'vscode';
import { largest } from '../../bytes/arrays';
import type { PlannedTracepoint, PlannedVariable, RecordingPlan } from '../../remote/record/plan';
import { Emitter, type Disposable } from '../../trace/emitter';
import { lineOf, locationOf, namesFile, type NamedFile } from './locations';
import { plannedTracepoints } from '../contributions';

/** gdbserver takes more; users do not. */
const maxTracepoints = 10_000;

/** The tracepoints and variables planned in this workspace. */
export class Tracepoints implements Disposable {
  private readonly changed = new Emitter<void>();
  /** Something of the plan changed. */
  readonly onDidChange = this.changed.event;
  private current: RecordingPlan;

  constructor(private readonly state: Memento) {
    this.current = readPlan(state.get(plannedTracepoints));
  }

  get plan(): RecordingPlan {
    return this.current;
  }

  get all(): readonly PlannedTracepoint[] {
    return this.current.tracepoints;
  }

  withNumber(number: number): PlannedTracepoint | undefined {
    return this.all.find((each) => each.number === number);
  }

  /** The tracepoints of a file, by line counted from 1; those of one line by number. */
  in(file: NamedFile): ReadonlyMap<number, readonly PlannedTracepoint[]> {
    const found = new Map<number, PlannedTracepoint[]>();
    for (const tracepoint of this.all) {
      const at = lineOf(tracepoint.location);
      if (!at || !namesFile(at.file, file)) continue;
      const others = found.get(at.line);
      if (others) others.push(tracepoint);
      else found.set(at.line, [tracepoint]);
    }
    return found;
  }

  /** Adds a tracepoint under the next number, as gdb counts them. */
  add(wanted: Omit<PlannedTracepoint, 'number'>): PlannedTracepoint | undefined {
    if (this.all.length >= maxTracepoints) return undefined;
    const number =
      largest(
        this.all.map((each) => each.number),
        0,
      ) + 1;
    const tracepoint = { ...wanted, number };
    this.keep({ tracepoints: [...this.all, tracepoint] });
    return tracepoint;
  }

  /** Replaces the tracepoint with the same number, if it still exists. */
  replace(tracepoint: PlannedTracepoint): void {
    this.keep({
      tracepoints: this.all.map((each) => (each.number === tracepoint.number ? tracepoint : each)),
    });
  }

  setEnabled(number: number, enabled: boolean): void {
    const tracepoint = this.withNumber(number);
    if (tracepoint && tracepoint.enabled !== enabled) this.replace({ ...tracepoint, enabled });
  }

  remove(number: number): void {
    this.keep({ tracepoints: this.all.filter((each) => each.number !== number) });
  }

  /** Removes all tracepoints and variables. */
  removeAll(): void {
    this.keep({ tracepoints: [], variables: [] });
  }

  /** Defines a trace state variable, or gives it another first value. */
  setVariable(variable: PlannedVariable): void {
    const { variables } = this.current;
    const isKnown = variables.some(({ name }) => name === variable.name);
    this.keep({
      variables: isKnown
        ? variables.map((each) => (each.name === variable.name ? variable : each))
        : [...variables, variable],
    });
  }

  removeVariable(name: string): void {
    this.keep({ variables: this.current.variables.filter((each) => each.name !== name) });
  }

  set recordTime(recordTime: boolean) {
    this.keep({ recordTime });
  }

  /** Adds what another plan holds: its tracepoints under numbers of this one. */
  addPlan({ tracepoints, variables, recordTime }: RecordingPlan): void {
    const first =
      largest(
        this.all.map((each) => each.number),
        0,
      ) + 1;
    const added = tracepoints.map((each, i) => ({ ...each, number: first + i }));
    const known = new Set(variables.map(({ name }) => name));
    this.keep({
      tracepoints: [...this.all, ...added].slice(0, maxTracepoints),
      variables: [...this.current.variables.filter(({ name }) => !known.has(name)), ...variables],
      recordTime: recordTime || this.current.recordTime,
    });
  }

  /** Takes another plan in the place of this one. */
  replacePlan(plan: RecordingPlan): void {
    this.keep(plan);
  }

  /** Moves the tracepoints of a file with an edit of it. */
  follow(file: NamedFile, changes: readonly TextChange[]): void {
    this.relocate((at) => {
      if (!namesFile(at.file, file)) return at;
      const line = changes.reduce((moved, change) => movedLine(moved, change), at.line - 1) + 1;
      return { ...at, line };
    });
  }

  /** The file has another name now. */
  rename(before: NamedFile, after: NamedFile): void {
    this.relocate((at) => (namesFile(at.file, before) ? { ...at, file: after.relative } : at));
  }

  dispose(): void {
    this.changed.dispose();
  }

  private relocate(move: (at: { file: string; line: number }) => typeof at): void {
    const tracepoints = this.all.map((tracepoint) => {
      const at = lineOf(tracepoint.location);
      const location = at && locationOf(move(at));
      return location === undefined || location === tracepoint.location
        ? tracepoint
        : { ...tracepoint, location };
    });
    if (tracepoints.some((each, i) => each !== this.all[i])) this.keep({ tracepoints });
  }

  private keep(part: Partial<RecordingPlan>): void {
    this.current = { ...this.current, ...part };
    void this.state.update(plannedTracepoints, savedPlan(this.current));
    this.changed.fire();
  }
}

/** A workspace in which nothing was planned. */
const emptyPlan: RecordingPlan = { tracepoints: [], variables: [], recordTime: true };

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(16_384));
const action = v.variant('action', [
  v.object({ action: v.literal('collect'), item: text, strings: v.exactOptional(count) }),
  v.object({ action: v.literal('teval'), expression: text }),
]);
const tracepoint = v.object({
  number: v.pipe(count, v.minValue(1)),
  kind: v.picklist(['trap', 'fast', 'static']),
  location: text,
  enabled: v.boolean(),
  condition: v.exactOptional(text),
  passCount: count,
  actions: v.array(action),
  stepping: v.exactOptional(v.object({ count, actions: v.array(action) })),
});

const variable = v.object({
  name: text,
  /** JSON has no big integers. */
  initialValue: v.pipe(
    v.string(),
    v.regex(/^-?\d{1,20}$/),
    v.transform((digits) => BigInt(digits)),
  ),
});

/** Writes a plan as plain data. */
export function savedPlan({ tracepoints, variables, recordTime }: RecordingPlan): unknown {
  const written = variables.map(({ name, initialValue }) => {
    return { name, initialValue: String(initialValue) };
  });
  return { tracepoints, variables: written, recordTime };
}

/** Reads what {@link savedPlan} wrote; entries that make no sense are left out. */
export function readPlan(saved: unknown): RecordingPlan {
  const outer = v.safeParse(
    v.object({
      tracepoints: v.array(v.unknown()),
      variables: v.array(v.unknown()),
      recordTime: v.boolean(),
    }),
    saved,
  );
  if (!outer.success) return emptyPlan;
  const { tracepoints, variables, recordTime } = outer.output;
  return {
    tracepoints: unique(tracepoints.flatMap(readTracepoint), ({ number }) => number),
    variables: unique(variables.flatMap(readVariable), ({ name }) => name),
    recordTime,
  };
}

function readTracepoint(saved: unknown): PlannedTracepoint[] {
  const read = v.safeParse(tracepoint, saved);
  return read.success ? [read.output] : [];
}

function readVariable(saved: unknown): PlannedVariable[] {
  const read = v.safeParse(variable, saved);
  return read.success ? [read.output] : [];
}

/** The first entry of each key. */
function unique<T>(entries: readonly T[], keyOf: (entry: T) => unknown): T[] {
  return [
    ...new Map([...entries].reverse().map((entry) => [keyOf(entry), entry])).values(),
  ].reverse();
}

/** A change of a text: a range that another text replaced. Lines and characters count from 0. */
export interface TextChange {
  readonly startLine: number;
  readonly endLine: number;
  /** The first line's text before the change, up to where it begins. */
  readonly before: string;
  readonly text: string;
}

/**
 * The line at which a line is after a change; where it was deleted, the line at which the change
 * begins.
 */
export function movedLine(line: number, { startLine, endLine, before, text }: TextChange): number {
  const added = text.split('\n').length - 1;
  const moved = added - (endLine - startLine);
  if (line > endLine) return line + moved;
  if (line < startLine) return line;
  // Text after the change moves to the end of the change: the whole line, if only blanks precede
  // it.
  if (line === startLine) return before.trim() === '' && endLine === line ? line + moved : line;
  return line === endLine ? startLine + added : startLine;
}
