// A connection on which a client's packets are answered, one after the other.
import { toHex } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { RspConnection, type Transport } from '../rspConnection';
import type { OpenFile } from './documents';
import { TraceServer } from './traceServer';
import { writeReply } from '../packets/fields';

/** Packets that let a program run: nothing runs here. */
const resumes = /^(c|C|s|S|i|I|bc|bs|r|R|vCont;|vRun)/;
/**
 * A line for gdb's console, and a stop of the kind that ends a recording: of another, gdb would
 * step on.
 */
const stopsAgain = [
  `O${toHex(new TextEncoder().encode('A trace does not run: tfind goes to its other frames.\n'))}`,
  'T05replaylog:end;thread:1;',
];
/** Packets with which gdb leaves. */
const leaves = /^(D|k$|vKill)/;

/** A client that is being served. */
export interface ServedClient extends Disposable {
  /** Resolves when the connection has closed. */
  readonly closed: Promise<void>;
}

/**
 * Serves a trace to a client, gdb's `target remote`, until either side closes. The trace is read
 * and never changed: its position and its settings stay; it must stay open as long. `openFile`
 * opens the files of its programs, which gdb reads from a target.
 */
export function serveTrace(trace: Trace, transport: Transport, openFile: OpenFile): ServedClient {
  const cancel = new AbortController();
  const server = new TraceServer(trace, openFile, cancel.signal);
  const slice = new TimeSlice();
  let answering = Promise.resolve();
  // gdb asks at once. What only connects keeps others away.
  const silent = setTimeout(() => {
    transport.close();
  }, timeLimit);
  const connection = new RspConnection(
    inTurns(transport, () => answering),
    (packet) => {
      clearTimeout(silent);
      answering = answering.then(async () => {
        await slice.yieldIfDue();
        if (!cancel.signal.aborted) await answer(packet);
      });
    },
  );
  const answer = async (packet: string): Promise<void> => {
    const replies = resumes.test(packet) ? stopsAgain : [await server.answer(packet)];
    for (const reply of replies) connection.send(reply);
    if (packet === 'QStartNoAckMode') connection.stopAcknowledging();
    if (leaves.test(packet)) transport.close();
    else await drained(transport);
  };
  const closed = new Promise<void>((resolve) => {
    transport.onClose(() => {
      clearTimeout(silent);
      cancel.abort();
      server.dispose();
      resolve();
    });
  });
  return {
    closed,
    dispose: () => {
      transport.close();
    },
  };
}

/** For which a client may ask nothing at first or leave answers where they are, in milliseconds. */
const timeLimit = 60_000;

/** Waits until a client has taken what was sent; one that does not is left. */
async function drained(transport: Transport): Promise<void> {
  const late = setTimeout(() => {
    transport.close();
  }, timeLimit);
  await transport.drained();
  clearTimeout(late);
}

/**
 * A transport that reads on when what it read was answered and the answers were taken: a client
 * that floods it or takes nothing has to wait, and fills no memory here.
 */
function inTurns(transport: Transport, answered: () => Promise<void>): Transport {
  return {
    ...transport,
    onBytes: (listener) => {
      transport.onBytes((bytes) => {
        transport.pause();
        listener(bytes);
        void answered()
          .then(() => drained(transport))
          .then(() => {
            transport.resume();
          });
      });
    },
  };
}

// One client at a time: two that select frames of their own are two servers, and gdb's own target
// serves one.

const refusal = writeReply({
  kind: 'error',
  text: 'Another client is connected to this trace: one is served at a time.',
});

/** For which a client that is refused may take to ask, in milliseconds. */
const refusalTime = 5000;

/** The clients of one trace. */
export class Clients implements Disposable {
  private served: ServedClient | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly openFile: OpenFile,
  ) {}

  /** Serves a client, or tells it that another is being served and closes. */
  serve(transport: Transport): void {
    if (this.served) {
      refuse(transport);
      return;
    }
    const served = serveTrace(this.trace, transport, this.openFile);
    this.served = served;
    void served.closed.then(() => {
      if (this.served === served) this.served = undefined;
    });
  }

  /** Ends the connection of the client that is being served. */
  dispose(): void {
    this.served?.dispose();
  }
}

/** gdb shows the answer to its first packet; what sends none is not waited for. */
function refuse(transport: Transport): void {
  const late = setTimeout(() => {
    transport.close();
  }, refusalTime);
  transport.onClose(() => {
    clearTimeout(late);
  });
  const connection = new RspConnection(transport, () => {
    connection.send(refusal);
    transport.close();
  });
}
