// A connection on which a client's packets are answered, one after the other.
import { toHex } from '../../bytes/hex';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { PacketLink } from '../packetLink';
import type { Transport } from '../transport';
import type { OpenFile } from './programFiles';
import { TraceServer } from './traceServer';

/** Packets that let a program run: nothing runs here. */
const resumes = /^(c|C|s|S|i|I|bc|bs|r|R|vCont;|vRun)/;
/** A line for gdb's console, and a stop of the kind that ends a recording: of another, gdb would step on. */
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
 * Serves a trace to a client, gdb's `target remote`, until either side closes. The trace is read and never
 * changed: its position and its settings stay; it must stay open as long. `openFile` opens the files of
 * its programs, which gdb reads from a target.
 */
export function serveTrace(trace: Trace, transport: Transport, openFile: OpenFile): ServedClient {
  const cancel = new AbortController();
  const server = new TraceServer(trace, openFile, cancel.signal);
  let answering = Promise.resolve();
  const link = new PacketLink(transport, (packet) => {
    answering = answering.then(() => (cancel.signal.aborted ? undefined : answer(packet)));
  });
  const answer = async (packet: string): Promise<void> => {
    const replies = resumes.test(packet) ? stopsAgain : [await server.answer(packet)];
    for (const reply of replies) link.send(reply);
    if (packet === 'QStartNoAckMode') link.stopAcknowledging();
    if (leaves.test(packet)) transport.close();
  };
  const closed = new Promise<void>((resolve) => {
    transport.onClose(() => {
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
