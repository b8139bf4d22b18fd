// The recording in the status bar: how many frames, how full the buffer is; and for menus, which phase it is in.
import * as vscode from 'vscode';
import type { CurrentRecording } from './currentRecording';
import { statusLines, statusText } from './recordingWords';

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
    this.sayPhase(text === '' ? 'none' : (status?.phase ?? 'none'));
  }

  private sayPhase(phase: string): void {
    if (phase === this.phase) return;
    this.phase = phase;
    void vscode.commands.executeCommand('setContext', phaseContext, phase);
  }
}
