// Another editor names its locale when it starts the adapter.
import { afterEach, describe, expect, it } from 'vitest';
import { TraceClient, corpus } from './client';

const trace = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app') };

describe('the adapter on stdio', () => {
  let client: TraceClient;
  afterEach(() => client.stop());

  it.each(['zh-CN', 'zh_cn'])('speaks the language of locale %s', async (locale) => {
    client = await TraceClient.start('test', locale);
    const refused = client.launchRequest({ ...trace, frame: 10_000 } as object);
    await expect(refused).rejects.toThrow(/^没有帧 10000：app\.tf 含帧 0 到 \d+。$/);
  });

  it('names scopes and ends in it; names of the program and gdb’s words stay', async () => {
    client = await TraceClient.start('test', 'zh-cn');
    await client.launchTrace(trace);
    const { id } = await client.stackFrame();
    const { body } = await client.scopesRequest({ frameId: id });
    const names = body.scopes.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['参数', '局部变量', '寄存器', '已收集的内存', '跟踪点']),
    );
    const answer = await client.evaluateRequest({ expression: 'info frame', context: 'repl' });
    expect(answer.body.result).toContain('Stack level 0');
  });

  it('says in it what the console has beside gdb’s words', async () => {
    client = await TraceClient.start('test', 'zh-cn');
    await client.launchTrace(trace);
    const said = async (expression: string) => {
      const { body } = await client.evaluateRequest({ expression, context: 'repl' });
      return body.result;
    };
    expect(await said('help tdump')).toBe('打印此帧的跟踪点的动作收集了什么。');
    expect(await said('tstatus')).toContain('Using a trace file.');
    await expect(said('run')).rejects.toThrow(/^不支持“run”：/);
    await expect(said('print nothing_such')).rejects.toThrow(
      'No symbol "nothing_such" in current context.',
    );
  });

  it.each(['en', 'en-US', 'de', 'zh-xx', '../../package', ''])(
    'speaks English in locale “%s”',
    async (locale) => {
      client = await TraceClient.start('test', locale);
      const refused = client.launchRequest({ ...trace, frame: 10_000 } as object);
      await expect(refused).rejects.toThrow('There is no frame 10000');
    },
  );
});
