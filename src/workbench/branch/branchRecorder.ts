// Records the branches of a program under a target that can, as gdb's `record btrace` does there:
// until the program stops or the user stops it. The recording is saved as a file and shown.
import * as vscode from 'vscode';
import { type BranchRecordingOptions, LiveBranches } from '../../remote/client/liveBranches';
import { baseName } from '../../trace/paths';
import { sizeText } from '../../trace/text/statusText';
import { askForTarget, TargetConnector } from '../recording/targets';
import { RecentTargets } from '../recording/recentTargets';
import { progressNotification, showError, showInformation } from '../notify';
import { saveFile } from '../files';
import { isTrusted } from '../workspaceTrust';

/** What a key binding or a task may say instead of being asked. */
export interface GivenBranchRecording extends BranchRecordingOptions {
  /** As gdb's `target remote` takes it. */
  readonly target?: string;
  /** Where the recording is saved. */
  readonly file?: vscode.Uri;
}

/** Records one branch trace at a time. */
class BranchRecorder implements vscode.Disposable {
  private readonly connector = new TargetConnector();
  private stopping: AbortController | undefined;

  constructor(private readonly targets: RecentTargets) {}

  dispose(): void {
    this.stopping?.abort();
    this.connector.dispose();
  }

  async record(given: GivenBranchRecording): Promise<void> {
    if (!isTrusted(vscode.l10n.t('Branch traces are recorded'))) return;
    if (this.stopping) {
      const sentence = vscode.l10n.t('A branch trace is being recorded: stop it first.');
      void showInformation(sentence);
      return;
    }
    const target = given.target ?? (await askForTarget(this.targets))?.target;
    if (target === undefined) return;
    this.stopping = new AbortController();
    try {
      await this.recordFrom(target, given, this.stopping);
    } catch (error) {
      showError(error instanceof Error ? error.message : String(error));
    } finally {
      this.stopping = undefined;
    }
  }

  /** Stops the program that is recorded, for its branches. */
  stop(): void {
    this.stopping?.abort();
  }

  private async recordFrom(
    target: string,
    given: GivenBranchRecording,
    stopping: AbortController,
  ): Promise<void> {
    const branches = await this.connector.connectWith(target, (connection, options) =>
      LiveBranches.connect(connection, options, given),
    );
    if ('problem' in branches) {
      showError(branches.problem);
      return;
    }
    try {
      await run(branches, target, stopping);
      const file = given.file ?? (await askForFile());
      if (file && (await save(branches, file))) {
        await vscode.commands.executeCommand('vscode.openWith', file, 'tracefile.branch');
      }
    } finally {
      await branches.leave();
    }
  }
}

function run(branches: LiveBranches, target: string, stopping: AbortController): Thenable<void> {
  const shown = progressNotification(vscode.l10n.t('Recording branches of {0}', target), true);
  return vscode.window.withProgress(shown, async (progress, token) => {
    progress.report({ message: vscode.l10n.t('Cancel stops the program and reads them.') });
    token.onCancellationRequested(() => {
      stopping.abort();
    });
    await branches.run(stopping.signal);
  });
}

async function askForFile(): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const title = vscode.l10n.t('Save Branch Trace');
  return vscode.window.showSaveDialog({
    title,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, 'branches.btrace') }),
    filters: { [vscode.l10n.t('Branch Trace')]: ['btrace'] },
  });
}

/** Reads what was recorded into a file; false, with no file left behind, if the user cancels. */
function save(branches: LiveBranches, file: vscode.Uri): Thenable<boolean> {
  const title = vscode.l10n.t('Reading branches into {0}', baseName(file.path));
  return vscode.window.withProgress(progressNotification(title, true), (progress, token) =>
    saveFile(file, async (sink) => {
      let size = 0;
      for await (const part of branches.document()) {
        if (token.isCancellationRequested) return false;
        await sink.write(part);
        size += part.length;
        progress.report({ message: sizeText(size) });
      }
      return true;
    }),
  );
}

/** Registers the commands; disposing of the result removes them. */
export function registerBranchRecording({
  workspaceState,
}: vscode.ExtensionContext): vscode.Disposable {
  const recorder = new BranchRecorder(new RecentTargets(workspaceState));
  return vscode.Disposable.from(
    recorder,
    vscode.commands.registerCommand('tracefile.branch.record', (given: unknown) =>
      recorder.record(readGiven(given)),
    ),
    vscode.commands.registerCommand('tracefile.branch.stopRecording', () => {
      recorder.stop();
    }),
  );
}

/** Key bindings and tasks may name the target and the file, and what is recorded. */
function readGiven(argument: unknown): GivenBranchRecording {
  if (typeof argument !== 'object' || argument === null) return {};
  const { target, file, format, bufferSize } = argument as Record<string, unknown>;
  const isSize = Number.isSafeInteger(bufferSize) && Number(bufferSize) > 0;
  return {
    ...(typeof target === 'string' && { target }),
    ...(typeof file === 'string' && { file: vscode.Uri.file(file) }),
    ...((format === 'bts' || format === 'pt') && { format }),
    ...(isSize && { bufferSize: Number(bufferSize) }),
  };
}
