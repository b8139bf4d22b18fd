// Fast tracepoints in a program that is started under gdbserver, with gdb's in-process agent
// preloaded: gdb installs them once the program is at `main`, and so do we.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { openTargetPrograms } from '../../src/remote/client/target';
import { writeDefinition } from '../../src/remote/packets/definitions';
import type { PlannedTracepoint, TracepointKind } from '../../src/remote/record/plan';
import { prepareForTarget } from '../../src/remote/record/prepareForTarget';
import { openProgram } from '../../src/symbols/openProgram';
import type { OpenedProgram } from '../../src/trace/moduleManager';
import { decoderHere } from '../capstone';
import { connect, downloaded, ended } from './liveTarget';

const source = `static volatile int total;
__attribute__((noinline)) void leaf(void) { total++; }
void work(int n)
{
  total = 12345678;
  leaf();
  total = n;
}
int main(void)
{
  for (int i = 0; i < 20; i++) work(i);
  return total == 0;
}
`;
const scratch = mkdtempSync(path.join(tmpdir(), 'fast-'));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const agent = '--wrapper env LD_PRELOAD=/usr/lib/libinproctrace.so --';

function tracepoint(kind: TracepointKind, location: string): PlannedTracepoint {
  const actions = [{ action: 'collect' as const, item: 'n' }];
  return { number: 1, kind, location, enabled: true, passCount: 0, actions };
}

async function openFile(file: string): Promise<OpenedProgram | { problem: string }> {
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  return 'problem' in opened ? opened : { ...opened, dispose: () => undefined };
}

/** Records one tracepoint; `wrapper` is how gdbserver starts the program. */
async function record(options: readonly string[], wrapper: string, planned: PlannedTracepoint) {
  const file = path.join(scratch, `fast${options.join('')}`);
  writeFileSync(path.join(scratch, 'fast.c'), source);
  execFileSync('gcc', ['-g', '-O0', ...options, '-o', file, 'fast.c'], { cwd: scratch });
  const recording = await connect(`| gdbserver --once ${wrapper} - ${file}`);
  try {
    const open = () =>
      openTargetPrograms(recording.target, file, openFile, (each) =>
        Promise.resolve(existsSync(each)),
      );
    expect(await recording.prepareAgent(open)).toBeUndefined();
    const programs = await open();
    if ('problem' in programs) throw new Error(programs.problem);
    const plan = { tracepoints: [planned], variables: [], recordTime: false };
    const decode = await decoderHere();
    const prepared = await prepareForTarget(plan, recording.target, programs.placed, () => ({
      ...decode,
      dispose: () => undefined,
    }));
    if ('problem' in prepared) throw new Error(prepared.problem);
    const { definitions, problems } = prepared;
    const experiment = { definitions, programs: programs.placed };
    const messages = problems.map(({ message }) => message);
    const packets = definitions.map(writeDefinition);
    if (packets.length === 1) return { messages, packets, frames: 0, findings: [] };
    expect(await recording.start(experiment)).toBeUndefined();
    await ended(recording);
    const { trace } = await downloaded(recording);
    const findings = recording.status.findings.map(({ message }) => message);
    return { messages, packets, findings, frames: trace.recording.index.count };
  } finally {
    await recording.leave('kill');
    recording.dispose();
  }
}

describe('a program', () => {
  const options = ['-no-pie'];

  it('is recorded by jumps, with the agent that it preloads', async () => {
    // An assignment that names an address, and a call: neither runs elsewhere as it is.
    for (const line of [5, 6]) {
      const planned = tracepoint('fast', `fast.c:${line}`);
      const { messages, packets, frames } = await record(options, agent, planned);
      expect(messages).toEqual([]);
      expect(packets.some((packet) => /^QTDP:1:[\da-f]+:E:0:0:F[\da-f]+/.test(packet))).toBe(true);
      expect(frames).toBe(20);
    }
  });

  it('is recorded by traps without an agent, and that is said', async () => {
    const { messages, frames } = await record(options, '', tracepoint('fast', 'fast.c:5'));
    expect(messages).toEqual([
      expect.stringContaining('the program has not loaded the in-process agent'),
    ]);
    expect(frames).toBe(20);
  });
});

it('a program out of reach of jumps is recorded by traps, in the target’s words', async () => {
  const planned = tracepoint('fast', 'fast.c:5');
  const { frames, findings } = await record(['-pie'], agent, planned);
  expect(findings).toEqual([expect.stringContaining('Jump back from jump pad too far')]);
  expect(frames).toBe(20);
});

it.each(['work', '-m ust/bar'])('static tracepoints at %s need what Debian has not', async (at) => {
  const { messages } = await record([], agent, tracepoint('static', at));
  expect(messages).toEqual([
    'The target has no static markers: they need an in-process agent that was built with UST.',
  ]);
});
