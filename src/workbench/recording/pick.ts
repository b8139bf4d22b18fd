// A quick pick that begins at a given item and stays while a person looks at the source.
import * as vscode from 'vscode';

export interface PickOptions<T> {
  readonly title: string;
  readonly placeholder?: string;
  readonly active?: T | undefined;
}

/** The item that was picked; undefined where the person gave up. */
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
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
