// Planning tracepoints and recording with them: the parts, and how they know each other.
import * as vscode from 'vscode';
import { registerAttachConfiguration } from './attachConfiguration';
import { CurrentRecording } from './currentRecording';
import { RecordedFiles } from './recordedFiles';
import { registerRecordingCommands, type RecordingServices } from './recordingCommands';
import { RecordingStatusBar } from './recordingStatusBar';
import { RememberedTargets } from './rememberedTargets';
import { registerTracepointCommands } from './tracepointCommands';
import { TracepointGutter } from './tracepointGutter';
import { registerTracepointHovers } from './tracepointHovers';
import { Tracepoints } from './tracepoints';
import { TracepointsView } from './tracepointsView';

/** Registers all of it; disposing of the result takes it away. */
export function registerRecording(
  context: vscode.ExtensionContext,
  services: RecordingServices,
): vscode.Disposable {
  const tracepoints = new Tracepoints(context.workspaceState);
  const current = new CurrentRecording();
  const targets = new RememberedTargets(context.workspaceState);
  const files = new RecordedFiles(context);
  return vscode.Disposable.from(
    tracepoints,
    current,
    new TracepointGutter(context.extensionUri, tracepoints, current),
    registerTracepointHovers(tracepoints, current),
    new TracepointsView(tracepoints, current),
    registerTracepointCommands(tracepoints, targets),
    new RecordingStatusBar(current),
    registerRecordingCommands(context.extensionUri, {
      ...services,
      ...{ tracepoints, current, targets, files },
    }),
    registerAttachConfiguration({ tracepoints, targets, files }),
  );
}
