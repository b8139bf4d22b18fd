// Where the adapter of a test runs: in the test's process, or as the program that other editors
// start. Both are spoken to over streams, in the protocol's own framing.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { resolve } from 'node:path';
import { Duplex, type Readable, type Writable } from 'node:stream';
import type { AdapterHost } from '../../src/adapter/host';
import { startSession } from '../../src/adapter/streamSession';
import { nodeHost } from '../../src/commandLine/nodeHost';
import { decoderHere } from '../capstone';

/** An adapter that can be asked. Whoever started it ends it. */
export interface RunningAdapter {
  readonly requests: Writable;
  readonly answers: Readable;
  end(): void;
}

/** A pipe: what is written together is read together, in a later turn. */
class Pipe extends Duplex {
  override _read(): void {
    // What was written comes by itself.
  }

  override _writev(pieces: readonly { chunk: Buffer }[], done: () => void): void {
    setImmediate(() => {
      this.push(Buffer.concat(pieces.map(({ chunk }) => chunk)));
      done();
    });
  }
}

/** Decodes in this thread: the one that nodeHost starts is a script of the bundle. */
const startDecoder: AdapterHost['startDecoder'] = () => ({
  decode: async (...asked) => (await decoderHere()).decode(...asked),
  dispose: () => undefined,
});

/** A session in this process. */
export function adapterHere(): RunningAdapter {
  const [requests, answers] = [new Pipe(), new Pipe()];
  const host = nodeHost(undefined, undefined, undefined, startDecoder);
  const session = startSession(host, requests, answers);
  // The end of a session is that of its process otherwise.
  session.setRunAsServer(true);
  return { requests, answers, end: () => requests.destroy() };
}

/** The bundled program, dist/stdio.js. */
export class AdapterProgram implements RunningAdapter {
  readonly process: ChildProcessWithoutNullStreams;
  /** What it wrote on its standard error: complaints of node among it. */
  errors = '';

  constructor() {
    const script = resolve(import.meta.dirname, '../../dist/stdio.js');
    this.process = spawn(process.execPath, [script]);
    this.process.stderr.on('data', (bytes: Buffer) => (this.errors += bytes.toString()));
  }

  get requests(): Writable {
    return this.process.stdin;
  }

  get answers(): Readable {
    return this.process.stdout;
  }

  end(): void {
    this.process.kill();
  }
}
