// Connections to targets: sockets, devices, and the pipes of a command, as gdb's `target remote`
// opens them.
import { t } from '@vscode/l10n';
import { spawn } from 'node:child_process';
import { close, constants, open } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { ReadStream, WriteStream, isatty } from 'node:tty';
import { promisify } from 'node:util';
import { socketConnection, streamConnection, type Connection } from './connection';
import type { TargetAddress } from './targetAddress';

/** An open connection, and whether its medium loses and changes nothing. */
export interface TargetConnection {
  readonly connection: Connection;
  readonly reliable: boolean;
}

/** How a connection is made. */
interface TargetOptions {
  /** Bits per second of a serial line; unchanged by default. */
  readonly baud?: number | undefined;
  /** The folder in which a command runs. */
  readonly folder?: string | undefined;
  /** Called with what a command says on its standard error. */
  readonly onWords?: (text: string) => void;
}

/** Milliseconds for a socket to connect, and for a command to end after its input has. */
const maxSilence = 10_000;
const grace = 2000;

/** Connects, or says in a sentence why not. */
export async function connectTarget(
  address: TargetAddress,
  options: TargetOptions = {},
): Promise<TargetConnection | { readonly problem: string }> {
  try {
    switch (address.kind) {
      case 'tcp': {
        const { host, port, family } = address;
        return await viaSocket(connect({ host, port, family, noDelay: true }));
      }
      case 'socket':
        return await viaSocket(connect(address.path));
      case 'path': {
        const isSocket = (await stat(address.path)).isSocket();
        return isSocket
          ? await viaSocket(connect(address.path))
          : await viaDevice(address.path, options);
      }
      case 'command':
        return viaCommand(address.command, options);
    }
  } catch (error) {
    return { problem: t('{0} cannot be connected to: {1}.', nameOf(address), reason(error)) };
  }
}

async function viaSocket(socket: Socket): Promise<TargetConnection> {
  await new Promise<void>((resolve, reject) => {
    socket.setTimeout(maxSilence, () => {
      reject(new Error('nothing answers there'));
    });
    socket.once('connect', resolve);
    socket.once('error', reject);
  }).catch((error: unknown) => {
    socket.destroy();
    throw error;
  });
  socket.setTimeout(0);
  return { connection: socketConnection(socket), reliable: true };
}

/**
 * The streams of a terminal own plain descriptors: a FileHandle would close its own when it is
 * forgotten.
 */
const openDescriptor = promisify<string, number, number>(open);

/** A terminal is set to carry bytes as they are; `stty` does that without native code. */
async function viaDevice(path: string, { baud }: TargetOptions): Promise<TargetConnection> {
  const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK;
  const descriptor = await openDescriptor(path, flags);
  const isTerminal = isatty(descriptor);
  await promisify(close)(descriptor);
  if (!isTerminal) throw new Error('it is neither a socket nor a serial line');
  await setRaw(path, baud);
  const input = new ReadStream(await openDescriptor(path, flags));
  const connection = streamConnection(input, new WriteStream(await openDescriptor(path, flags)));
  return { connection, reliable: false };
}

function setRaw(path: string, baud: number | undefined): Promise<void> {
  const words = [
    '-F',
    path,
    'raw',
    '-echo',
    '-echoe',
    '-echok',
    'cs8',
    '-cstopb',
    '-parenb',
    'clocal',
  ];
  const child = spawn('stty', baud === undefined ? words : [...words, String(baud)], {
    stdio: 'ignore',
    timeout: maxSilence,
  });
  return new Promise((resolve, reject) => {
    child.on('error', () => {
      reject(new Error('it cannot be set up, since stty is not installed'));
    });
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error('stty does not take its settings'));
    });
  });
}

/**
 * A shell command whose input and output are the connection. It gets some time to end by itself
 * when the connection has closed, or when this process has ended, for whatever reason; then it is
 * killed.
 */
function viaCommand(command: string, { folder: cwd, onWords }: TargetOptions): TargetConnection {
  const child = spawn(watched(command), {
    shell: true,
    detached: true,
    cwd,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const [input, output, words, lifeline] = child.stdio;
  // What it says when it cannot be started, the shell says.
  child.on('error', () => undefined);
  words.setEncoding('utf8').on('data', (text: string) => onWords?.(text));
  lifeline?.on('error', () => undefined);
  const connection = streamConnection(output, input);
  connection.onClose(() => {
    input.end();
    lifeline?.destroy();
  });
  return { connection, reliable: true };
}

/**
 * The command, and a watch in the same group of processes that ends the group once the
 * lifeline, its descriptor 3, has closed: the system closes it even for a process that was killed.
 */
function watched(command: string): string {
  if (process.platform === 'win32') return command;
  const watch = `read -r _; sleep ${grace / 1000}; kill -TERM 0`;
  return `( { ${watch}; } <&3 >/dev/null 2>&1 3<&- & ) ; exec 3<&-\n${command}`;
}

function nameOf(address: TargetAddress): string {
  switch (address.kind) {
    case 'tcp':
      return `${address.host}:${address.port}`;
    case 'command':
      return address.command;
    case 'socket':
    case 'path':
      return address.path;
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
