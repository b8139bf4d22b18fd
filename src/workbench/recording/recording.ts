// Planned tracepoints and recordings with them: makes the parts, and registers the commands that
// record, stop and leave. Debug configurations that attach have from the workspace what they leave
// out, its tracepoints above all.
import * as vscode from 'vscode';
import type { RunningCapstone } from '../../platform/runtime';
import type { Leaving } from '../../remote/client/recording';
import type { WithTrace } from '../workspaceTraces';
import type { ValueInFrame } from '../variableMenu';
import type { TracePrograms } from '../programs';
import { type ChosenTarget, askForTarget } from './targets';
import { CurrentRecording } from './currentRecording';
import { pickOne } from './prompts';
import { statusLines, RecordingStatusBar } from './recordingStatus';
import { registerCollectNext } from './collectNextView';
import type { Emitter } from '../../trace/emitter';
import { UnavailableValues } from './unavailableValues';
import { RecordedTraces, type RecordingOrigin } from './recordedTraces';
import { registerRecordingsView } from './recordingsView';
import { RecentTargets } from './recentTargets';
import {
  type ShownRecording,
  TraceRecorder,
  recordingOptions,
  informNothingPlanned,
} from './traceRecorder';
import { Tracepoints } from './tracepoints';
import { registerTracepointCommands } from './tracepointCommands';
import { TracepointGutter, registerTracepointHovers } from './tracepointDecorations';
import { TracepointsView } from './tracepointsView';
import { writeCommands } from '../../remote/record/plan';
import { debugType } from '../contributions';

/** What recordings need of the rest of the extension. */
export interface RecordingServices {
  readonly programs: TracePrograms;
  readonly withTrace: WithTrace;
  readonly startDecoder: () => RunningCapstone;
  /** The value of a context menu of a trace's page. */
  readonly valueOfMenu: (menu: unknown) => ValueInFrame | undefined;
  /** What columns show as not collected. */
  readonly unavailable: Emitter<ValueInFrame & { readonly file: vscode.Uri }>;
}

/** Registers all of it; disposing of the result removes it. */
export function registerRecording(
  context: vscode.ExtensionContext,
  services: RecordingServices,
): vscode.Disposable {
  const tracepoints = new Tracepoints(context.workspaceState);
  const current = new CurrentRecording();
  const targets = new RecentTargets(context.workspaceState);
  const recordings = new RecordedTraces(context);
  return vscode.Disposable.from(
    tracepoints,
    current,
    recordings,
    new TracepointGutter(context.extensionUri, tracepoints, current),
    registerTracepointHovers(tracepoints, current),
    new TracepointsView(tracepoints, current),
    registerTracepointCommands(tracepoints, targets),
    new RecordingStatusBar(current),
    registerRecordingCommands({ ...services, tracepoints, current, targets, recordings }),
    registerAttachConfiguration({ tracepoints, targets, recordings }),
  );
}

/** Who moves the cursor of a trace that was recorded. */
const recordingServices = {};

interface Parts extends RecordingServices {
  readonly tracepoints: Tracepoints;
  readonly current: CurrentRecording;
  readonly targets: RecentTargets;
  readonly recordings: RecordedTraces;
}

