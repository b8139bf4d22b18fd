// A program that is let go after a recording goes on, though its calls of the system were watched:
// on a real gdbserver.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { eventually } from '../eventually';
import { connect, startPlan, stopServers } from './liveTarget';

const scratch = mkdtempSync(path.join(tmpdir(), 'detach-'));
afterAll(() => {
  stopServers();
  rmSync(scratch, { recursive: true });
});

const source = `#include <stdio.h>
#include <unistd.h>
void hit(void) {}
int main(void)
{
  while (access("end", F_OK)) { hit(); usleep(5000); }
  fclose(fopen("ended", "w"));
}
`;

const plan = {
  tracepoints: [
    {
      number: 1,
      kind: 'trap' as const,
      location: 'hit',
      enabled: true,
      passCount: 0,
      actions: [{ action: 'collect' as const, item: '$regs' }],
    },
  ],
  variables: [],
  recordTime: false,
};

it.each(['stopped', 'still recording'])('goes on, with its run %s', async (run) => {
  const folder = mkdtempSync(path.join(scratch, 'run-'));
  const file = path.join(folder, 'loop');
  writeFileSync(`${file}.c`, source);
  execFileSync('gcc', ['-g', '-O0', '-o', file, `${file}.c`]);
  const recording = await connect(`| cd ${folder} && exec gdbserver --once - ./loop`);
  await startPlan(recording, file, plan);
  await eventually(async () => {
    await recording.refresh();
    expect(recording.status.run?.framesCreated).toBeGreaterThan(0);
  });
  if (run === 'stopped') expect(await recording.stop()).toBeUndefined();
  expect(await recording.leave('detach')).toBeUndefined();
  writeFileSync(path.join(folder, 'end'), '');
  await eventually(() => {
    expect(existsSync(path.join(folder, 'ended'))).toBe(true);
  });
});
