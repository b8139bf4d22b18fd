// The questions of a tracepoint that one line answers, each checked while it is typed.
import { groupedDigits } from '../../bytes/groupedDigits';
import * as vscode from 'vscode';
import type { ExpressionLanguage } from '../../symbols/dwarf/languages';
import { expressionProblem } from './actions';
import { parseTracepointLocation } from './locations';

/** Agent conditions count hits in 32 bits (gdb's `passcount` takes an int). */
const maxHits = 0x7fffffff;
/** gdb's `while-stepping` takes more; each step is a frame. */
const maxSteps = 1_000_000;

/** Asks for a condition: empty for none, undefined if the user cancels. */
export async function askForCondition(
  title: string,
  condition: string,
  style: ExpressionLanguage,
): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'Only hits where this is true are recorded. Leave it empty for all hits.',
    ),
    placeHolder: 'n > 5 && p->state == 2',
    value: condition,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? undefined : problemText(text, style)),
  });
  return typed?.trim();
}

/** Asks for a location; undefined if the user cancels. */
export async function askForLocation(title: string, value: string): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('A line, a function, or * and an address'),
    placeHolder: 'main.c:12, work, *0x401136',
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      parseTracepointLocation(text)
        ? undefined
        : vscode.l10n.t('Name a line as file.c:12, a function, or an address as *0x401136.'),
  });
  return typed?.trim();
}

/** Asks after how many hits the run ends: 0 for never, undefined if the user cancels. */
export function askForPassCount(title: string, value: number): Promise<number | undefined> {
  const prompt = vscode.l10n.t('Hits after which the run ends. 0: it goes on.');
  return askForCount(title, prompt, value, maxHits);
}

/** Asks how many instructions are stepped after each hit; undefined if the user cancels. */
export function askForSteps(title: string, value: number): Promise<number | undefined> {
  const prompt = vscode.l10n.t(
    'Instructions after each hit, each with a frame of its own. 0: none.',
  );
  return askForCount(title, prompt, value, maxSteps);
}

async function askForCount(
  title: string,
  prompt: string,
  value: number,
  most: number,
): Promise<number | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt,
    value: String(value),
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^\s*\d+\s*$/.test(text) && Number(text) <= most
        ? undefined
        : vscode.l10n.t('A number from 0 to {0}.', groupedDigits(most)),
  });
  return typed === undefined ? undefined : Number(typed);
}

/** Asks for a trace state variable as gdb's `tvariable` takes it; undefined if the user cancels. */
export async function askForVariable(
  title: string,
  value: string,
): Promise<{ name: string; initialValue: bigint } | undefined> {
  const typed = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('Its name, and the value with which each run begins'),
    placeHolder: '$hits = 0',
    value,
    ignoreFocusOut: true,
    validateInput: (text) =>
      parseVariable(text)
        ? undefined
        : vscode.l10n.t('Write $name = number; the number has at most 64 bits.'),
  });
  return typed === undefined ? undefined : parseVariable(typed);
}

/** Reads `$name`, `$name = 5` or `$name = -0x10`; undefined for other text. */
export function parseVariable(text: string): { name: string; initialValue: bigint } | undefined {
  const match = /^\s*\$([A-Za-z_]\w*)\s*(?:=\s*(-?)(0[xX][\da-fA-F]+|\d+)\s*)?$/.exec(text);
  if (!match) return undefined;
  const [, name = '', sign = '', digits = '0'] = match;
  const size = BigInt(digits);
  const initialValue = sign === '' ? size : -size;
  return BigInt.asIntN(64, initialValue) === initialValue ? { name, initialValue } : undefined;
}

function problemText(text: string, style: ExpressionLanguage): string | undefined {
  const found = expressionProblem(text, style);
  if (!found) return undefined;
  return found.column === undefined
    ? found.problem
    : vscode.l10n.t('Column {0}: {1}', found.column, found.problem);
}

interface PickOptions<T> {
  readonly title: string;
  readonly placeholder?: string;
  readonly active?: T | undefined;
}

/** The item that was picked, at first `active`; undefined if the user cancels. */
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

/**
 * Shows a quick pick; returns the item that `taken` gives when the user accepts, undefined if they
 * cancel.
 */
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
