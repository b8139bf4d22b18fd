// The list from which a person chooses what a tracepoint collects: what gdb has words for, the expressions so far, and the
// one that is being typed.
import type { Problem } from '../../expressions/problem';
import type { Style } from '../../values/language';
import { actionText } from '../../remote/record/actionTexts';
import type { PlannedAction } from '../../remote/record/plan';
import { assignedIn, readAction, stackBytes, stackItem } from './actions';

/** Bytes of stack that are offered where a tracepoint collects none. */
const usualStack = 512;

/** An action that is in the list, chosen or not. */
export interface ListedAction {
  readonly action: PlannedAction;
  readonly chosen: boolean;
}

/**
 * Actions with those that are always offered. These come first: it makes no difference when they are collected, as it
 * does for variables and what computes them, which keep their order.
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

/** The list with what was typed: a variable that is computed is collected too, or no frame would show it. */
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

/** Reads what a person typed into the list: an action, or a number of bytes of stack. */
export function readTyped(text: string, style: Style): PlannedAction | Problem {
  const bytes = /^\s*([1-9]\d{0,5})\s*$/.exec(text)?.[1];
  return bytes === undefined ? readAction(text, style) : collect(stackItem(Number(bytes)));
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
