// The command "Serve Trace to gdb…": gdb connects, and reads the frames with its own commands. The
// status bar shows what is served until it is stopped.
import * as vscode from 'vscode';
import type { OpenTraces } from '../trace/openTraces';
import { activeTrace, debuggedTrace } from './shownTrace';
import { inform, progressNotification, showError, showInformation } from './notify';
import type { TracePrograms } from './programs';
import { isTrusted } from './workspaceTrust';
import { openFile } from '../platform/fileSource';
import { listen, type ListeningPort } from '../platform/connection';
import { Clients } from '../remote/serve/serveTrace';
import type { Trace } from '../trace/trace';

const showCommand = 'tracefile.servedTraces';

/** Registers the commands; disposing of the result removes them, and ends what is served. */
export function registerServing(traces: OpenTraces, programs: TracePrograms): vscode.Disposable {
  const serving = new Serving(traces, programs);
  return vscode.Disposable.from(
    serving,
    vscode.commands.registerCommand('tracefile.serve', async (argument: unknown) => {
      const file = argument instanceof vscode.Uri ? argument : (activeTrace() ?? debuggedTrace());
      if (file) return serving.serve(file);
      inform(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
      return undefined;
    }),
    vscode.commands.registerCommand(showCommand, () => serving.choose()),
  );
}

/** The traces that are served, and the item in the status bar that says so. */
class Serving implements vscode.Disposable {
  private readonly served = new Map<string, ServedTrace>();
  private readonly item = vscode.window.createStatusBarItem(
    'tracefile.serving',
    vscode.StatusBarAlignment.Left,
  );

  constructor(
    private readonly traces: OpenTraces,
    private readonly programs: TracePrograms,
  ) {
    this.item.name = vscode.l10n.t('Traces Served to gdb');
    this.item.command = showCommand;
  }

  /**
   * Serves a trace, unless it is served already. Returns the gdb command that connects; undefined
   * if it failed.
   */
  async serve(file: vscode.Uri): Promise<string | undefined> {
    if (!isTrusted(vscode.l10n.t('Traces are served to gdb'))) return undefined;
    const served = this.served.get(file.toString()) ?? (await this.begin(file));
    if (!served) return undefined;
    this.showServed(served);
    return served.command;
  }

  /** Shows what can be done with what is served. */
  async choose(): Promise<void> {
    const items = [...this.served.values()].flatMap((served) => [
      {
        label: vscode.l10n.t('$(copy) Copy “{0}”', served.command),
        act: () => void copy(served),
      },
      {
        label: vscode.l10n.t('$(debug-stop) Stop Serving {0}', served.name),
        act: () => {
          this.stop(served);
        },
      },
    ]);
    const title = vscode.l10n.t('Traces Served to gdb');
    const picked = await vscode.window.showQuickPick(items, { title });
    picked?.act();
  }

  dispose(): void {
    for (const served of this.served.values()) served.dispose();
    this.served.clear();
    this.item.dispose();
  }

  private async begin(file: vscode.Uri): Promise<ServedTrace | undefined> {
    const held = await this.traces.acquire(file.toString());
    if ('problem' in held) {
      showError(held.problem);
      return undefined;
    }
    const served = await this.start(file, held);
    if (served) {
      this.served.set(file.toString(), served);
      this.showItem();
    } else {
      held.dispose();
    }
    return served;
  }

  /**
   * gdb waits two seconds for an answer: what takes long is done before. Undefined where it was not
   * to be.
   */
  private async start(file: vscode.Uri, held: HeldTrace): Promise<ServedTrace | undefined> {
    const isReady = await vscode.window.withProgress(
      progressNotification(
        vscode.l10n.t('Reading {0} before it is served', held.trace.recording.name),
        true,
      ),
      async (_progress, token) => {
        const cancelled = new Promise<void>((resolve) => token.onCancellationRequested(resolve));
        const ready = this.programs
          .ensure(held.trace, file)
          .then(() => held.trace.recording.indexed);
        await Promise.race([ready, cancelled]);
        return !token.isCancellationRequested;
      },
    );
    if (!isReady) return undefined;
    try {
      return await ServedTrace.start(file, held, wantedAddress());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      showError(
        vscode.l10n.t(
          '{0} is not served: {1}. The setting tracefile.serve.port names the port; 0 takes any.',
          held.trace.recording.name,
          reason,
        ),
      );
      return undefined;
    }
  }

  private stop(served: ServedTrace): void {
    this.served.delete(served.file.toString());
    served.dispose();
    this.showItem();
  }

  private showServed(served: ServedTrace): void {
    const copyIt = vscode.l10n.t('Copy');
    const stopIt = vscode.l10n.t('Stop');
    const sentence = vscode.l10n.t('{0} is served. In gdb: {1}', served.name, served.command);
    void showInformation(sentence, copyIt, stopIt).then((chosen) => {
      if (chosen === copyIt) void copy(served);
      if (chosen === stopIt) this.stop(served);
    });
  }

  private showItem(): void {
    const all = [...this.served.values()];
    const [first] = all;
    if (!first) {
      this.item.hide();
      return;
    }
    this.item.text =
      all.length === 1
        ? `$(broadcast) ${first.name} :${first.port}`
        : `$(broadcast) ${vscode.l10n.t('{0} traces', all.length)}`;
    this.item.tooltip = all.map(({ name, command }) => `${name}: ${command}`).join('\n');
    this.item.show();
  }
}

/** Only this machine reaches it, unless the settings name another address. */
function wantedAddress(): ServingAddress {
  const settings = vscode.workspace.getConfiguration('tracefile.serve');
  return { host: settings.get<string>('host', '127.0.0.1'), port: settings.get<number>('port', 0) };
}

async function copy({ command }: ServedTrace): Promise<void> {
  await vscode.env.clipboard.writeText(command);
}

/** What holds a trace open. */
export interface HeldTrace extends vscode.Disposable {
  readonly trace: Trace;
}

/** Where clients connect. */
export interface ServingAddress {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** Serves one trace; disposing of it ends that, and lets the trace go. */
class ServedTrace implements vscode.Disposable {
  private constructor(
    readonly file: vscode.Uri,
    private readonly held: HeldTrace,
    private readonly clients: Clients,
    private readonly listening: ListeningPort,
  ) {}

  /**
   * Begins to serve. Rejects with the system's error where the port cannot be had; the trace is
   * then still held.
   */
  static async start(
    file: vscode.Uri,
    held: HeldTrace,
    { host, port }: ServingAddress,
  ): Promise<ServedTrace> {
    const clients = new Clients(held.trace, openFile);
    const listening = await listen(host, port, (connection) => {
      clients.serve(connection);
    });
    return new ServedTrace(file, held, clients, listening);
  }

  get name(): string {
    return this.held.trace.recording.name;
  }

  get port(): number {
    return this.listening.port;
  }

  /** The command that connects gdb on this machine. */
  get command(): string {
    const { host, port } = this.listening;
    const isAny = host === '0.0.0.0' || host === '::';
    const named = isAny ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `target remote ${named === '127.0.0.1' ? 'localhost' : named}:${port}`;
  }

  dispose(): void {
    this.listening.close();
    this.clients.dispose();
    this.held.dispose();
  }
}
