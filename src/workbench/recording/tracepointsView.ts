// The view "Tracepoints" in the debug sidebar: what is planned in this workspace, and its counters
// during a run.
import * as vscode from 'vscode';
import type { PlannedAction, PlannedTracepoint, PlannedVariable } from '../../remote/record/plan';
import type { LiveTracepoint, LiveTracepoints } from './currentRecording';
import { lineOf } from './locations';
import type { Tracepoints } from './tracepoints';
import {
  tracepointText,
  actionDetail,
  actionWord,
  conditionsLine,
  countersLine,
} from './tracepointText';

const viewId = 'tracefile.tracepoints';
/** True where there is something that the view can show. */
const anyContext = 'tracefile.anyTracepoints';

/** A tracepoint, as the view and its commands have it. */
export class TracepointItem {
  constructor(readonly tracepoint: PlannedTracepoint) {}
}

/** An action of a tracepoint, or of its steps. */
class ActionItem {
  constructor(readonly action: PlannedAction) {}
}

/** What is collected while stepping. */
class SteppingItem {
  constructor(
    readonly count: number,
    readonly actions: readonly PlannedAction[],
  ) {}
}

/** The trace state variables, where there are any. */
class VariablesItem {
  constructor(readonly variables: readonly PlannedVariable[]) {}
}

/** A trace state variable. */
export class VariableItem {
  constructor(readonly variable: PlannedVariable) {}
}

/** Whether each hit records its time. */
class TimeItem {
  constructor(readonly recordTime: boolean) {}
}

type Item = TracepointItem | ActionItem | SteppingItem | VariablesItem | VariableItem | TimeItem;

/** Fills the view. */
export class TracepointsView implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscriptions: vscode.Disposable;

  constructor(
    private readonly tracepoints: Tracepoints,
    private readonly live: LiveTracepoints,
  ) {
    const view = vscode.window.createTreeView<Item>(viewId, {
      treeDataProvider: this,
      manageCheckboxStateManually: true,
    });
    const refresh = () => {
      this.changed.fire();
      this.setAnyContext();
    };
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      view,
      tracepoints.onDidChange(refresh),
      live.onDidChange(refresh),
      view.onDidChangeCheckboxState(({ items }) => {
        for (const [item, state] of items) {
          this.check(item, state === vscode.TreeItemCheckboxState.Checked);
        }
      }),
    );
    this.setAnyContext();
  }

  getChildren(item?: Item): Item[] {
    if (item === undefined) return this.top();
    if (item instanceof TracepointItem) return childrenOf(item.tracepoint);
    if (item instanceof SteppingItem) return item.actions.map((action) => new ActionItem(action));
    if (item instanceof VariablesItem) {
      return item.variables.map((variable) => new VariableItem(variable));
    }
    return [];
  }

  getTreeItem(item: Item): vscode.TreeItem {
    if (item instanceof TracepointItem) return this.tracepointTree(item.tracepoint);
    if (item instanceof ActionItem) return actionTree(item.action);
    if (item instanceof SteppingItem) return steppingTree(item.count);
    if (item instanceof VariablesItem) return variablesTree();
    if (item instanceof VariableItem) {
      return variableTree(item.variable, this.live.valueOf(item.variable.name));
    }
    return timeTree(item.recordTime);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private top(): Item[] {
    const { tracepoints, variables, recordTime } = this.tracepoints.plan;
    if (tracepoints.length === 0 && variables.length === 0) return [];
    return [
      ...tracepoints.map((tracepoint) => new TracepointItem(tracepoint)),
      ...(variables.length > 0 ? [new VariablesItem(variables)] : []),
      new TimeItem(recordTime),
    ];
  }

  private check(item: Item, checked: boolean): void {
    if (item instanceof TimeItem) this.tracepoints.recordTime = checked;
    if (item instanceof TracepointItem) {
      this.tracepoints.setEnabled(item.tracepoint.number, checked);
    }
  }

  private tracepointTree(tracepoint: PlannedTracepoint): vscode.TreeItem {
    const { number, location, enabled, actions, stepping } = tracepoint;
    const live = this.live.of(number);
    const hasChildren = actions.length > 0 || stepping !== undefined;
    const { None, Collapsed } = vscode.TreeItemCollapsibleState;
    const tree = new vscode.TreeItem(location, hasChildren ? Collapsed : None);
    tree.id = `tracepoint ${number}`;
    tree.description = descriptionOf(tracepoint, live);
    tree.tooltip = tracepointText(tracepoint, this.live);
    tree.contextValue = 'tracepoint';
    tree.checkboxState = checkbox(enabled);
    tree.iconPath = iconOf(tracepoint, live);
    if (lineOf(location)) {
      const title = vscode.l10n.t('Go to {0}', location);
      tree.command = {
        command: 'tracefile.goToTracepoint',
        title,
        arguments: [new TracepointItem(tracepoint)],
      };
    }
    return tree;
  }

  private setAnyContext(): void {
    const { tracepoints, variables } = this.tracepoints.plan;
    const isAny = tracepoints.length > 0 || variables.length > 0;
    void vscode.commands.executeCommand('setContext', anyContext, isAny);
  }
}

