// The command that shows memory at a value of the Variables or Watch view, or at an expression that is typed.
import * as vscode from 'vscode';
import { menuValue } from '../variableMenu';
import type { MemoryView } from './memoryView';

/** Shows memory at the value whose menu was used; asks for an expression where there is none. */
export async function viewMemory(view: MemoryView, menu: unknown): Promise<void> {
  const { expression, memoryReference } = menuValue(menu);
  const at = await followed(expression, memoryReference);
  const typed = at ?? (await askForExpression());
  if (typed !== undefined) await view.look(typed);
}

function askForExpression(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('View Memory'),
    prompt: vscode.l10n.t('An address, a register, a pointer or any other expression'),
    placeHolder: '$sp',
    // The expression may be looked up in the source meanwhile.
    ignoreFocusOut: true,
  });
}

/**
 * The expression that leads to a value's memory at every stop: itself for a register, a pointer or an array; where it
 * lies, for a number. The address stands for what has no expression.
 */
async function followed(
  expression: string | undefined,
  memoryReference: string | undefined,
): Promise<string | undefined> {
  if (memoryReference === undefined) return expression;
  if (expression === undefined) return memoryReference;
  const address = `&(${expression})`;
  return (await pointsTo(address, memoryReference)) ? address : expression;
}

async function pointsTo(expression: string, memoryReference: string): Promise<boolean> {
  const item = vscode.debug.activeStackItem;
  const frameId = item instanceof vscode.DebugStackFrame ? item.frameId : undefined;
  try {
    const body: unknown = await vscode.debug.activeDebugSession?.customRequest('evaluate', {
      expression,
      context: 'watch',
      ...(frameId !== undefined && { frameId }),
    });
    return (body as { memoryReference?: string } | undefined)?.memoryReference === memoryReference;
  } catch {
    return false;
  }
}
