// Connections that carry bytes both ways: sockets, and a process' own standard input and output.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';

/** A connection to one peer. Errors of the medium close it. */
export interface Connection {
  onBytes(listener: (bytes: Uint8Array) => void): void;
  onClose(listener: () => void): void;
  write(bytes: Uint8Array): void;
  /** Resolves when most of what was written has left, or the connection has closed. */
  drained(): Promise<void>;
  /** No bytes come from now on, until {@link resume}. */
  pause(): void;
  resume(): void;
  /** Closes after what was written has left; a peer that does not take it is not waited for. */
  close(): void;
}

/** For which a peer that does not take what was written keeps a connection from closing, in ms. */
const closingTime = 5000;
/** Connections to one port at a time; others are closed at once. */
const maxConnections = 16;

/** A port at which clients connect. */
export interface ListeningPort {
  readonly host: string;
  readonly port: number;
  /** Takes no more clients; those connected stay. */
  close(): void;
}

/**
 * Listens for clients: at a port, or at any that is free for 0. Rejects with the system's error
 * where it cannot.
 */
export function listen(
  host: string,
  port: number,
  onConnection: (connection: Connection) => void,
): Promise<ListeningPort> {
  const server = createServer({ noDelay: true }, (socket) => {
    onConnection(socketConnection(socket));
  });
  server.maxConnections = maxConnections;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      // A client that left before it was accepted is no reason to end.
      server.on('error', () => undefined);
      const address = server.address() as AddressInfo;
      resolve({ host: address.address, port: address.port, close: () => server.close() });
    });
  });
}

/** A socket as a connection. */
export function socketConnection(socket: Socket): Connection {
  return streamConnection(socket, socket);
}

/** Two streams as a connection, which closes when nothing comes any more. */
export function streamConnection(input: Readable, output: Writable): Connection {
  const closed = new Set<() => void>();
  let isClosed = false;
  const end = () => {
    if (isClosed) return;
    isClosed = true;
    input.destroy();
    output.end();
    for (const listener of closed) listener();
  };
  for (const event of ['end', 'close', 'error']) input.on(event, end);
  for (const event of ['close', 'error']) output.on(event, end);
  return {
    onBytes: (listener) => void input.on('data', listener),
    onClose: (listener) => void closed.add(listener),
    write: (bytes) => {
      if (!isClosed) output.write(bytes);
    },
    drained: () =>
      new Promise((resolve) => {
        if (isClosed || !output.writableNeedDrain) {
          resolve();
          return;
        }
        output.once('drain', resolve);
        closed.add(resolve);
      }),
    pause: () => void input.pause(),
    resume: () => void input.resume(),
    close: () => {
      if (isClosed) return;
      const late = setTimeout(() => {
        output.destroy();
        end();
      }, closingTime);
      closed.add(() => {
        clearTimeout(late);
      });
      output.end(end);
    },
  };
}
