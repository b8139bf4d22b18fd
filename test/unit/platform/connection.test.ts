// Connections as a port gets them, from peers that behave badly.
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, type Connection, type ListeningPort } from '../../../src/platform/connection';

const sockets: Socket[] = [];
let listening: ListeningPort | undefined;

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  listening?.close();
});

async function peers(count: number, onConnection: (connection: Connection) => void) {
  const { host, port } = (listening = await listen('127.0.0.1', 0, onConnection));
  const made = Array.from({ length: count }, () =>
    connect(port, host).on('error', () => undefined),
  );
  sockets.push(...made);
  return made;
}

/** A peer, and the connection to it. */
async function connected(): Promise<{ peer: Socket; connection: Connection }> {
  return new Promise((resolve, reject) => {
    peers(1, (connection) => {
      const [peer] = sockets;
      if (peer) resolve({ peer, connection });
    }).catch(reject);
  });
}

describe('a port', () => {
  it('keeps sixteen connections, and closes others at once', async () => {
    let accepted = 0;
    const made = await peers(40, () => accepted++);
    const isClosed = (socket: Socket) => socket.closed || socket.readableEnded;
    for (const socket of made) socket.resume();
    await expect.poll(() => made.filter(isClosed).length, { timeout: 60_000 }).toBe(24);
    expect(accepted).toBe(16);
  });

  it('does not read while it is paused, and continues later', async () => {
    const { peer, connection } = await connected();
    let heard = 0;
    connection.onBytes((bytes) => (heard += bytes.length));
    connection.pause();
    const size = 32 * 1024 * 1024;
    const isTaken = peer.write(new Uint8Array(size));
    expect(isTaken).toBe(false);
    const soon = new Promise((resolve) => setTimeout(resolve, 50, 'not taken'));
    expect(await Promise.race([once(peer, 'drain'), soon])).toBe('not taken');
    expect(heard).toBe(0);
    connection.resume();
    await expect.poll(() => heard, { timeout: 60_000 }).toBe(size);
  });

  it('tells when a peer has taken what was written', async () => {
    const { peer, connection } = await connected();
    connection.write(new Uint8Array(32 * 1024 * 1024));
    const drained = connection.drained().then(() => 'taken');
    const soon = new Promise((resolve) => setTimeout(resolve, 50, 'not taken'));
    expect(await Promise.race([drained, soon])).toBe('not taken');
    peer.resume();
    expect(await drained).toBe('taken');
  });
});
