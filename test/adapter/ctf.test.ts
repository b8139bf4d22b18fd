// A run that gdb saved as CTF is debugged as the trace file of the same run is.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { corpus, TraceClient } from './client';

let client: TraceClient;
beforeEach(async () => {
  client = await TraceClient.start();
});
afterEach(async () => {
  await client.stop();
});

/** What a person sees at a frame. */
async function seen(trace: string, frame: number) {
  const stopped = await client.launchTrace({ trace, frame });
  const { body } = await client.stackTraceRequest({ threadId: 1 });
  return {
    description: stopped.description,
    stack: body.stackFrames.map(({ name, line }) => `${name} ${line}`),
    values: await Promise.all(
      ['n', '*p', '$hits', '$rip', '$fs_base', '$xmm0', 'fib_cache'].map((text) =>
        client.print(text).catch((error: unknown) => String(error)),
      ),
    ),
  };
}

describe.each(['x86_64/app.ctf', 'x86_64/app.ctf/metadata'])('%s', (trace) => {
  it('is debugged, its program found beside the folder', async () => {
    const ctf = await seen(corpus(trace), 40);
    await client.stop();
    client = await TraceClient.start();
    const traceFile = await seen(corpus('x86_64/app.tf'), 40);
    expect(ctf).toEqual(traceFile);
    expect(ctf.description).toBe('Frame 40 of 114 · tracepoint 3');
    expect(ctf.stack.length).toBeGreaterThan(1);
    expect(ctf.values.filter((value) => value !== '<unavailable>').length).toBeGreaterThan(4);
  });
});

it('says what is wrong with a folder that gdb did not write', async () => {
  const launch = client.launchTrace({ trace: corpus('x86_64') });
  await expect(launch).rejects.toThrow(/metadata cannot be read.*tsave -ctf/);
});
