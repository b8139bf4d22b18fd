// The view "Collect Next Time" in the debug sidebar: what the user looked at and the trace did not
// collect, what it would cost to collect it, and the way to the next recording.
import * as vscode from 'vscode';
import { withCollection } from '../../remote/record/collectNext';
import { writeCommands, type PlannedTracepoint } from '../../remote/record/plan';
import { sizeText } from '../../trace/text/statusText';
import { activeTrace, debuggedTrace, selectedLevel, shownTrace } from '../shownTrace';
import { inform, showInformation } from '../notify';
import { expressionOfMenu, type ValueInFrame } from '../variableMenu';
import { lineOf } from './locations';
import type { Tracepoints } from './tracepoints';
import { actionWord } from './tracepointText';
import type { UnavailableValue, UnavailableValues } from './unavailableValues';

const viewId = 'tracefile.collectNext';
/** True where there is something that the view can show. */
const anyContext = 'tracefile.anyUnavailable';

/** What the view and its commands act on. */
interface CollectNextServices {
  readonly values: UnavailableValues;
  readonly tracepoints: Tracepoints;
  /** The value of a context menu of a trace's page. */
  valueOfMenu(menu: unknown): ValueInFrame | undefined;
  /** Records a trace again, as it was recorded. */
  recordAgain(file: vscode.Uri): Promise<void>;
}

/** A value, as the view and its commands have it. */
class UnavailableItem {
  constructor(readonly value: UnavailableValue) {}
}