function childrenOf({ actions, stepping }: PlannedTracepoint): Item[] {
  const steps = stepping ? [new SteppingItem(stepping.count, stepping.actions)] : [];
  return [...actions.map((action) => new ActionItem(action)), ...steps];
}

/** The text after the location: the counters of the run, then a problem or the conditions. */
export function descriptionOf(
  tracepoint: PlannedTracepoint,
  live: LiveTracepoint | undefined,
): string {
  const { location } = tracepoint;
  const counters = live?.hits === undefined ? '' : countersLine(live.hits, live.bytes ?? 0);
  const note =
    live?.problem === undefined ? conditionsLine(tracepoint) : withoutPlace(live.problem, location);
  return [counters, note].filter((part) => part !== '').join(' · ');
}

/** A problem in a row that begins with the place. */
export function withoutPlace(problem: string, place: string): string {
  const start = `${place}: `;
  const rest = problem.startsWith(start) ? problem.slice(start.length) : problem;
  return rest.replace(` at ${place} `, ' ').replace(` ${place} `, ' ');
}

function iconOf(
  { enabled, kind }: PlannedTracepoint,
  live: LiveTracepoint | undefined,
): vscode.ThemeIcon {
  if (live?.problem !== undefined) {
    return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
  }
  const colour = enabled ? 'tracefile.tracepoint' : 'disabledForeground';
  const icon = kind === 'fast' ? 'zap' : 'record';
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}

function actionTree(action: PlannedAction): vscode.TreeItem {
  const tree = new vscode.TreeItem(actionWord(action));
  tree.description = actionDetail(action);
  const icon = action.action === 'teval' ? 'symbol-operator' : 'symbol-field';
  tree.iconPath = new vscode.ThemeIcon(icon);
  return tree;
}

function steppingTree(count: number): vscode.TreeItem {
  const tree = new vscode.TreeItem(
    vscode.l10n.t('{0} instructions after each hit', count),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  tree.description = 'while-stepping';
  tree.iconPath = new vscode.ThemeIcon('debug-step-into');
  return tree;
}

function variablesTree(): vscode.TreeItem {
  const tree = new vscode.TreeItem(
    vscode.l10n.t('Trace State Variables'),
    vscode.TreeItemCollapsibleState.Expanded,
  );
  tree.contextValue = 'variables';
  return tree;
}

/** `now`: its value in the current run. */
function variableTree(
  { name, initialValue }: PlannedVariable,
  now: bigint | undefined,
): vscode.TreeItem {
  const tree = new vscode.TreeItem(`$${name}`);
  tree.description = `= ${now ?? initialValue}`;
  tree.tooltip = vscode.l10n.t('Each run begins with {0} here.', String(initialValue));
  tree.contextValue = 'variable';
  tree.iconPath = new vscode.ThemeIcon('symbol-variable');
  return tree;
}

function timeTree(recordTime: boolean): vscode.TreeItem {
  const tree = new vscode.TreeItem(vscode.l10n.t('Time of Each Hit'));
  tree.description = '$trace_timestamp';
  tree.tooltip = vscode.l10n.t(
    'Each frame records when it was made, where the target has a clock.',
  );
  tree.checkboxState = checkbox(recordTime);
  tree.iconPath = new vscode.ThemeIcon('watch');
  return tree;
}

function checkbox(checked: boolean): vscode.TreeItemCheckboxState {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  return checked ? Checked : Unchecked;
}
