// The commands of a list of actions: gdb manual, "Tracepoint Actions".
import type { PlannedAction } from './plan';

/** What a line of a list says: actions, or that steps follow. */
type ActionCommand =
  | { readonly actions: readonly PlannedAction[] }
  /** Instructions after each hit. */
  | { readonly stepping: number };

/** Reads a line of a list; undefined where it is no action. */
export function readActionCommand(line: string): ActionCommand | undefined {
  const steps = /^(?:while-stepping|while|stepping|ws)\b\s*(\d{1,9})?$/.exec(line);
  if (steps) return { stepping: Number(steps[1] ?? 1) };
  const evaluated = /^teval\s+(.+)$/s.exec(line)?.[1];
  if (evaluated !== undefined) {
    return {
      actions: splitItems(evaluated).map((expression) => ({ action: 'teval', expression })),
    };
  }
  const [, strings, items] =
    /^coll(?:e|ec|ect)?\b\s*(?:\/s(\d{0,9})(?:\s+|$))?\s*(.*)$/s.exec(line) ?? [];
  if (items === undefined || items === '' || items.startsWith('/')) return undefined;
  const limit = strings === undefined ? {} : { strings: Number(strings) };
  return {
    actions: splitItems(items).map((item) => ({ action: 'collect', item, ...limit })),
  };
}

/** What stands between the commas that are in no brackets and in no quotes. */
export function splitItems(text: string): string[] {
  const items: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(
    /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[[({]|[\])}]|,/g,
  )) {
    if ('[({'.includes(sign)) depth++;
    else if ('])}'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      items.push(text.slice(start, index));
      start = index + 1;
    }
  }
  items.push(text.slice(start));
  return items.map((item) => item.trim()).filter((item) => item !== '');
}
