// The commands that record branch traces, where there are sockets and processes to connect with.
import * as vscode from 'vscode';
import { RememberedTargets } from '../recording/rememberedTargets';
import { BranchRecorder, type GivenBranchRecording } from './branchRecorder';

/** Registers the commands; disposing of the result takes them away. */
export function registerBranchRecording({
  workspaceState,
}: vscode.ExtensionContext): vscode.Disposable {
  const recorder = new BranchRecorder(new RememberedTargets(workspaceState));
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

/** Key bindings and tasks may name the target and the file. */
function readGiven(argument: unknown): GivenBranchRecording {
  if (typeof argument !== 'object' || argument === null) return {};
  const { target, file } = argument as Record<string, unknown>;
  return {
    ...(typeof target === 'string' && { target }),
    ...(typeof file === 'string' && { file: vscode.Uri.file(file) }),
  };
}
