// QEMU's stub for programs of one user knows no tracepoints: it is left with a sentence, whose
// program runs on.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { prepareForTarget } from '../../src/remote/record/prepareForTarget';
import { openProgram } from '../../src/symbols/openProgram';
import { TraceModule } from '../../src/trace/traceModule';
import { eventually } from '../eventually';
import { connect } from './liveTarget';

const scratch = mkdtempSync(path.join(tmpdir(), 'qemu-user-'));
const processes: ChildProcess[] = [];
afterAll(() => {
  for (const each of processes) each.kill();
  rmSync(scratch, { recursive: true });
});

it('a target that refuses tracepoints is left with a sentence, and its program runs on', async () => {
  const file = path.join(scratch, 'loop');
  writeFileSync(
    `${file}.c`,
    'int sink; void hit(int n) { sink += n; } int main(void) { hit(3); return sink; }',
  );
  execFileSync('gcc', ['-g', '-static', '-no-pie', '-o', file, `${file}.c`]);
  const socket = path.join(scratch, 'gdb');
  const qemu = spawn('qemu-x86_64', ['-g', socket, file], { stdio: 'ignore' });
  processes.push(qemu);
  const exit = new Promise((resolve) => qemu.on('exit', resolve));
  // The socket's file is there before anyone listens.
  const recording = await eventually(() => connect(socket));
  expect(recording.status).toMatchObject({ phase: 'ready', program: 'stopped' });
  const findings = recording.status.findings.map(({ message }) => message);
  expect(findings).toEqual([
    'The target knows no tracepoints (qTStatus): nothing can be recorded on it.',
  ]);
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  const module = new TraceModule(opened.program, 0n, '');
  const actions = [{ action: 'collect' as const, item: '$regs' }];
  const hit = { number: 1, kind: 'trap' as const, location: 'hit', enabled: true, actions };
  const plan = { tracepoints: [{ ...hit, passCount: 0 }], variables: [], recordTime: true };
  const prepared = await prepareForTarget(plan, recording.target, [module], () => {
    throw new Error('nothing is decoded');
  });
  if ('problem' in prepared) throw new Error(prepared.problem);
  const { definitions } = prepared;
  expect(await recording.start({ definitions, programs: [module] })).toEqual({
    problem: 'The target cannot record: the target does not know QTinit.',
  });
  expect(await recording.leave('detach')).toBeUndefined();
  recording.dispose();
  expect(await exit).toBe(3);
});
