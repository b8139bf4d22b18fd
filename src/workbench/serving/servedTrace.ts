// A trace that gdb and other clients of its remote protocol can connect to, until somebody stops it.
import type * as vscode from 'vscode';
import { openFile } from '../../platform/openFile';
import { listen, type ListeningPort } from '../../platform/connection';
import { Clients } from '../../remote/serve/clients';
import type { Trace } from '../../trace/trace';

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
export class ServedTrace implements vscode.Disposable {
  private constructor(
    readonly file: vscode.Uri,
    private readonly held: HeldTrace,
    private readonly clients: Clients,
    private readonly listening: ListeningPort,
  ) {}

  /** Begins to serve. Rejects with the system's error where the port cannot be had; the trace is then still held. */
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
    return this.held.trace.name;
  }

  get port(): number {
    return this.listening.port;
  }

  /** What a person types into gdb on this machine. */
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
