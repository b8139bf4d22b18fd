// The files of a session are cut, written over and removed while it runs, in an editor that watches
// no files: a request that comes upon it fails with a sentence, what the file holds then is
// debugged, and the adapter goes on.
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually';
import { corpus, TraceClient } from './client';

let client: TraceClient;
let folder = '';
let trace = '';
let program = '';

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'changed-'));
  trace = path.join(folder, 'run.tf');
  program = path.join(folder, 'app');
  copyFileSync(corpus('x86_64/app.tf'), trace);
  copyFileSync(corpus('x86_64/app'), program);
  client = await TraceClient.start();
  await client.launchTrace({ trace, program, frame: 2 });
});
afterEach(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

async function heard(words: RegExp): Promise<void> {
  await eventually(() => {
    expect(client.output.join('')).toMatch(words);
  });
}

const stepInto = () => client.moving(client.stepInRequest({ threadId: 1 }));

describe('a trace that is debugged', () => {
  it('is debugged as it is now, where another run is saved over it', async () => {
    writeFileSync(trace, readFileSync(corpus('x86_64/app-memory-only.tf')));
    await stepInto();
    await expect(client.stackFrame()).rejects.toThrow(
      /^run\.tf was overwritten while it was read\. It is read anew: try again\.$/,
    );
    await heard(/run\.tf changed and was read anew: it holds 20 frames now\./);
    await client.moving(client.customRequest('traceFrame', { frame: 19 }));
    expect((await client.stackFrame()).name).toMatch(/\w/);
    await stepInto();
    expect(client.output.join('')).toContain('This is the last frame.');
  });

  it('keeps its frames before a cut', async () => {
    truncateSync(trace, readFileSync(trace).length >> 1);
    await stepInto();
    expect((await client.stackFrame()).name).toMatch(/\w/);
    await heard(/run\.tf was cut to \d+ bytes\. Frames from \d+ on are no longer in it\./);
    await client.moving(client.customRequest('traceFrame', { frame: 113 }));
    await expect(client.stackFrame()).rejects.toThrow(/^run\.tf was cut: byte \d+ is no longer/);
    await client.moving(client.customRequest('traceFrame', { frame: 5 }));
    expect((await client.stackFrame()).name).toMatch(/\w/);
  });

  it('is debugged on where it is removed', async () => {
    rmSync(trace);
    await stepInto();
    expect((await client.stackFrame()).name).toMatch(/\w/);
    await heard(/run\.tf cannot be read: there is no such file\. What was read before is shown/);
    await stepInto();
    expect(await client.frame()).toBe(4);
  });
});

describe('a program that is written over', () => {
  it('is said to be, and opened again', async () => {
    writeFileSync(program, readFileSync(corpus('x86_64/app')));
    await client.moving(client.customRequest('traceFrame', { frame: 100 }));
    await expect(client.stackFrame()).rejects.toThrow(
      /app was written anew while it was in use\. It is opened again: try again\.$/,
    );
    await eventually(async () => {
      expect((await client.stackFrame()).source).toBeDefined();
    });
    expect(await client.print('$trace_frame')).toBe('100');
  });

  it('is left where it is another one now, and the session goes on', async () => {
    writeFileSync(program, readFileSync(corpus('aarch64/app')));
    await client.moving(client.customRequest('traceFrame', { frame: 100 }));
    await expect(client.stackFrame()).rejects.toThrow(/app was written anew/);
    await eventually(async () => {
      expect((await client.stackFrame()).name).toMatch(/^0x/);
    });
    expect(await client.print('$trace_frame')).toBe('100');
  });
});
