// How a program ended while it was recorded, on a real gdbserver: its exit code is that which gdb
// tells, in the state of the recording and in the trace's note.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RecordingPlan } from '../../src/remote/record/plan';
import { askGdb } from './askGdb';
import { connect, downloaded, ended, startPlan, stopServers } from './liveTarget';

const scratch = mkdtempSync(path.join(tmpdir(), 'exit-code-'));
afterAll(() => {
  stopServers();
  rmSync(scratch, { recursive: true });
});

const source = (end: string) => `#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
void hit(void) {}
void *thread(void *code) { hit(); exit((long)code); }
int main(int argc, char **argv) { ${end}; }
`;

const plan: RecordingPlan = {
  tracepoints: [
    {
      number: 1,
      kind: 'trap',
      location: 'hit',
      enabled: true,
      passCount: 0,
      actions: [{ action: 'collect', item: '$regs' }],
    },
  ],
  variables: [],
  recordTime: false,
};

async function start(name: string, end: string) {
  const file = path.join(scratch, name);
  writeFileSync(`${file}.c`, source(end));
  execFileSync('gcc', ['-g', '-w', '-pthread', '-o', file, `${file}.c`]);
  const recording = await connect(`| gdbserver --once - ${file}`);
  await startPlan(recording, file, plan);
  await ended(recording);
  return { file, recording };
}

const joined = 'pthread_t t; pthread_create(&t, 0, thread, (void *)9); pthread_join(t, 0)';

describe('a program that ends with', () => {
  it.each([
    ['return', 'hit(); return 3', 3],
    ['nothing', 'hit(); return 0', 0],
    ['minus', 'hit(); exit(-1)', 255],
    ['more', 'hit(); exit(0x1234)', 0x34],
    ['at-once', 'hit(); _exit(7)', 7],
    ['thread', joined, 9],
    // gdbserver takes the call of the system that ends it for the return of one.
    ['unhit', 'exit(4)', 4],
  ])('%s: %s', async (name, end, code) => {
    const { file, recording } = await start(name, end);
    const { program, exitCode } = recording.status;
    expect({ program, exitCode }).toEqual({ program: 'leaving', exitCode: code });
    const { trace } = await downloaded(recording);
    await recording.leave('kill');
    recording.dispose();
    const note = code === 0 ? 'The program exited.' : `The program exited with code ${code}.`;
    expect(trace.recording.description.status?.stopText).toBe(note);

    expect((await askGdb('gdb', file, ['run', 'output $_exitcode'])).at(-1)).toBe(String(code));
  });

  it.each([
    ['raised', 'hit(); raise(SIGTRAP)', /^SIGTRAP at .* in libc\.so\.6$/],
    ['int3', 'hit(); asm("int3"); return 0', /^SIGTRAP at int3\.c:7 \(main\)$/],
  ])('a trap of its own: %s', async (name, end, signal) => {
    const { recording } = await start(name, end);
    expect(recording.status).toMatchObject({
      program: 'stopped',
      signal: expect.stringMatching(signal) as string,
    });
    await recording.leave('kill');
    recording.dispose();
  });

  it('a signal that no debugger can hold', async () => {
    const { recording } = await start('killed', 'hit(); kill(getpid(), SIGKILL); pause()');
    recording.dispose();
    expect(recording.status.problem).toBe(
      'SIGKILL ended the program. The frames that were not fetched are gone with it.',
    );
  });
});
