// Connections as a port gets them, from peers that behave badly.
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { listen, type Connection, type ListeningPort } from '../../../src/platform/connection';
import { eventually } from '../../eventually';

const sockets: Socket[] = [];
let listening: ListeningPort[] = [];

/** Bytes, far more than a system keeps on their way. */
const size = 32 * 1024 * 1024;

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const port of listening) port.close();
  listening = [];
});

async function peers(count: number, onConnection: (connection: Connection) => void) {
  const port = await listen('127.0.0.1', 0, onConnection);
  listening.push(port);
  const made = Array.from({ length: count }, () =>
    connect(port.port, port.host).on('error', () => undefined),
  );
  sockets.push(...made);
  return made;
}

/** A peer, and the connection to it. */
async function connected(): Promise<{ peer: Socket; connection: Connection }> {
  let connection: Connection | undefined;
  const [peer] = await peers(1, (accepted) => (connection = accepted));
  await eventually(() => {
    expect(connection).toBeDefined();
  });
  if (!peer || !connection) throw new Error('There is no connection.');
  return { peer, connection };
}

describe('a port', () => {
  it('keeps sixteen connections, and closes others at once', async () => {
    let accepted = 0;
    const made = await peers(40, () => accepted++);
    const isClosed = (socket: Socket) => socket.closed || socket.readableEnded;
    for (const socket of made) socket.resume();
    await eventually(() => {
      expect(made.filter(isClosed)).toHaveLength(24);
    });
    expect(accepted).toBe(16);
  });

  it('does not read while it is paused, and continues later', async () => {
    const { peer, connection } = await connected();
    let heard = 0;
    connection.onBytes((bytes) => (heard += bytes.length));
    connection.pause();
    expect(peer.write(new Uint8Array(size))).toBe(false);
    // As much that is sent later to one that reads has come.
    const other = await connected();
    let heardThere = 0;
    other.connection.onBytes((bytes) => (heardThere += bytes.length));
    other.peer.write(new Uint8Array(size));
    await eventually(() => {
      expect(heardThere).toBe(size);
    });
    expect(heard).toBe(0);
    expect(peer.writableLength).toBeGreaterThan(0);
    connection.resume();
    await eventually(() => {
      expect(heard).toBe(size);
    });
  });

  it('tells when a peer has taken what was written', async () => {
    const { peer, connection } = await connected();
    let isTaken = false;
    connection.write(new Uint8Array(size));
    const drained = connection.drained().then(() => {
      isTaken = true;
    });
    // As much that is written later to one that takes it is taken.
    const other = await connected();
    other.peer.resume();
    other.connection.write(new Uint8Array(size));
    await other.connection.drained();
    expect(isTaken).toBe(false);
    peer.resume();
    await drained;
  });
});
