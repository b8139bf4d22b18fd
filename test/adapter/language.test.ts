// Another editor names its locale when it starts the adapter. The language is that of the whole
// process.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TraceClient, corpus } from './client';
import { AdapterProgram } from './runningAdapter';

const trace = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app') };

describe('the adapter on stdio', () => {
  let client: TraceClient;
  beforeEach(() => {
    client = new TraceClient(new AdapterProgram());
  });
  afterEach(() => client.stop());

  /** Why a launch is refused, once the client has named its locale. */
  async function refusal(locale: string): Promise<string> {
    await client.initializeRequest({ adapterID: 'tracefile', locale });
    const refused = client.launchRequest({ ...trace, frame: 10_000 } as object);
    return refused.then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
  }

  it('speaks English until it knows the language of a locale', async () => {
    for (const locale of ['en', 'en-US', 'de', 'zh-xx', '../../package', '']) {
      expect(await refusal(locale), locale).toContain('There is no frame 10000');
    }
    expect(await refusal('zh_cn')).toMatch(/^没有帧 10000：app\.tf 含帧 0 到 \d+。$/);
  });

  it('names scopes in it; names of the program and gdb’s words stay', async () => {
    expect(await refusal('zh-CN')).toMatch(/^没有帧 10000：app\.tf 含帧 0 到 \d+。$/);
    await client.launchTrace(trace);
    const { id } = await client.stackFrame();
    const { body } = await client.scopesRequest({ frameId: id });
    const names = body.scopes.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['参数', '局部变量', '寄存器', '已收集的内存', '跟踪点']),
    );
    const said = async (expression: string) => {
      const { body } = await client.evaluateRequest({ expression, context: 'repl' });
      return body.result;
    };
    expect(await said('info frame')).toContain('Stack level 0');
    expect(await said('help tdump')).toBe('打印此帧的跟踪点的动作收集了什么。');
    expect(await said('tstatus')).toContain('Using a trace file.');
    await expect(said('run')).rejects.toThrow(/^不支持“run”：/);
    await expect(said('print nothing_such')).rejects.toThrow(
      'No symbol "nothing_such" in current context.',
    );
  });
});
