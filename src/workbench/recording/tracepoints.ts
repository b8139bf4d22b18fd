// The tracepoints of the workspace and their trace state variables: kept with it as breakpoints are, and told of when they
// change.
import type { Memento } from 'vscode';
import type { PlannedTracepoint, PlannedVariable, RecordingPlan } from '../../remote/record/plan';
import { Emitter, type Disposable } from '../../trace/emitter';
import { lineOf, locationOf, namesFile, type NamedFile } from './locations';
import { plannedTracepoints } from './plannedTracepoints';
import { movedLine, type TextChange } from './movedLines';
import { readPlan, savedPlan } from './savedPlan';

/** gdbserver takes more, no person does. */
const mostTracepoints = 10_000;

/** What a person planned in this workspace. */
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
    if (this.all.length >= mostTracepoints) return undefined;
    const number = Math.max(0, ...this.all.map((each) => each.number)) + 1;
    const tracepoint = { number, ...wanted };
    this.keep({ tracepoints: [...this.all, tracepoint] });
    return tracepoint;
  }

  /** Puts a tracepoint in the place of the one with its number; nothing where there is none any more. */
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

  /** Takes all tracepoints and variables away. */
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
    const first = Math.max(0, ...this.all.map((each) => each.number)) + 1;
    const added = tracepoints.map((each, i) => ({ ...each, number: first + i }));
    const known = new Set(variables.map(({ name }) => name));
    this.keep({
      tracepoints: [...this.all, ...added].slice(0, mostTracepoints),
      variables: [...this.current.variables.filter(({ name }) => !known.has(name)), ...variables],
      recordTime: recordTime || this.current.recordTime,
    });
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
