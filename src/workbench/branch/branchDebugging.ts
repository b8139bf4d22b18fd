// Debugging a branch trace in VS Code: starting it, and the moves that DAP has no button for.
import * as vscode from 'vscode';
import { debugType } from '../debugType';
import { pathOf } from '../filePaths';
import { showInformation } from '../notify';

/** The moves of the debugger, by command. */
const moveCommands: Readonly<Record<string, string>> = {
  'tracefile.branch.nextCall': 'nextCall',
  'tracefile.branch.previousCall': 'previousCall',
  'tracefile.branch.nextReturn': 'nextReturn',
  'tracefile.branch.previousReturn': 'previousReturn',
  'tracefile.branch.nextBlock': 'nextBlock',
  'tracefile.branch.previousBlock': 'previousBlock',
};

/** Starts debugging a branch trace where it stands, or at an instruction. */
export async function debugBranches(file: vscode.Uri, instruction?: number): Promise<void> {
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), {
    type: debugType,
    request: 'launch',
    name: vscode.l10n.t('Debug {0}', vscode.workspace.asRelativePath(file, false)),
    trace: pathOf(file),
    ...(instruction !== undefined && { instruction }),
  });
}

/** Commands on the branch trace that is shown or debugged. `choose` lets the user choose the program of one. */
export function registerBranchCommands(
  choose: (file: vscode.Uri) => Promise<void>,
): vscode.Disposable {
  const commands: Record<string, () => Promise<void>> = {
    'tracefile.branch.debug': onShown((file) => debugBranches(file)),
    'tracefile.branch.chooseProgram': onShown(choose),
  };
  for (const [command, to] of Object.entries(moveCommands)) commands[command] = () => move(to);
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

/** The branch trace in the active tab. */
function activeBranchTrace(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isShown =
    input instanceof vscode.TabInputCustom && input.viewType.startsWith('tracefile.branch');
  return isShown ? input.uri : undefined;
}

function onShown(act: (file: vscode.Uri) => Promise<void>): () => Promise<void> {
  return async () => {
    const file = activeBranchTrace();
    if (file) await act(file);
    else say(vscode.l10n.t('Open a branch trace (*.btrace) first: none is shown.'));
  };
}

async function move(to: string): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type === debugType) await session.customRequest('branchMove', { to });
  else say(vscode.l10n.t('No branch trace is debugged.'));
}

function say(sentence: string): void {
  void showInformation(sentence);
}
