// A run is seen while it goes on: gdbserver hands out its buffer meanwhile, and what was fetched is
// a trace file that gdb reads, the beginning of what is saved at the end.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { askGdb } from './askGdb';
import { connect, downloaded, ended, openTrace, startPlan, stopServers } from './liveTarget';

const scratch = mkdtempSync(path.join(tmpdir(), 'meanwhile-'));
/** The program ends once this file is there. */
const enough = path.join(scratch, 'enough');
const source = `#include <unistd.h>
int sink;
void hit(int n) { sink += n; }
int main(void) {
  for (int i = 0; access("${enough}", F_OK) != 0; i++) { hit(i); usleep(50000); }
  return 0;
}
`;
afterAll(() => {
  stopServers();
  rmSync(scratch, { recursive: true });
});

it('frames come while gdbserver records, and are those of the whole trace', async () => {
  const file = path.join(scratch, 'loop');
  writeFileSync(`${file}.c`, source);
  execFileSync('gcc', ['-g', '-no-pie', '-o', file, `${file}.c`]);
  const recording = await connect(`| gdbserver --once - ${file}`);
  const actions = [{ action: 'collect' as const, item: '$regs' }];
  const planned = { number: 1, kind: 'trap' as const, location: 'hit', enabled: true, actions };
  const plan = { tracepoints: [{ ...planned, passCount: 0 }], variables: [], recordTime: false };
  await startPlan(recording, file, plan);

  const pieces: Uint8Array[] = [];
  const write = (bytes: Uint8Array) => {
    pieces.push(bytes.slice());
    return Promise.resolve();
  };
  const counts: number[] = [];
  recording.onDidChangeStatus(({ phase }) => {
    if (phase !== 'tracing') return;
    void recording.fetchMeanwhile({ write }).then((count) => {
      if (typeof count === 'number' && count !== counts.at(-1)) counts.push(count);
      if (counts.length > 2) writeFileSync(enough, '');
    });
  });
  await ended(recording);
  expect(recording.status.unseen).toBeUndefined();
  expect(counts.length).toBeGreaterThan(1);
  const { trace, bytes } = await downloaded(recording);
  await recording.leave('kill');
  recording.dispose();

  const seen = await openTrace(Buffer.concat(pieces));
  const last = counts.at(-1) ?? 0;
  expect(last).toBeLessThanOrEqual(trace.recording.index.count);
  expect(seen.recording.index.count).toBe(last);
  const framesOf = (all: Uint8Array, from: number, length: number) =>
    Buffer.from(all.subarray(from, from + length)).toString('hex');
  const began = seen.recording.description.framesOffset;
  const length = Buffer.concat(pieces).length - began;
  expect(framesOf(Buffer.concat(pieces), began, length)).toBe(
    framesOf(bytes, trace.recording.description.framesOffset, length),
  );

  const growing = path.join(scratch, 'growing.tf');
  writeFileSync(growing, Buffer.concat(pieces));
  const said = await askGdb('gdb', file, [`target tfile ${growing}`, `tfind ${last - 1}`]);
  expect(said.join('\n')).toContain(`Found trace frame ${last - 1}, tracepoint 1`);
});
