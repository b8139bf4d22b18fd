// VS Code's context menus on a page, as the manifest describes them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../../scripts/steps/paths.mjs';
import {
  hostActs,
  menuContext,
  pageActs,
  type HostAct,
  type MenuPlace,
  type PageAct,
} from '../../src/editor/menuMessages';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: {
      readonly 'webview/context': readonly { readonly command: string; readonly when: string }[];
    };
  };
}

const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { contributes } = read('package.json') as Manifest;
const titles = read('package.nls.json') as Readonly<Record<string, string>>;

/** By its command, what an item of a menu reads. */
const titleOf = new Map(
  contributes.commands.map(({ command, title }) => [
    command,
    title.replace(/^%(.*)%$/, (_, key: string) => titles[key] ?? key),
  ]),
);

/** The items of the menu of a place: what they read, and the act of each. */
function itemsOf(context: unknown): Map<string, string> {
  const { tracePlace = '' } = context as { tracePlace?: string };
  const items = contributes.menus['webview/context'].filter(({ when }) => {
    const place = /tracePlace =~ \/(.*?)\/(?= |$)/.exec(when)?.[1];
    return place !== undefined && new RegExp(place).test(tracePlace);
  });
  return new Map(
    items.map(({ command }) => [
      titleOf.get(command) ?? command,
      command.replace('tracefile.', ''),
    ]),
  );
}

/**
 * What is chosen with an item from the menu of a place.
 * @throws {Error} where that menu has no such item, or its command is VS Code's own matter
 */
export function chosenItem(
  context: unknown,
  title: string,
): { readonly act: HostAct | PageAct; readonly place: MenuPlace } {
  const items = itemsOf(context);
  const act = [...hostActs, ...pageActs].find((each) => each === items.get(title));
  if (act === undefined) throw new Error(`${title} is none of ${[...items.keys()].join(', ')}.`);
  return { act, place: v.parse(menuContext, context).place };
}
