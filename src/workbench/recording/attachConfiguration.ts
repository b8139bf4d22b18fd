// Debug configurations that attach: what they leave out is the workspace's, its tracepoints above
// all.
import * as vscode from 'vscode';
import { writeCommands } from '../../remote/record/plan';
import { debugType } from '../contributions';
import { askForTarget } from './targets';
import { recordingOptions, informNothingPlanned } from './traceRecorder';
import type { RecordedTraces, RecordingOrigin } from './recordedTraces';
import type { RecentTargets } from './recentTargets';
import type { Tracepoints } from './tracepoints';

/** What fills a configuration in. */
interface AttachServices {
  readonly tracepoints: Tracepoints;
  readonly targets: RecentTargets;
  readonly recordings: RecordedTraces;
}

/** Registers the provider; disposing of the result removes it. */
export function registerAttachConfiguration(services: AttachServices): vscode.Disposable {
  return vscode.debug.registerDebugConfigurationProvider(debugType, {
    resolveDebugConfiguration: async (_folder, given) =>
      given.request === 'attach' ? filledIn(given, services) : given,
  });
}

/** Undefined, which ends the launch, if something is missing and the user cancels. */
async function filledIn(
  given: vscode.DebugConfiguration,
  { tracepoints, targets, recordings }: AttachServices,
): Promise<vscode.DebugConfiguration | undefined> {
  const planned = tracepointsOf(given, tracepoints);
  if (planned === undefined) {
    informNothingPlanned();
    return undefined;
  }
  const target = isText(given['target']) ? given : await askForTarget(targets);
  if (!target) return undefined;
  const { circular, bufferSize, disconnected } = recordingOptions();
  const program: unknown = given['program'];
  const name = isText(program) ? program : undefined;
  const chosen: unknown = given['save'];
  const file = isText(chosen) ? undefined : await recordings.next(name, new Date());
  if (file) await recordings.keep(file, originOf({ ...given, ...target }, tracepoints), {});
  const save = file?.fsPath ?? chosen;
  return {
    circular,
    disconnected,
    ...(bufferSize !== undefined && { bufferSize }),
    ...given,
    ...target,
    tracepoints: planned,
    save,
    // What is debugged when the run is over.
    trace: save,
  };
}

/** What records the same again. */
function originOf(
  { target, program, tracepoints }: Record<string, unknown>,
  { plan }: Tracepoints,
): RecordingOrigin {
  return {
    ...(isText(target) && { target }),
    ...(isText(program) && { program }),
    ...(tracepoints === undefined && { plan }),
  };
}

/**
 * Those given, else the workspace's; null for a run that the target already has, undefined if
 * nothing is defined.
 */
function tracepointsOf(given: vscode.DebugConfiguration, { plan, all }: Tracepoints): unknown {
  const named: unknown = given['tracepoints'];
  if (named !== undefined) return named;
  if (!all.some(({ enabled }) => enabled)) return undefined;
  return writeCommands(plan).trimEnd().split('\n');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
