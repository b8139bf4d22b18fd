// What VS Code passes to a command in the menu of a variable or of a watch expression.
import { withoutFormat } from '../adapter/valueNodes';

/** The value whose menu was used. */
interface MenuValue {
  /** What to type to get it; absent where there is nothing. */
  readonly expression?: string;
  /** An address to read memory at, as the adapter gave it. */
  readonly memoryReference?: string;
}

/** An expression, and a frame whose value of it is meant. */
export interface ValueInFrame {
  readonly frame: number;
  readonly expression: string;
}

/**
 * Reads a menu's argument: of the Variables view, whose `variable` is DAP's, or of the Watch view,
 * an expression.
 */
export function menuValue(menu: unknown): MenuValue {
  const given = fields(menu);
  const isVariable = given.has('variable');
  const variable = isVariable ? fields(given.get('variable')) : given;
  // A watch expression's name is the expression; a part of one has a name and an evaluateName.
  const named = text(variable.get('evaluateName')) ?? (isVariable ? undefined : watched(given));
  const expression = named === undefined ? undefined : withoutFormat(named);
  const memoryReference = text(variable.get('memoryReference'));
  return {
    ...(expression !== undefined && { expression }),
    ...(memoryReference !== undefined && { memoryReference }),
  };
}

/** What to type to get the value whose menu was used; undefined where there is nothing. */
export function expressionOfMenu(menu: unknown): string | undefined {
  return menuValue(menu).expression;
}

function watched(expression: ReadonlyMap<string, unknown>): string | undefined {
  return expression.has('parent') ? undefined : text(expression.get('name'));
}

function fields(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(typeof value === 'object' && value ? Object.entries(value) : []);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
