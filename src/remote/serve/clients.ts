// One client at a time: two that select frames of their own are two servers, and gdb's own target
// serves one.
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import { PacketLink } from '../packetLink';
import { writeReply } from '../packets/reply';
import type { Transport } from '../transport';
import type { OpenFile } from './programFiles';
import { serveTrace, type ServedClient } from './serveTrace';

const refusal = writeReply({
  kind: 'error',
  text: 'Another client is connected to this trace: one is served at a time.',
});

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

/** gdb shows the answer to its first packet. */
function refuse(transport: Transport): void {
  const link = new PacketLink(transport, () => {
    link.send(refusal);
    transport.close();
  });
}
