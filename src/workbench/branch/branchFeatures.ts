// What the extension does with branch traces, as one part: the traces that are open, their programs, commands and sources.
import * as vscode from 'vscode';
import type { BranchTrace } from '../../trace/branch/branchTrace';
import { OpenBranchTraces } from '../../trace/branch/openBranchTraces';
import { baseName, folderOf } from '../../trace/paths';
import type { OpenProgram } from '../../trace/programSearch';
import { SourceLookup } from '../../trace/sourceLookup';
import { decoderStarter } from '../decoder';
import { pathOf } from '../filePaths';
import { fileExists, openUri, readText, workspaceFolders } from '../files';
import { showError } from '../notify';
import { savedSourceMap } from '../sources';
import { debugBranches, registerBranchCommands } from './branchDebugging';
import { BranchPrograms } from './branchPrograms';

/** Branch traces in VS Code. */
export class BranchFeatures implements vscode.Disposable {
  readonly traces: OpenBranchTraces;
  readonly programs: BranchPrograms;
  private readonly commands: vscode.Disposable;

  /** `openProgram`: opens programs that are used. */
  constructor({ extensionUri, workspaceState }: vscode.ExtensionContext, openProgram: OpenProgram) {
    this.traces = new OpenBranchTraces(
      (key) => openUri(vscode.Uri.parse(key)),
      (key) => baseName(vscode.Uri.parse(key).path),
      decoderStarter(extensionUri),
    );
    this.programs = new BranchPrograms(workspaceState, openProgram);
    this.commands = registerBranchCommands((file) => this.chooseProgram(file));
  }

  readonly debug = (file: vscode.Uri, instruction: number): Promise<void> =>
    debugBranches(file, instruction);

  /** The text of a source that a branch trace's program records; undefined where it is not found. */
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
