// Quick picks that stay while a person looks at the source.
import * as vscode from 'vscode';

interface PickOptions<T> {
  readonly title: string;
  readonly placeholder?: string;
  readonly active?: T | undefined;
}

/** The item that was picked, at first `active`; undefined where the person gave up. */
export function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { title, placeholder, active }: PickOptions<T>,
): Promise<T | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.items = items;
  pick.ignoreFocusOut = true;
  if (active) pick.activeItems = [active];
  return pickedFrom(pick, () => pick.activeItems[0]);
}

/** Shows a quick pick until a person accepts, which takes the item that `taken` gives, or gives up: undefined. */
export function pickedFrom<T extends vscode.QuickPickItem>(
  pick: vscode.QuickPick<T>,
  taken: () => T | undefined,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(taken());
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
