// The recording in the status bar: how many frames, how full the buffer is; and for menus, which
// phase it is in.
import { groupedDigits } from '../../bytes/groupedDigits';
import * as vscode from 'vscode';
import type { CurrentRecording } from './currentRecording';
import type { RecordingStatus } from '../../remote/client/recording';
import type { TraceStatusReply } from '../../remote/packets/run';
import { sizeText } from '../../trace/text/statusText';

/** `none`, or the phase of the recording. */
const phaseContext = 'tracefile.recording';

/** Shows the recording. */
export class RecordingStatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'tracefile.recording',
    vscode.StatusBarAlignment.Left,
    1,
  );
  private readonly following: { dispose(): void };
  private phase: string | undefined;

  constructor(private readonly live: CurrentRecording) {
    this.item.name = vscode.l10n.t('Recording of a Trace');
    this.item.command = 'tracefile.recordingActions';
    this.following = live.onDidChange(() => {
      this.show();
    });
    this.show();
  }

  dispose(): void {
    this.following.dispose();
    this.item.dispose();
  }

  private show(): void {
    const { status } = this.live;
    const text = status ? statusText(status) : '';
    if (status && text !== '') {
      this.item.text = text;
      this.item.tooltip = statusLines(status).join('\n');
      this.item.show();
    } else {
      this.item.hide();
    }
    this.setPhaseContext(text === '' ? 'none' : (status?.phase ?? 'none'));
  }

  private setPhaseContext(phase: string): void {
    if (phase === this.phase) return;
    this.phase = phase;
    void vscode.commands.executeCommand('setContext', phaseContext, phase);
  }
}

/** The status bar's text; empty where nothing is to be shown. */
export function statusText(status: RecordingStatus): string {
  switch (status.phase) {
    case 'ready':
      return `$(plug) ${vscode.l10n.t('Target connected')}`;
    case 'tracing':
      return `$(record) ${framesText(status.run) ?? vscode.l10n.t('Recording')}${usedText(status.run)}`;
    case 'ended':
      return `$(debug-stop) ${framesText(status.run) ?? vscode.l10n.t('Recording has stopped')}`;
    case 'closed':
      return '';
  }
}

/** The lines of its tooltip. */
export function statusLines(status: RecordingStatus): string[] {
  const { run } = status;
  const size = run?.bufferSize;
  const free = run?.bufferFree;
  const frames = framesText(run);
  const buffer =
    size === undefined || free === undefined
      ? []
      : [vscode.l10n.t('Buffer: {0} of {1}', sizeText(size - free), sizeText(size))];
  return [
    phaseText(status),
    ...(frames === undefined ? [] : [frames]),
    ...buffer.map((line) => (run?.circularBuffer ? vscode.l10n.t('{0}, circular', line) : line)),
    programText(status),
    ...livenessLines(status),
    ...status.findings.map(({ message }) => message),
  ];
}

function livenessLines({ phase, isLive, unseen }: RecordingStatus): string[] {
  if (phase === 'tracing') {
    return [unseen ?? vscode.l10n.t('The trace shows the frames as they come.')];
  }
  return isLive ? [] : [vscode.l10n.t('The target answers only when its program stops.')];
}

/** Whether a signal stopped the program where it would end it. */
export function isStoppedBySignal(
  status: RecordingStatus,
): status is RecordingStatus & { readonly signal: string } {
  return status.program === 'stopped' && status.signal !== undefined;
}

/** Why a run ended, as a sentence. */
export function endText(status: RecordingStatus): string {
  const { run, program, exitCode, signal } = status;
  if (isStoppedBySignal(status)) {
    return vscode.l10n.t('The program was stopped by {0}.', status.signal);
  }
  if (program === 'leaving') return exitedText(exitCode);
  if (program === 'ended' && signal !== undefined) {
    return vscode.l10n.t('{0} ended the program.', signal);
  }
  if (program === 'ended' && exitCode !== undefined) return exitedText(exitCode);
  return statusEndText(run);
}

function exitedText(code = 0): string {
  return code === 0
    ? vscode.l10n.t('The program exited.')
    : vscode.l10n.t('The program exited with code {0}.', code);
}

/** Why a run ended, as far as its status says. */
export function statusEndText(run: TraceStatusReply | undefined): string {
  switch (run?.stopReason) {
    case 'buffer-full':
      return vscode.l10n.t('The run ended: the buffer is full.');
    case 'pass-count':
      return vscode.l10n.t(
        'The run ended by the pass count of tracepoint {0}.',
        run.stopTracepoint,
      );
    case 'disconnected':
      return vscode.l10n.t('The run ended when the connection did.');
    case 'error':
      return vscode.l10n.t('The run ended by an error: {0}.', run.stopText);
    case 'stop-command':
      return stoppedText(run.stopText);
    case 'not-run':
    case 'unknown':
    case undefined:
      return stoppedText('');
  }
}

/** A note that is a sentence says it all. */
function stoppedText(note: string): string {
  if (note === '') return vscode.l10n.t('The run was stopped.');
  return note.endsWith('.') ? note : vscode.l10n.t('The run was stopped: {0}.', note);
}

export function countedFrames(frames: number): string {
  return frames === 1
    ? vscode.l10n.t('1 frame')
    : vscode.l10n.t('{0} frames', groupedDigits(frames));
}

/** Undefined where the target does not count them. */
function framesText(run: TraceStatusReply | undefined): string | undefined {
  const frames = run?.framesInBuffer ?? run?.framesCreated;
  return frames === undefined ? undefined : countedFrames(frames);
}

function usedText(run: TraceStatusReply | undefined): string {
  const size = run?.bufferSize;
  if (size === undefined || size === 0 || run?.bufferFree === undefined) return '';
  return ` · ${Math.round((100 * (size - run.bufferFree)) / size)} %`;
}

function phaseText({ phase, problem }: RecordingStatus): string {
  switch (phase) {
    case 'ready':
      return vscode.l10n.t('Connected; nothing is recorded.');
    case 'tracing':
      return vscode.l10n.t('Recording');
    case 'ended':
      return vscode.l10n.t('The run is over; its frames wait in the target.');
    case 'closed':
      return problem ?? vscode.l10n.t('The target was left.');
  }
}

function programText(status: RecordingStatus): string {
  switch (status.program) {
    case 'stopped':
      return isStoppedBySignal(status) ? endText(status) : vscode.l10n.t('The program is stopped.');
    case 'running':
      return vscode.l10n.t('The program runs.');
    case 'leaving':
      return vscode.l10n.t('The program is held where it is about to exit.');
    case 'ended':
      return endText(status);
  }
}
