// What a file says reaches the client's terminal in responses and in events.
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { AdapterHost } from '../../../src/adapter/host';
import { TraceDebugSession } from '../../../src/adapter/session';
import { eventually } from '../../eventually';

const problem = 'x\x1b]0;title\x07\u202e.tf is no trace file.';
const host = {
  resolve: (path: string) => path,
  acquireTrace: () => Promise.resolve({ problem }),
} as unknown as AdapterHost;

it('nothing in a message steers a terminal', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let written = '';
  output.on('data', (piece: Buffer) => (written += piece.toString()));
  const session = new TraceDebugSession(host);
  session.setRunAsServer(true);
  session.start(input, output);
  const request = { seq: 1, type: 'request', command: 'launch', arguments: { trace: '/x.tf' } };
  const text = JSON.stringify(request);
  input.write(`Content-Length: ${text.length}\r\n\r\n${text}`);
  await eventually(() => {
    expect(written).toContain('is no trace file');
  });
  expect(written).toContain(String.raw`x\\033]0;title\\007\\342\\200\\256.tf`);
  expect(written).not.toMatch(/\\u001b|\\u0007|\u202e/);
  input.end();
});
