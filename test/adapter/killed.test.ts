// Programs that end in the middle of their work, however that comes about: nothing that they began
// is left.
import {
  execFileSync,
  spawn,
  type ChildProcess,
  type ChildProcessByStdio,
} from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endMarker } from '../../src/format/writer';
import { listen } from '../../src/platform/connection';
import { eventually } from '../eventually';
import { frame, StubTarget, variable } from '../unit/remote/client/stubTarget';
import { corpus } from './client';

const folder = mkdtempSync(join(tmpdir(), 'killed-'));
const dist = resolve(import.meta.dirname, '../../dist');
const bigTrace = join(folder, 'big.tf');
const program = join(folder, 'endless');

const started: ChildProcess[] = [];

/** Frames of a recorded trace again and again, so that a search takes long. */
function manyFrames(times: number): Buffer {
  const bytes = readFileSync(corpus('x86_64/app.tf'));
  const frames = bytes.indexOf('\n\n') + 2;
  const end = bytes.length - endMarker.length;
  const each = bytes.subarray(frames, end);
  return Buffer.concat([
    bytes.subarray(0, frames),
    ...Array.from({ length: times }, () => each),
    bytes.subarray(end),
  ]);
}

const source = `#include <unistd.h>
static int total;
int work(int n) { total += n; return total; }
int main(void) { for (;;) { work(1); usleep(1000); } }
`;

/** What node loads first for a disk that takes a second: longer than a process waits to end. */
const slowDisk = join(folder, 'slowDisk.cjs');
const slowDiskSource = `const files = require('node:fs/promises');
const { open } = files;
files.open = async (...how) => {
  const handle = await open(...how);
  const sync = handle.sync.bind(handle);
  handle.sync = () => new Promise((resolve) => setTimeout(resolve, 1000)).then(sync);
  return handle;
};
`;

beforeAll(() => {
  writeFileSync(slowDisk, slowDiskSource);
  writeFileSync(bigTrace, manyFrames(300));
  writeFileSync(`${program}.c`, source);
  execFileSync('gcc', ['-g', '-O0', '-o', program, `${program}.c`]);
});

afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** A program of the bundle, and what it said. */
class Program {
  said = '';
  /** What its environment carries, and that of what it starts. */
  private readonly mark = `KILLED_TEST_${process.pid}_${started.length}`;
  readonly ended: Promise<unknown>;

  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;

