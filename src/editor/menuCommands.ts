// The commands of the page's context menus (package.json, `webview/context`): VS Code hands them the place that the page
// named, and they go on to the page that is in front.
import * as v from 'valibot';
import * as vscode from 'vscode';
import { hostActs, menuContext, pageActs, type HostAct, type PageAct } from './menuMessages';
import type { MenuPlace } from './menuMessages';

/** A page that is in front. */
interface MenuTarget {
  takeMenu(act: HostAct | PageAct, place: MenuPlace): void;
}

/** Registers a command for each act; disposing of the result takes them away. */
export function registerMenuCommands(front: () => MenuTarget | undefined): vscode.Disposable {
  const acts: readonly (HostAct | PageAct)[] = [...hostActs, ...pageActs];
  return vscode.Disposable.from(
    ...acts.map((act) =>
      vscode.commands.registerCommand(`tracefile.${act}`, (given: unknown) => {
        const context = v.safeParse(menuContext, given);
        if (context.success) front()?.takeMenu(act, context.output.place);
      }),
    ),
  );
}

/** The frame at the place for which a command was chosen from a context menu of the page. */
export function frameOfMenu(given: unknown): number | undefined {
  const context = v.safeParse(menuContext, given);
  return context.success ? context.output.place.frame : undefined;
}
