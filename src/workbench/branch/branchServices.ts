// What the extension does with branch traces, as one part: the traces that are open, their
// programs, commands and sources.
import * as vscode from 'vscode';
import type { RunningCapstone } from '../../platform/runtime';
import type { BranchTrace } from '../../trace/branch/branchTrace';
import { OpenBranchTraces } from '../../trace/branch/openBranchTraces';
import { baseName, folderOf } from '../../trace/paths';
import type { OpenProgram } from '../../trace/programSearch';
import { SourceLookup } from '../../trace/sourceLookup';
import { pathOf, fileExists, openUri, readText, workspaceFolders } from '../files';
import { showError, inform } from '../notify';
import { savedSourceMap } from '../sources';
import { BranchPrograms } from './branchPrograms';
import { debugType } from '../contributions';

/** Branch traces in VS Code. */
export class BranchServices implements vscode.Disposable {
  readonly traces: OpenBranchTraces;
  readonly programs: BranchPrograms;
  private readonly commands: vscode.Disposable;

  /** `openProgram`: opens programs that are used. */
  constructor(
    memento: vscode.Memento,
    openProgram: OpenProgram,
    startDecoder: () => RunningCapstone,
  ) {
    this.traces = new OpenBranchTraces(
      (key) => openUri(vscode.Uri.parse(key)),
      (key) => baseName(vscode.Uri.parse(key).path),
      startDecoder,
    );
    this.programs = new BranchPrograms(memento, openProgram);
    this.commands = registerBranchCommands((file) => this.chooseProgram(file));
  }

  readonly debug = (file: vscode.Uri, instruction: number): Promise<void> =>
    debugBranches(file, instruction);

  /**
   * The text of a source that a branch trace's program records; undefined where it is not found.
   */
  async sourceText(file: vscode.Uri, recorded: string): Promise<string | undefined> {
    const where = {
      sourceMap: savedSourceMap(),
      folders: [folderOf(pathOf(file)), ...workspaceFolders()],
    };
    const { path } = await new SourceLookup(where, fileExists).find(recorded);
    return path === undefined ? undefined : readText(path);
  }

  /** Shows the document as text, at a line. */
  async openAsText(file: vscode.Uri, line = 1): Promise<void> {
    const position = new vscode.Position(Math.max(0, line - 1), 0);
    const selection = new vscode.Range(position, position);
    await vscode.commands.executeCommand('vscode.openWith', file, 'default', { selection });
  }

  dispose(): void {
    this.commands.dispose();
  }

  private async chooseProgram(file: vscode.Uri): Promise<void> {
    const lease = await this.traces.acquire(file.toString());
    if ('problem' in lease) {
      showError(lease.problem);
      return;
    }
    try {
      const trace: BranchTrace = lease.trace;
      await this.programs.choose(trace, file);
    } finally {
      lease.dispose();
    }
  }
}

/** The moves of the debugger, by command. */
const moveCommands: Readonly<Record<string, string>> = {
  'tracefile.branch.nextCall': 'nextCall',
  'tracefile.branch.previousCall': 'previousCall',
  'tracefile.branch.nextReturn': 'nextReturn',
  'tracefile.branch.previousReturn': 'previousReturn',
  'tracefile.branch.nextBlock': 'nextBlock',
  'tracefile.branch.previousBlock': 'previousBlock',
};

/** Starts debugging a branch trace at its position, or at an instruction. */
async function debugBranches(file: vscode.Uri, instruction?: number): Promise<void> {
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), {
    type: debugType,
    request: 'launch',
    name: vscode.l10n.t('Debug {0}', vscode.workspace.asRelativePath(file, false)),
    trace: pathOf(file),
    ...(instruction !== undefined && { instruction }),
  });
}

/**
 * Commands on the branch trace that is shown or debugged. `choose` lets the user choose the program
 * of one.
 */
function registerBranchCommands(choose: (file: vscode.Uri) => Promise<void>): vscode.Disposable {
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
    else inform(vscode.l10n.t('Open a branch trace (*.btrace) first: none is shown.'));
  };
}

async function move(to: string): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type === debugType) await session.customRequest('branchMove', { to });
  else inform(vscode.l10n.t('No branch trace is debugged.'));
}