/** Fills the view and registers its commands; disposing of the result removes them. */
export function registerCollectNext(services: CollectNextServices): vscode.Disposable {
  const { values, tracepoints } = services;
  const commands: Record<string, (argument: unknown) => unknown> = {
    'tracefile.collectNextTime': (argument) => collectOne(argument, services),
    'tracefile.collectAllNextTime': () => {
      for (const value of values.all) collect(value, tracepoints);
    },
    'tracefile.copyCollections': () => copyCommands(values.all),
    'tracefile.forgetUnavailable': () => {
      values.clear();
    },
    'tracefile.recordShownAgain': async () => {
      const file = shownTrace() ?? values.all[0]?.file;
      if (file) await services.recordAgain(file);
    },
  };
  return vscode.Disposable.from(
    new CollectNextView(services),
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

class CollectNextView implements vscode.TreeDataProvider<UnavailableItem>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<UnavailableItem>;
  private readonly subscriptions: vscode.Disposable;

  constructor(private readonly services: CollectNextServices) {
    const { values, tracepoints } = services;
    this.view = vscode.window.createTreeView(viewId, { treeDataProvider: this });
    const refresh = () => {
      this.changed.fire();
      this.view.message = totalText(values.all) ?? '';
      void vscode.commands.executeCommand('setContext', anyContext, values.all.length > 0);
    };
    this.subscriptions = vscode.Disposable.from(
      this.changed,
      this.view,
      values.onDidChange(refresh),
      tracepoints.onDidChange(refresh),
    );
  }

  getChildren(item?: UnavailableItem): UnavailableItem[] {
    return item ? [] : this.services.values.all.map((value) => new UnavailableItem(value));
  }

  getTreeItem({ value }: UnavailableItem): vscode.TreeItem {
    const isPlanned = plansCollection(value, this.services.tracepoints);
    const tree = new vscode.TreeItem(nameOf(value));
    tree.description = isPlanned
      ? vscode.l10n.t('collected next time · {0}', costText(value))
      : costText(value);
    const commands = value.next.actions.map(actionWord).join(', ');
    tree.tooltip = vscode.l10n.t(
      'Tracepoint {0} at {1}: {2}',
      value.next.tracepoint,
      value.recorded.location,
      commands,
    );
    tree.iconPath = new vscode.ThemeIcon(isPlanned ? 'check' : 'circle-slash');
    tree.contextValue = isPlanned ? 'planned' : 'unavailable';
    return tree;
  }

  dispose(): void {
    this.subscriptions.dispose();
  }
}

function nameOf({ looked: { expression, level } }: UnavailableValue): string {
  if (expression === undefined) return vscode.l10n.t('Callers');
  return level === 0 ? expression : vscode.l10n.t('{0}, in caller {1}', expression, level);
}

/** `tracepoint 1 · 15 bytes a hit · 0.3 % of the buffer`. */
function costText({ next, forecast, bufferSize }: UnavailableValue): string {
  const bytes = Math.round(forecast.bytesPerFrame);
  const perHit = next.stepping
    ? vscode.l10n.t('{0} bytes a step', bytes)
    : vscode.l10n.t('{0} bytes a hit', bytes);
  const share = shareText(forecast.frames * forecast.bytesPerFrame, bufferSize);
  return [
    vscode.l10n.t('tracepoint {0}', next.tracepoint),
    forecast.isExact ? perHit : vscode.l10n.t('about {0}', perHit),
    ...(share === undefined ? [] : [share]),
  ].join(' · ');
}

function shareText(bytes: number, bufferSize: number | undefined): string | undefined {
  if (bufferSize === undefined || bufferSize === 0) return undefined;
  const percent = (100 * bytes) / bufferSize;
  const text = percent < 0.1 ? '< 0.1' : percent.toFixed(1);
  return vscode.l10n.t('{0} % of the buffer', text);
}

function totalText(values: readonly UnavailableValue[]): string | undefined {
  const [first] = values;
  if (!first) return undefined;
  const bytes = values
    .map(({ forecast }) => forecast.frames * forecast.bytesPerFrame)
    .reduce((sum, each) => sum + each, 0);
  const share = shareText(bytes, first.bufferSize);
  const size = sizeText(Math.round(bytes));
  return share === undefined
    ? vscode.l10n.t('All of it: {0} more', size)
    : vscode.l10n.t('All of it: {0} more, {1}', size, share);
}

/** A value of the view, or of the menu of a variable, a watch expression or a page. */
async function collectOne(argument: unknown, services: CollectNextServices): Promise<void> {
  const value = argument instanceof UnavailableItem ? argument.value : await valueOfMenu();
  if (!value) return;
  if ('problem' in value) {
    inform(value.problem);
    return;
  }
  collect(value, services.tracepoints);
  if (argument instanceof UnavailableItem) return;
  const again = vscode.l10n.t('Record Again');
  const sentence = vscode.l10n.t('{0} is collected next time.', nameOf(value));
  if ((await showInformation(sentence, again)) === again) await services.recordAgain(value.file);

  async function valueOfMenu() {
    const onPage = services.valueOfMenu(argument);
    const page = onPage && activeTrace();
    // On the page, values are of the innermost stack frame.
    if (page) return services.values.look(page, { ...onPage, level: 0 });
    const expression = expressionOfMenu(argument);
    const file = debuggedTrace();
    if (expression === undefined || !file) {
      inform(vscode.l10n.t('Choose a variable of the debugged trace.'));
      return undefined;
    }
    return services.values.look(file, { expression, level: await selectedLevel() });
  }
}

/** Plans a collection; the tracepoint comes from the trace where the workspace has it not. */
function collect({ next, recorded }: UnavailableValue, tracepoints: Tracepoints): void {
  const planned = plannedFor(recorded, tracepoints);
  if (planned) tracepoints.replace(withCollection(planned, next));
  else tracepoints.add(withCollection(recorded, next));
}

/** The tracepoint of the workspace that recorded, or will record, at the same place. */
function plannedFor(
  recorded: PlannedTracepoint,
  tracepoints: Tracepoints,
): PlannedTracepoint | undefined {
  const there = tracepoints.all.filter(({ location }) => isSamePlace(location, recorded.location));
  return there.find(({ number }) => number === recorded.number) ?? there[0];
}

function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [lineOf(one), lineOf(other)];
  if (!a || !b) return one.trim() === other.trim();
  const isSameFile = a.file === b.file || a.file.endsWith(`/${b.file}`);
  return a.line === b.line && (isSameFile || b.file.endsWith(`/${a.file}`));
}

function plansCollection({ next, recorded }: UnavailableValue, tracepoints: Tracepoints): boolean {
  const planned = plannedFor(recorded, tracepoints);
  return planned !== undefined && isUnchanged(planned, withCollection(planned, next));
}

function isUnchanged(before: PlannedTracepoint, after: PlannedTracepoint): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

/** The tracepoints of the traces with all that is listed, as gdb's commands. */
async function copyCommands(values: readonly UnavailableValue[]): Promise<void> {
  const planned = new Map<string, PlannedTracepoint>();
  for (const { file, next, recorded } of values) {
    const key = `${file.toString()} ${recorded.number}`;
    planned.set(key, withCollection(planned.get(key) ?? recorded, next));
  }
  const recordTime = values.every((value) => value.recordTime);
  const plan = { tracepoints: [...planned.values()], variables: [], recordTime };
  await vscode.env.clipboard.writeText(writeCommands(plan));
  inform(vscode.l10n.t('Copied as gdb commands.'));
}
