// The bundled program, dist/stdio.js, as another editor starts it: it says what a session in the
// tests' process says, and ends when it is told.
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { corpus } from './client';
import { RawAdapter } from './rawAdapter';
import { AdapterProgram, adapterHere, type RunningAdapter } from './runningAdapter';
import { Transcript } from './transcript';

const launches: Readonly<Record<string, object>> = {
  'a trace': { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app'), frame: 1 },
  'a branch trace': {
    trace: corpus('branches/tree.btrace'),
    program: corpus('branches/tree'),
    sourceMap: { '/build/branches': corpus('branches') },
  },
};

const thread = { threadId: 1 };

/** What is said of a stop and of the next one. Parts of the bundle are loaded when one asks. */
async function said(launch: object, adapter: RunningAdapter): Promise<string> {
  const talk = await Transcript.of(launch, adapter);
  type Stack = { readonly stackFrames: readonly { readonly id: number }[] };
  const { stackFrames } = (await talk.ask('stackTrace', thread)) as Stack;
  await talk.ask('scopes', { frameId: stackFrames[0]?.id });
  await talk.ask('disassemble', { memoryReference: '0x401159', instructionCount: 4 });
  for (const expression of ['print $pc', 'x/2i $pc', 'info symbol $pc', 'nonsense'])
    await talk.ask('evaluate', { expression, context: 'repl' });
  await talk.ask('next', thread, 'stopped');
  return talk.end();
}

describe('the program on stdio', () => {
  it.each(Object.entries(launches))('debugs %s as it is debugged here', async (_, launch) => {
    const program = await said(launch, new AdapterProgram());
    expect(program).toBe(await said(launch, adapterHere()));
    expect(program).toMatch(/< disassemble \{"instructions":\[\{"address":"0x401159"/);
    expect(program).toContain('event stopped');
  });

  it('ends when its client disconnects, before anything was launched', async () => {
    const program = new AdapterProgram();
    const ended = once(program.process, 'exit');
    void new RawAdapter(program).ask('disconnect', undefined);
    expect(await ended).toEqual([0, null]);
  });

  it('ends when it is told, after a request that makes no sense', async () => {
    const program = new AdapterProgram();
    const ended = once(program.process, 'exit');
    const adapter = new RawAdapter(program);
    await adapter.ask('launch', launches['a trace']);
    await adapter.ask('configurationDone', {});
    await adapter.ask('evaluate', { expression: ['x'], frameId: {} });
    await adapter.ask('disconnect', null);
    expect(await ended).toEqual([0, null]);
  });
});
