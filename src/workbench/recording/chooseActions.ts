// Lets a person choose what a tracepoint collects and computes, in one list: what is there is checked, what is missing is typed.
import * as vscode from 'vscode';
import type { Style } from '../../values/language';
import type { PlannedAction } from '../../remote/record/plan';
import {
  listedActions,
  mayPointToText,
  readTyped,
  withStringsToggled,
  withTyped,
  type ListedAction,
} from './actionList';
import { actionDetail, actionWord } from './words';

interface ActionItem extends vscode.QuickPickItem {
  /** Absent where what was typed makes no sense. */
  readonly action?: PlannedAction;
}

/** The actions that were chosen; undefined where the person gave up. */
export function chooseActions(
  title: string,
  actions: readonly PlannedAction[],
  style: Style,
): Promise<PlannedAction[] | undefined> {
  return new Promise((resolve) => {
    new ActionPick(title, actions, style, resolve).show();
  });
}

/** The open list. While something is typed, it shows that alone. */
class ActionPick {
  private readonly pick = vscode.window.createQuickPick<ActionItem>();
  private list: readonly ListedAction[];

  constructor(
    title: string,
    actions: readonly PlannedAction[],
    private readonly style: Style,
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
      this.accept();
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
    const items = this.list.map(({ action }) => itemOf(action));
    pick.canSelectMany = true;
    pick.items = items;
    pick.selectedItems = items.filter((_, i) => this.list[i]?.chosen);
  }

  private showTyped(value: string): void {
    const read = readTyped(value, this.style);
    this.pick.canSelectMany = false;
    if ('problem' in read) {
      const at = read.column === undefined ? '' : vscode.l10n.t('column {0}', read.column);
      this.pick.items = [{ label: `$(error) ${read.problem}`, description: at, alwaysShow: true }];
      return;
    }
    const label = `$(add) ${actionWord(read)}`;
    const description = actionDetail(read);
    this.pick.items = [{ label, description, alwaysShow: true, action: read }];
  }

  private choose(selected: readonly ActionItem[]): void {
    const chosen = new Set(selected.map(({ action }) => action));
    this.list = this.list.map(({ action }) => ({ action, chosen: chosen.has(action) }));
  }

  private toggleStrings({ action }: ActionItem): void {
    if (!action) return;
    this.list = this.list.map((listed) =>
      listed.action === action ? { action: withStringsToggled(action), chosen: true } : listed,
    );
    this.showList();
  }

  /** Adds what was typed, or ends with what is chosen. */
  private accept(): void {
    const { pick } = this;
    if (pick.value.trim() === '') {
      this.resolve(this.list.filter(({ chosen }) => chosen).map(({ action }) => action));
      pick.hide();
      return;
    }
    const action = pick.items[0]?.action;
    if (!action) return;
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
