// Programs of several threads on a real gdbserver, stopped and let go again and again: a thread may
// tell that it stopped when the others go on already.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { connectTarget } from '../../src/platform/targetConnection';
import { ProgramControl } from '../../src/remote/client/execution';
import { negotiateFeatures, RspClient } from '../../src/remote/client/rspClient';
import { eventually } from '../eventually';

const scratch = mkdtempSync(path.join(tmpdir(), 'stop-and-go-on-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

/** It writes its process's number, for the test. */
const source = `#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static volatile long turns[4];
static void *thread(void *n) { for (;;) turns[(long)n]++; }
int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "w");
  fprintf(file, "%d", getpid());
  fclose(file);
  pthread_t t;
  for (long n = 0; n < 4; n++) pthread_create(&t, 0, thread, (void *)n);
  pthread_join(t, 0);
}
`;

/** The states of a process's threads, as Linux has them: `t` is held by a debugger. */
function statesOf(process: string): string[] {
  const tasks = path.join('/proc', process, 'task');
  return readdirSync(tasks).map((thread) => {
    const status = readFileSync(path.join(tasks, thread, 'status'), 'utf8');
    return /^State:\s+(\S)/m.exec(status)?.[1] ?? '';
  });
}

it('no thread is left behind, and each stop is a stop', async () => {
  const [program, told] = [path.join(scratch, 'busy'), path.join(scratch, 'process')];
  writeFileSync(`${program}.c`, source);
  execFileSync('gcc', ['-w', '-pthread', '-o', program, `${program}.c`]);
  const command = `gdbserver --once - ${program} ${told}`;
  const connected = await connectTarget({ kind: 'command', command });
  if ('problem' in connected) throw new Error(connected.problem);
  const client = new RspClient(connected.connection);
  const control = await ProgramControl.begin(client, await negotiateFeatures(client, true));
  await control.resume();
  await eventually(() => {
    expect(statesOf(readFileSync(told, 'utf8'))).toHaveLength(5);
  });
  for (let turn = 0; turn < 60; turn++) {
    await control.halt();
    expect(control.now).toEqual({ state: 'stopped' });
    await control.resume();
    if (turn % 10 > 0) continue;
    await eventually(() => {
      expect(statesOf(readFileSync(told, 'utf8'))).not.toContain('t');
    });
    expect(control.now).toEqual({ state: 'running' });
  }
  await control.halt();
  control.dispose();
  client.dispose();
});
