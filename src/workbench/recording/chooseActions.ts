// One list to choose what a tracepoint collects and computes: existing items are checked, new ones
// are typed.
import * as vscode from 'vscode';
import type { ExpressionLanguage } from '../../symbols/dwarf/languages';
import { type PlannedAction, actionText, stackBytes, stackItem } from '../../remote/record/plan';
import { actionDetail, actionWord } from './tracepointText';
import type { Problem } from '../../expressions/problem';
import { assignedIn, readAction } from './actions';
import type { CollectCheck } from './collectCheck';

interface ActionItem extends vscode.QuickPickItem {
  /** Absent where what was typed makes no sense. */
  readonly action?: PlannedAction;
}

/** The actions that were chosen, each checked; undefined if the user cancels. */
export async function chooseActions(
  title: string,
  actions: readonly PlannedAction[],
  style: ExpressionLanguage,
  check: CollectCheck,
): Promise<PlannedAction[] | undefined> {
  try {
    return await new Promise((resolve) => {
      new ActionPick(title, actions, style, check, resolve).show();
    });
  } finally {
    check.dispose();
  }
}

/** The open list. While something is typed, it shows that alone. */
class ActionPick {
  private readonly pick = vscode.window.createQuickPick<ActionItem>();
  private list: readonly ListedAction[];

