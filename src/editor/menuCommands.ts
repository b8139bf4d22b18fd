// The commands of the page's context menus, and what such a command was chosen for.
import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  type HostAct,
  hostActs,
  menuContext,
  type MenuPlace,
  type PageAct,
  pageActs,
  placelessActs,
} from './menuMessages';

/** A page that is in front. */
interface MenuTarget {
  takeMenu(act: HostAct | PageAct, place: MenuPlace): void;
}

/** Registers a command for each act; disposing of the result removes them. */
export function registerMenuCommands(front: () => MenuTarget | undefined): vscode.Disposable {
  const acts: readonly (HostAct | PageAct)[] = [...hostActs, ...pageActs];
  return vscode.Disposable.from(
    ...acts.map((act) =>
      vscode.commands.registerCommand(`tracefile.${act}`, (given: unknown) => {
        const isPlaceless = placelessActs.some((each) => each === act);
        const context = v.safeParse(menuContext, isPlaceless ? { place: {} } : given);
        if (context.success) front()?.takeMenu(act, context.output.place);
      }),
    ),
  );
}

/** The value at such a place, with its frame; undefined for places outside the page. */
export function valueOfMenu(
  given: unknown,
): { readonly frame: number; readonly expression: string } | undefined {
  const context = v.safeParse(menuContext, given);
  const { frame, value } = context.success ? context.output.place : {};
  return frame === undefined || value === undefined ? undefined : { frame, expression: value };
}

/** Whether a command was chosen for all rows that are selected. */
export function isOfSelection(given: unknown): boolean {
  const context = v.safeParse(menuContext, given);
  return context.success && context.output.place.selected === true;
}

/** The frame at the place for which a command was chosen from a context menu of the page. */
export function frameOfMenu(given: unknown): number | undefined {
  const context = v.safeParse(menuContext, given);
  return context.success ? context.output.place.frame : undefined;
}