function registerRecordingCommands(parts: Parts): vscode.Disposable {
  const { tracepoints, current, targets, recordings, startDecoder, valueOfMenu } = parts;
  const recorder = new TraceRecorder({
    tracepoints,
    current,
    targets,
    recordings,
    startDecoder,
    openRecorded: (file, shown) => openRecorded(parts, file, shown),
  });
  const unavailable = new UnavailableValues(parts.withTrace);
  const columns = parts.unavailable.event(({ file, frame, expression }) => {
    void unavailable.look(file, { frame, expression, level: 0 });
  });
  const commands: Record<string, (argument: unknown) => unknown> = {
    'tracefile.recordTrace': (argument) => recorder.record(targetGiven(argument)),
    'tracefile.stopRecording': () => recorder.stop(),
    'tracefile.stopRecordingWithNote': () => stopWithNote(recorder),
    'tracefile.leaveRecording': (how) => leave(recorder, current, how),
    'tracefile.recordingActions': () => showActions(current),
  };
  return vscode.Disposable.from(
    recorder,
    registerRecordingsView({
      recordings,
      openRecorded: ({ file, origin }) =>
        openRecorded(parts, file, { program: origin.program, frame: undefined }),
      recordAgain: ({ origin }) => recorder.recordAgain(origin),
      compare: async ({ file: left }, { file: right }) => {
        await vscode.commands.executeCommand('tracefile.compareTraces', left, [left, right]);
      },
    }),
    unavailable,
    columns,
    registerCollectNext({
      values: unavailable,
      tracepoints,
      valueOfMenu,
      recordAgain: (file) => recorder.recordAgain(recordings.originOf(file)),
    }),
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

/** Key bindings and tasks may name the target and its program. */
function targetGiven(argument: unknown): ChosenTarget | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { target, program } = argument as Record<string, unknown>;
  if (typeof target !== 'string') return undefined;
  return { target, ...(typeof program === 'string' && { program }) };
}

async function openRecorded(
  { withTrace, programs }: Parts,
  file: vscode.Uri,
  { program, frame, grows = false }: ShownRecording,
): Promise<void> {
  if (program !== undefined) {
    await withTrace(file, (trace) => programs.choose(trace, file, { path: program }));
  }
  await vscode.commands.executeCommand('tracefile.open', file);
  if (grows) await vscode.commands.executeCommand('tracefile.followEnd');
  if (frame === undefined) return;
  await withTrace(file, async ({ recording, cursor }) => {
    if (await recording.reach(frame)) cursor.moveTo(frame, recordingServices);
  });
}

async function stopWithNote(recorder: TraceRecorder): Promise<void> {
  const note = await vscode.window.showInputBox({
    title: vscode.l10n.t('Stop Recording'),
    prompt: vscode.l10n.t('Why it is stopped: the trace keeps the note.'),
  });
  if (note !== undefined) await recorder.stop(note);
}

/** Key bindings may say how the target is left. */
async function leave(
  recorder: TraceRecorder,
  { status }: CurrentRecording,
  given: unknown,
): Promise<void> {
  if (!status) return;
  const ways = waysToLeave(status.phase === 'tracing');
  const wanted =
    ways.find(({ how }) => how === given) ??
    (await pickOne(ways, { title: vscode.l10n.t('Leave the Target') }));
  if (wanted) await recorder.leave(wanted.how);
}

function waysToLeave(isTracing: boolean): (vscode.QuickPickItem & { readonly how: Leaving })[] {
  return [
    {
      label: vscode.l10n.t('Detach'),
      detail: isTracing
        ? vscode.l10n.t('The program goes on, and so does the run, where the target can.')
        : vscode.l10n.t('The program goes on.'),
      how: 'detach',
    },
    {
      label: vscode.l10n.t('Disconnect'),
      detail: isTracing
        ? vscode.l10n.t('The run goes on where the target can: Record Trace… takes it up again.')
        : vscode.l10n.t('Only the connection ends.'),
      how: 'disconnect',
    },
    {
      label: vscode.l10n.t('End the Program'),
      detail: vscode.l10n.t('Frames that were not downloaded are gone then.'),
      how: 'kill',
    },
  ];
}

async function showActions({ status }: CurrentRecording): Promise<void> {
  if (!status) return;
  const isTracing = status.phase === 'tracing';
  const stopping = [
    { label: vscode.l10n.t('$(debug-stop) Stop and Open Trace'), command: 'stopRecording' },
    { label: vscode.l10n.t('$(note) Stop with a Note…'), command: 'stopRecordingWithNote' },
  ];
  const again = { label: vscode.l10n.t('$(record) Record Again'), command: 'recordTrace' };
  const items = [
    ...(isTracing ? stopping : [again]),
    { label: vscode.l10n.t('$(debug-disconnect) Leave Target…'), command: 'leaveRecording' },
  ];
  const title = statusLines(status)[0] ?? '';
  const picked = await pickOne(items, { title });
  if (picked) await vscode.commands.executeCommand(`tracefile.${picked.command}`);
}

/** What fills a configuration in. */
interface AttachServices {
  readonly tracepoints: Tracepoints;
  readonly targets: RecentTargets;
  readonly recordings: RecordedTraces;
}

/** Registers the provider; disposing of the result removes it. */
function registerAttachConfiguration(services: AttachServices): vscode.Disposable {
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
