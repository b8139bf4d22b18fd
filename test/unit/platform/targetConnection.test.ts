// Connections to what echoes: a port, a Unix socket, a command; and what cannot be connected to.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { connectTarget, type TargetConnection } from '../../../src/platform/targetConnection';
import type { TargetAddress } from '../../../src/platform/targetAddress';

const folder = mkdtempSync(join(tmpdir(), 'target-'));
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

function echo(where: string | number): Promise<number> {
  const server = createServer((socket) => socket.pipe(socket));
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(where, () => {
      const address = server.address() as AddressInfo | string;
      resolve(typeof address === 'string' ? 0 : address.port);
    });
  });
}

async function open(
  address: TargetAddress,
  onWords?: (text: string) => void,
): Promise<TargetConnection> {
  const connected = await connectTarget(address, { folder, ...(onWords && { onWords }) });
  if ('problem' in connected) throw new Error(connected.problem);
  return connected;
}

async function expectEcho({ connection, reliable }: TargetConnection): Promise<void> {
  const heard = new Promise<string>((resolve) => {
    let text = '';
    connection.onBytes((bytes) => {
      text += Buffer.from(bytes).toString('latin1');
      if (text.length >= 4) resolve(text);
    });
  });
  const closed = new Promise<void>((resolve) => {
    connection.onClose(resolve);
  });
  connection.write(Uint8Array.of(0, 0x24, 0x7d, 0xff));
  expect(await heard).toBe('\0$}\xff');
  expect(reliable).toBe(true);
  connection.close();
  await closed;
}

describe('a connection to a target', () => {
  it('goes to a port', async () => {
    const port = await echo(0);
    await expectEcho(await open({ kind: 'tcp', host: 'localhost', port, family: 0 }));
  });

  it('goes to a Unix socket, named as one or by its path', async () => {
    const path = join(folder, 'echo.sock');
    await echo(path);
    await expectEcho(await open({ kind: 'socket', path }));
    await expectEcho(await open({ kind: 'path', path }));
  });

  it('is the pipe of a command, whose words are heard', async () => {
    let words = '';
    const command = 'echo here: $(pwd) >&2; exec cat';
    const connected = await open({ kind: 'command', command }, (text) => {
      words += text;
    });
    await expectEcho(connected);
    expect(words).toContain(folder);
  });

  it('closes where the command ends', async () => {
    const { connection } = await open({ kind: 'command', command: 'exit 3' });
    await new Promise<void>((resolve) => {
      connection.onBytes(() => undefined);
      connection.onClose(resolve);
    });
  });

  const nowhere = async (address: TargetAddress): Promise<string> => {
    const connected = await connectTarget(address);
    return 'problem' in connected ? connected.problem : '';
  };

  it('that cannot be made says why', async () => {
    const port = await echo(0);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    expect(await nowhere({ kind: 'tcp', host: '127.0.0.1', port, family: 4 })).toMatch(
      /^127\.0\.0\.1:\d+ cannot be connected to: .*ECONNREFUSED/,
    );
    expect(await nowhere({ kind: 'path', path: join(folder, 'none') })).toMatch(/ENOENT/);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await nowhere({ kind: 'path', path: file })).toMatch(
      /neither a socket nor a serial line/,
    );
    expect(await nowhere({ kind: 'path', path: '/dev/null' })).toMatch(/neither a socket nor/);
  });
});
