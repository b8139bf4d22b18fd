// What a place on the page says to VS Code's context menus (package.json, `webview/context`), and
// the ways to it without a right click: the menu key opens the menu of what is active, Alt+click
// filters by what was clicked.
import { expressionOf, groupedBy } from './table/columnActs';
import type { MenuContext, MenuPlace, PageAct } from '../src/editor/menuMessages';

/**
 * The value of `data-vscode-context` for a place; `tracePlace` lists what is there, for the
 * menu's conditions. VS Code adds what the elements around it say: so all that is said of a place
 * is under one key.
 */
export function menuData(place: MenuPlace): string {
  const { column, register, memory, head } = place;
  const words = [
    ...Object.keys(place),
    ...(column === undefined || 'text' in place ? [] : ['text']),
    ...(head && expressionOf(head) !== undefined ? ['expression'] : []),
    ...(head && groupedBy(head) !== undefined ? ['grouping'] : []),
    ...(register === undefined && memory === undefined ? [] : ['bytes']),
  ];
  const context: MenuContext & { readonly tracePlace: string } = {
    place,
    tracePlace: words.join(' '),
  };
  return JSON.stringify({ ...context, preventDefaultContextMenuItems: true });
}

/**
 * Opens the menu of what is active in an element that has the focus, where the menu key asked for
 * it.
 */
export function onMenuKey(event: MouseEvent, active: Element | null | undefined): void {
  if (event.target !== event.currentTarget || !active) return;
  event.preventDefault();
  event.stopPropagation();
  const { left, bottom, width } = active.getBoundingClientRect();
  const [clientX, clientY] = [left + Math.min(width / 2, menuOffset), bottom];
  const init = { bubbles: true, cancelable: true, clientX, clientY };
  active.dispatchEvent(new MouseEvent('contextmenu', init));
}

/** Pixels from the start of what is active to its menu. */
const menuOffset = 24;

/** Hands what was clicked with Alt to `act`: only frames like that, or with Shift all others. */
export function listenForAltClick(
  page: HTMLElement,
  act: (act: PageAct, place: MenuPlace) => void,
): void {
  page.addEventListener(
    'click',
    (event) => {
      if (!event.altKey || !(event.target instanceof Element)) return;
      const context = event.target.closest('[data-vscode-context]')?.getAttribute(attribute);
      if (context === null || context === undefined) return;
      // Written by menuContext.
      const { place } = JSON.parse(context) as MenuContext;
      const chosen = filterAct(place, event.shiftKey);
      if (!chosen) return;
      event.preventDefault();
      event.stopPropagation();
      act(chosen, place);
    },
    { capture: true },
  );
}

const attribute = 'data-vscode-context';

/** The filter that is meant most likely: the narrowest. */
function filterAct(place: MenuPlace, hides: boolean): PageAct | undefined {
  if (place.value !== undefined) return hides ? 'hideValue' : 'onlyValue';
  if (place.function) return hides ? 'hideFunction' : 'onlyFunction';
  if (place.line) return hides ? 'hideLine' : 'onlyLine';
  if (place.tracepoint === undefined) return undefined;
  return hides ? 'hideTracepoint' : 'onlyTracepoint';
}