  constructor(
    title: string,
    actions: readonly PlannedAction[],
    private readonly style: ExpressionLanguage,
    private readonly check: CollectCheck,
    private readonly resolve: (actions: PlannedAction[] | undefined) => void,
  ) {
    this.list = listedActions(actions);
    const { pick } = this;
    pick.title = title;
    pick.placeholder = vscode.l10n.t('An expression, /s and one, $variable = …, or bytes of stack');
    pick.ignoreFocusOut = true;
    pick.onDidChangeValue((value) => {
      if (value.trim() === '') this.showList();
      else this.showTyped(value);
    });
    pick.onDidChangeSelection((selected) => {
      if (pick.canSelectMany) this.choose(selected);
    });
    pick.onDidTriggerItemButton(({ item }) => {
      this.toggleStrings(item);
    });
    pick.onDidAccept(() => {
      void this.accept();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
  }

  show(): void {
    this.showList();
    this.pick.show();
  }

  private showList(): void {
    const { pick } = this;
    pick.canSelectMany = true;
    pick.items = this.list.map(({ action }) => itemOf(action));
    this.checkChosen();
  }

  private showTyped(value: string): void {
    const read = readTyped(value, this.style);
    this.pick.canSelectMany = false;
    if ('problem' in read) {
      const at = read.column === undefined ? '' : vscode.l10n.t('column {0}', read.column);
      this.showProblem(read.problem, at);
      return;
    }
    const label = `$(add) ${actionWord(read)}`;
    const description = actionDetail(read);
    this.pick.items = [{ label, description, alwaysShow: true, action: read }];
    void this.isRefused(read, value);
  }

  private showProblem(problem: string, description = ''): void {
    this.pick.items = [{ label: `$(error) ${problem}`, description, alwaysShow: true }];
  }

  /** Whether the program cannot be asked for it, which is shown while the text is the same. */
  private async isRefused(action: PlannedAction, value: string): Promise<boolean> {
    const problem = await this.check.problemOf(action);
    if (problem === undefined) return false;
    if (this.pick.value === value) this.showProblem(problem);
    return true;
  }

  /**
   * Takes what the user checked. VS Code also tells of selections that come with a click on what
   * was typed or with new rows; these are undone on the screen.
   */
  private choose(selected: readonly ActionItem[]): void {
    const chosen = new Set(selected.map(({ action }) => action));
    const list = this.list.map(({ action }) => ({ action, chosen: chosen.has(action) }));
    if (isOneGesture(this.list, list)) this.list = list;
    else this.checkChosen();
  }

  private checkChosen(): void {
    const { pick } = this;
    pick.selectedItems = pick.items.filter((_, i) => this.list[i]?.chosen);
  }

  private toggleStrings({ action }: ActionItem): void {
    if (!action) return;
    this.list = this.list.map((listed) =>
      listed.action === action ? { action: withStringsToggled(action), chosen: true } : listed,
    );
    this.showList();
  }

  /** Adds what was typed, or ends with what is chosen. */
  private async accept(): Promise<void> {
    const { pick } = this;
    const { value } = pick;
    if (value.trim() === '') {
      this.resolve(this.list.filter(({ chosen }) => chosen).map(({ action }) => action));
      pick.hide();
      return;
    }
    const action = pick.items[0]?.action;
    if (!action || (await this.isRefused(action, value)) || pick.value !== value) return;
    this.list = withTyped(this.list, action);
    pick.value = '';
    this.showList();
  }
}

function itemOf(action: PlannedAction): ActionItem {
  const button: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('symbol-string'),
    tooltip: vscode.l10n.t('Also Collect the Text That Pointers Point To'),
  };
  return {
    label: actionWord(action),
    description: actionDetail(action),
    action,
    ...(mayPointToText(action) && { buttons: [button] }),
  };
}

/** Bytes of stack that are offered if a tracepoint collects none. */
const usualStack = 512;

/** An action that is in the list, chosen or not. */
export interface ListedAction {
  readonly action: PlannedAction;
  readonly chosen: boolean;
}

/**
 * Actions with those that are always offered. These come first: it makes no difference when they
 * are collected, as it does for variables and what computes them, which keep their order.
 */
export function listedActions(actions: readonly PlannedAction[]): ListedAction[] {
  const stack = actions.find(isStack) ?? collect(stackItem(usualStack));
  const usual = [...['$regs', '$args', '$locals', '$_ret'].map(collect), stack];
  const others = actions.filter((action) => !usual.some((each) => isSameItem(each, action)));
  return [
    ...usual.map((each) => {
      const found = actions.find((action) => isSameItem(each, action));
      return { action: found ?? each, chosen: found !== undefined };
    }),
    ...others.map((action) => ({ action, chosen: true })),
  ];
}

/** The list with one action more, chosen; where it collects the same as another, in its place. */
export function withAction(
  list: readonly ListedAction[],
  action: PlannedAction,
): readonly ListedAction[] {
  const same = ({ action: each }: ListedAction) =>
    isSameItem(each, action) || (isStack(each) && isStack(action));
  const added = { action, chosen: true };
  return list.some(same) ? list.map((listed) => (same(listed) ? added : listed)) : [...list, added];
}

/**
 * The list with what was typed: a variable that is computed is collected too, or no frame would
 * show it.
 */
export function withTyped(
  list: readonly ListedAction[],
  action: PlannedAction,
): readonly ListedAction[] {
  const name = action.action === 'teval' ? assignedIn(action.expression) : undefined;
  const added = withAction(list, action);
  return name === undefined ? added : withAction(added, collect(`$${name}`));
}

/** The same item with the text that it points to, or without it. */
export function withStringsToggled(action: PlannedAction): PlannedAction {
  if (action.action === 'teval') return action;
  const { strings, ...plain } = action;
  return strings === undefined ? { ...plain, strings: 0 } : plain;
}

/** Whether an item may point to text: registers and bytes do not. */
export function mayPointToText(action: PlannedAction): boolean {
  if (action.action === 'teval' || isStack(action)) return false;
  return !['$regs', '$_ret', '$_sdata'].includes(action.item);
}

/** Reads what the user typed into the list: an action, or a number of bytes of stack. */
export function readTyped(text: string, style: ExpressionLanguage): PlannedAction | Problem {
  const bytes = /^\s*([1-9]\d{0,5})\s*$/.exec(text)?.[1];
  return bytes === undefined ? readAction(text, style) : collect(stackItem(Number(bytes)));
}

/**
 * Whether the user can have made the second list of the first by one gesture: by checking or
 * unchecking one row, or all of them.
 */
export function isOneGesture(
  before: readonly ListedAction[],
  after: readonly ListedAction[],
): boolean {
  const changed = after.filter(({ chosen }, i) => chosen !== before[i]?.chosen).length;
  const isAll = (list: readonly ListedAction[]) => list.every(({ chosen }) => chosen);
  const isNone = after.every(({ chosen }) => !chosen);
  return changed <= 1 || isAll(after) || (isNone && isAll(before));
}

function collect(item: string): PlannedAction {
  return { action: 'collect', item };
}

function isStack(action: PlannedAction): boolean {
  return action.action === 'collect' && stackBytes(action.item) !== undefined;
}

function isSameItem(one: PlannedAction, other: PlannedAction): boolean {
  if (one.action === 'collect' && other.action === 'collect') return one.item === other.item;
  return actionText(one) === actionText(other);
}
