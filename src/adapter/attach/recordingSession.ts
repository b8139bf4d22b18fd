// A session that records: the client takes the program to run, its pause button ends the run, and
// what was recorded is then debugged as a launched trace is. Configuration begins only then:
// breakpoints are set in the trace.
import { t } from '@vscode/l10n';
import { ContinuedEvent, ThreadEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { TargetRecording, RecordingStatus } from '../../remote/client/recording';
import { sizeText, stopReasonText } from '../../trace/text/statusText';
import type { Disposable } from '../../trace/emitter';
import type { Client } from '../client';
import type { SessionKind } from '../debugSession';
import type { AdapterHost } from '../host';
import { Progress } from '../progress';
import { RequestFailed } from '../../bytes/requestFailed';
import { threadId } from '../stopped';
import type { Attached } from './attach';
import type { AttachArguments } from './attachArguments';

/** Milliseconds between two lines about a run that continues. */
const talkative = 2000;

/** A recording in a debug session, from its start to its trace. */
export class RecordingSession implements SessionKind {
  private readonly recording: TargetRecording;
  private readonly listener: Disposable;
  /** The frames that came until now become a trace. */
  writing: Promise<void> | undefined;
  private readonly cancel = new AbortController();
  private said = { frames: -1, time: 0 };
  private isOver = false;

  /** `onTrace`: called once the trace is written, with its path; `onEnd`: if none was. */
  constructor(
    private readonly attached: Attached,
    private readonly args: AttachArguments,
    private readonly host: AdapterHost,
    private readonly client: Client,
    private readonly onTrace: (path: string) => void,
    private readonly onEnd: () => void,
  ) {
    this.recording = attached.recording;
    this.listener = this.recording.onDidChangeStatus((status) => {
      this.changed(status);
    });
  }

  /** Tells the client that the program runs. */
  begin(): void {
    this.client.send(new ThreadEvent('started', threadId));
    this.client.send(new ContinuedEvent(threadId, true));
    this.changed(this.recording.status);
  }

  /** Answers a request while the run continues; its body. */
  answer(request: DebugProtocol.Request): unknown {
    const { command } = request;
    const args = request.arguments as unknown;
    switch (command) {
      case 'threads':
        return { threads: [{ id: threadId, name: `recording ${this.args.target}` }] };
      case 'configurationDone':
        return undefined;
      case 'continue':
        return { allThreadsContinued: true };
      case 'cancel':
        this.cancel.abort();
        return undefined;
      case 'pause':
        void this.finish();
        return undefined;
      case 'evaluate':
        return this.evaluate(
          new Map<string, unknown>(Object.entries(args ?? {})).get('expression'),
        );
      default:
        throw new RequestFailed(
          t('A trace is being recorded: pause ends the run, and its frames can be looked at.'),
        );
    }
  }

  /** Leaves the target as a disconnect request says, or else the configuration. */
  async leave(terminate: boolean | undefined): Promise<void> {
    this.isOver = true;
    this.cancel.abort();
    const how = terminate === true ? 'kill' : this.args.leave;
    const outcome = await this.recording.leave(how);
    if (outcome) this.client.log(outcome.problem, 'stderr');
    this.dispose();
  }

  dispose(): void {
    this.isOver = true;
    this.cancel.abort();
    this.listener.dispose();
    this.recording.dispose();
    this.attached.programs?.dispose();
  }

  /** `tstop`, with a note, and `tstatus`, as in gdb. */
  private evaluate(expression: unknown): { result: string; variablesReference: 0 } {
    const text = String(expression);
    const stop = /^\s*tstop\b\s*(.*)/s.exec(text);
    if (stop) void this.finish(stop[1]);
    else if (!/^\s*tstatus\s*$/.test(text)) {
      throw new RequestFailed(t('A trace is being recorded: tstatus and tstop are known now.'));
    }
    return { result: stop ? '' : statusText(this.recording.status), variablesReference: 0 };
  }

  private changed(status: RecordingStatus): void {
    if (this.isOver) return;
    this.logStatus(status);
    if (status.phase === 'ended') void this.finish();
    if (status.phase !== 'closed' || this.writing) return;
    this.client.log(status.problem ?? t('The target was left.'), 'stderr');
    this.end();
  }

  /** Stops the run, if it still continues, writes its trace and hands it on. */
  private finish(note = ''): Promise<void> {
    this.writing ??= this.fetch(note).catch((error: unknown) => {
      this.client.log(error instanceof Error ? error.message : String(error), 'stderr');
      this.end();
    });
    return this.writing;
  }

  private async fetch(note: string): Promise<void> {
    const { recording, args, client } = this;
    if (recording.status.phase === 'tracing') {
      const stopped = await recording.stop(note);
      if (stopped) client.log(stopped.problem, 'stderr');
    }
    const { run } = recording.status;
    if (run)
      client.log(t('The run is over. {0}.', stopReasonText({ ...run, line: noLine })), 'console');
    const path = this.host.resolve(args.save);
    await this.save(path);
    if (this.isOver) return;
    const left = await recording.leave(args.leave);
    if (left) client.log(left.problem, 'stderr');
    this.isOver = true;
    this.onTrace(path);
  }

  private async save(path: string): Promise<void> {
    const { recording, client, cancel } = this;
    const file = await this.host.createFile(path).catch((error: unknown) => {
      throw notWritten(path, error);
    });
    const progress = new Progress(client, 'download', t('Fetching the frames…'));
    const downloaded = await recording.download(file, {
      signal: cancel.signal,
      onProgress: ({ frames, of }) => {
        if (of !== undefined && of > 0) progress.update(frames / of);
      },
    });
    progress.dispose();
    if ('problem' in downloaded) {
      await file.discard();
      throw notWritten(path, downloaded.problem);
    }
    await file.keep().catch((error: unknown) => {
      throw notWritten(path, error);
    });
    for (const { message, severity } of downloaded.findings) {
      client.log(message, severity === 'info' ? 'console' : 'important');
    }
    client.log(`${path}: ${downloaded.frames} frames, ${sizeText(downloaded.bytes)}.`, 'console');
  }

  private logStatus(status: RecordingStatus): void {
    const frames = status.run?.framesInBuffer ?? -1;
    const now = performance.now();
    const isNews = frames !== this.said.frames && now - this.said.time >= talkative;
    if (status.phase !== 'tracing' || !isNews) return;
    this.said = { frames, time: now };
    this.client.log(statusText(status), 'console');
  }

  private end(): void {
    this.isOver = true;
    this.onEnd();
  }
}

/** One line on the state of a recording. */
function statusText({ run, tracepoints, isLive, program }: RecordingStatus): string {
  if (!run) return t('The target has not said anything of the run yet.');
  const { framesInBuffer, bufferFree, bufferSize } = run;
  const parts = [
    ...(framesInBuffer === undefined ? [] : [t('{0} frames', framesInBuffer)]),
    ...(bufferFree === undefined || bufferSize === undefined
      ? []
      : [t('{0} of {1}', sizeText(bufferSize - bufferFree), sizeText(bufferSize))]),
    ...tracepoints.flatMap(({ number, hits }) =>
      hits === undefined ? [] : [t('tracepoint {0}: {1} hits', number, hits)],
    ),
    ...(isLive || program !== 'running'
      ? []
      : [t('the target tells no more while its program runs')]),
  ];
  return t('Recording: {0}.', parts.join(' · '));
}

const noLine = { offset: 0, text: '' };

function notWritten(path: string, reason: unknown): Error {
  const words = reason instanceof Error ? reason.message : String(reason);
  return new Error(t('{0} was not written: {1}', path, words), { cause: reason });
}