  constructor(name: string, args: readonly string[] = [], nodeOptions: readonly string[] = []) {
    const env = { ...process.env, [this.mark]: '1' };
    const child = spawn(process.execPath, [...nodeOptions, join(dist, name), ...args], {
      env,
      stdio: 'pipe',
      cwd: folder,
    });
    this.child = child;
    started.push(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.said += text));
    }
    for (const stream of [child.stdin, child.stdout]) stream.on('error', () => undefined);
    this.ended = new Promise((resolve) => child.on('exit', resolve));
  }

  /** Sends a request of the debug adapter protocol. */
  request(command: string, args: object = {}): void {
    const text = JSON.stringify({ seq: 1, type: 'request', command, arguments: args });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** The program and what it started, as far as that has not ended. */
  get running(): string[] {
    return readdirSync('/proc').filter((pid) => {
      try {
        const isMarked = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${this.mark}=`);
        return isMarked && !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
      } catch {
        return false;
      }
    });
  }

  async leavesNothing(): Promise<void> {
    await this.ended;
    await eventually(() => {
      expect(this.running).toEqual([]);
    });
  }

  async says(words: RegExp): Promise<RegExpExecArray> {
    return eventually(() => {
      const found = words.exec(this.said);
      if (!found) throw new Error(`${String(words)} is not in ${this.said.slice(-2000)}`);
      return found;
    });
  }
}

const ends: Record<string, (program: Program) => void> = {
  'is killed': ({ child }) => void child.kill('SIGKILL'),
  'is told to end': ({ child }) => void child.kill('SIGTERM'),
  'is interrupted': ({ child }) => void child.kill('SIGINT'),
  'hears nothing more': ({ child }) => void child.stdin.end(),
  'has lost its client': ({ child }) => {
    child.stdin.destroy();
    child.stdout.destroy();
  },
};

describe('the debug adapter leaves nothing behind where it', () => {
  it.each(Object.entries(ends))('%s in the middle of a search', async (_, end) => {
    const adapter = new Program('stdio.js');
    adapter.request('initialize', { supportsProgressReporting: true });
    adapter.request('launch', { trace: bigTrace, program: corpus('x86_64/app') });
    await adapter.says(/"event":"initialized"/);
    adapter.request('configurationDone');
    await adapter.says(/"event":"stopped"/);
    // A thread of its own is there beside the search.
    adapter.request('disassemble', { memoryReference: '0x401060', instructionCount: 4 });
    await adapter.says(/"command":"disassemble","success":true/);
    // Functions make it slow.
    const expression = 'tfind if $_memeq($rsp, $rsp + 8, 16) && $trace_frame < 0';
    adapter.request('evaluate', { expression, context: 'repl' });
    await adapter.says(/"event":"progressUpdate"/);
    expect(adapter.running).toEqual([String(adapter.child.pid)]);
    end(adapter);
    await adapter.leavesNothing();
    expect(adapter.said).not.toContain('"command":"evaluate","success":true');
  });

  /** A target that ends when nobody hears it any more, and one that would go on. */
  const gdbserver = 'exec gdbserver --once - ./endless';
  const stubborn = 'gdbserver --once - ./endless; sleep 10000';
  it.concurrent.each([
    ['is killed', gdbserver],
    ...Object.keys(ends).map((how) => [how, stubborn]),
  ])('%s while it records at the other end of: %s', async (how = '', command = '') => {
    const adapter = new Program('stdio.js');
    adapter.request('initialize');
    adapter.request('attach', {
      target: `| ${command}`,
      program,
      save: join(folder, 'saved.tf'),
      tracepoints: ['trace work', 'actions', 'collect n', 'end'],
    });
    await adapter.says(/"event":"continued"/);
    expect(adapter.running.length).toBeGreaterThan(2);
    ends[how]?.(adapter);
    await adapter.leavesNothing();
  });

  it.each([
    ['any disk', []],
    ['a slow disk', ['--require', slowDisk]],
  ])('has lost its client while it fetches frames to %s: a trace', async (_, nodeOptions) => {
    const save = join(folder, 'cut.tf');
    const stub = new StubTarget();
    stub.frames = Array.from({ length: 50 }, (_, i) => frame(1, variable(1, BigInt(i))));
    let framesAsked = false;
    const port = await listen('127.0.0.1', 0, (connection) => {
      connection.onBytes((bytes) => {
        // The frames never come.
        if (Buffer.from(bytes).includes('qTBuffer')) framesAsked = true;
        else stub.transport.write(bytes);
      });
      stub.transport.onBytes((bytes) => {
        connection.write(bytes);
      });
    });
    rmSync(save, { force: true });
    const adapter = new Program('stdio.js', [], nodeOptions);
    adapter.request('initialize');
    const target = `127.0.0.1:${port.port}`;
    adapter.request('attach', {
      target,
      program: corpus('extra/x86_64/meter'),
      tracepoints: ['trace main'],
      save,
    });
    await adapter.says(/"event":"continued"/);
    adapter.request('pause', { threadId: 1 });
    await eventually(() => {
      expect(framesAsked).toBe(true);
    });
    adapter.child.stdin.end();
    await adapter.leavesNothing();
    expect(readdirSync(folder).filter((name) => name.startsWith('cut'))).toEqual(['cut.tf']);
    expect(readFileSync(save, 'latin1')).toMatch(/^\x7fTRACE0\n[^]*\0{4}$/);
    port.close();
  });
});

describe('a served trace', () => {
  /** A packet of gdb's remote protocol. */
  const packet = (text: string) =>
    `$${text}#${([...Buffer.from(text)].reduce((a, b) => a + b, 0) & 255).toString(16).padStart(2, '0')}`;
  /** Asks for a frame with a PC that no frame has: all are searched. */
  const search = packet('QTFrame:pc:1');

  it.each(Object.entries(ends))('leaves nothing behind where its pipe %s', async (_, end) => {
    const server = new Program('cli.js', ['serve', bigTrace]);
    server.child.stdin.write(packet('QTFrame:0'));
    await server.says(/\$F0T/);
    server.child.stdin.write(search);
    end(server);
    await server.leavesNothing();
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'ends its connection and leaves nothing behind on %s',
    async (signal) => {
      const server = new Program('cli.js', ['serve', bigTrace, '--port', '0']);
      const port = Number((await server.says(/127\.0\.0\.1:(\d+)\n/))[1]);
      const client = connect({ host: '127.0.0.1', port });
      client.on('error', () => undefined);
      // A client that does not read never hears of the end.
      client.resume();
      client.write(search);
      const closed = new Promise((resolve) => client.on('close', resolve));
      server.child.kill(signal);
      await closed;
      await server.leavesNothing();
    },
  );

  it('serves the next client where one vanishes in the middle', async () => {
    const server = new Program('cli.js', ['serve', bigTrace, '--port', '0']);
    const port = Number((await server.says(/127\.0\.0\.1:(\d+)\n/))[1]);
    for (let i = 0; i < 3; i++) {
      const gone = connect({ host: '127.0.0.1', port });
      gone.write(packet('QTFrame:0'));
      await new Promise((resolve) => gone.once('data', resolve));
      gone.write(search);
      gone.resetAndDestroy();
    }
    await eventually(async () => {
      const client = connect({ host: '127.0.0.1', port });
      client.write(packet('QTFrame:1'));
      let heard = '';
      for await (const bytes of client) {
        heard += (bytes as Buffer).toString('latin1');
        if (/[#$]/.test(heard)) break;
      }
      expect(heard).toContain('$F1T');
    });
  });
});
