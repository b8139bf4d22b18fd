// The command line that serves a trace, as it is bundled: on the standard input and output of gdb's
// `target remote |`, at a port, and where it is used wrongly.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askGdb } from './askGdb';
import { corpus } from './corpusTrace';

let folder = '';
const script = () => path.join(folder, 'cli.js');
const trace = path.join(corpus, 'x86_64/app.tf');
const program = path.join(corpus, 'x86_64/app');

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'serve-'));
  const root = path.join(import.meta.dirname, '../..');
  const shared = { bundle: true, platform: 'node', format: 'cjs', absWorkingDir: root } as const;
  await esbuild.build({ ...shared, entryPoints: ['src/commandLine/main.ts'], outfile: script() });
  const worker = path.join(folder, 'symbolWorker.js');
  await esbuild.build({ ...shared, entryPoints: ['src/symbolWorker.ts'], outfile: worker });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(...words: string[]) {
  return spawnSync(process.execPath, [script(), 'serve', ...words], {
    encoding: 'utf8',
    input: '',
    timeout: 500_000,
  });
}

describe('serve', () => {
  it('answers gdb on a pipe, with the program that is named or found next to the trace', async () => {
    for (const named of [`--program ${program}`, '']) {
      const answers = await askGdb('gdb', undefined, [
        `target remote | ${process.execPath} ${script()} serve ${trace} ${named}`,
        'tfind 0',
        'bt',
      ]);
      expect(answers[2]).toBe(
        '#0  helper (n=0, p=0x404060 <g>, c=RED) at app.c:12\n#1  0x00000000004012cd in main () at app.c:22\n',
      );
    }
  });

  it('answers for a folder that tsave -ctf wrote, or its metadata', async () => {
    for (const name of ['app.ctf', 'app.ctf/metadata']) {
      const folder = path.join(corpus, 'x86_64', name);
      const answers = await askGdb('gdb', program, [
        `target remote | ${process.execPath} ${script()} serve ${folder}`,
        'tfind 113',
        'bt 1',
        'tfind 114',
      ]);
      expect(answers[1]).toMatch(/^Found trace frame 113, tracepoint \d+\n/);
      expect(answers[2]).toMatch(/^#0 .* at app\.c:\d+\n/);
      expect(answers[3]).toBe('No trace frame found\n');
    }
  });

  it('answers at a port of this machine, one client at a time', async () => {
    const server = spawn(
      process.execPath,
      [script(), 'serve', trace, '--program', program, '--port', '0'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    try {
      const place = await announced(server.stderr);
      const [host = '', port = ''] = place.split(':');
      expect(host).toBe('127.0.0.1');
      const first = connect(Number(port), host);
      await new Promise((resolve) => first.once('connect', resolve));
      const refused = await askGdb('gdb', program, [`target remote ${place}`]);
      expect(refused[0]).toMatch(/^ERR /);
      first.destroy();
      const [, found] = await askGdb('gdb', program, [
        `target remote ${place}`,
        'tfind 3',
        'detach',
      ]);
      expect(found).toBe('Found trace frame 3, tracepoint 3\n');
      const [, again] = await askGdb('gdb', program, [`target remote ${place}`, 'tfind 4', 'kill']);
      expect(again).toMatch(/^Found trace frame 4,/);
    } finally {
      server.kill();
    }
  });

  it('says what is wrong', () => {
    expect(run()).toMatchObject({ status: 2, stdout: '' });
    expect(run().stderr).toBe('Name one trace.\nSee: gdb-tracefile serve --help\n');
    expect(run(trace, '--port', 'x').stderr).toMatch(/^--port must be a whole number/);
    expect(run(trace, '--port', '65536').stderr).toMatch(/^“65536” is no port: 0 to 65535\./);
    expect(run(trace, '--nothing')).toMatchObject({ status: 2 });
    expect(run('/nowhere.tf')).toMatchObject({
      status: 3,
      stderr: '/nowhere.tf cannot be read: there is no such file.\n',
    });
    expect(run(program)).toMatchObject({ status: 3 });
    expect(run('--help').stdout).toMatch(/^Usage: /);
  });

  it('ends with its standard input', () => {
    expect(run(trace, '--program', program)).toMatchObject({ status: 0, stdout: '' });
  });
});

/** `HOST:PORT`, once it listens. */
function announced(output: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const place = /target remote (\S+)/.exec(text)?.[1];
      if (place !== undefined) resolve(place);
    });
    output.on('end', () => {
      reject(new Error(text));
    });
  });
}
