import { beforeAll, describe, expect, it } from 'vitest';
import { consoleOf, type ConsoleUnderTest } from './consoleOf';

let app: ConsoleUnderTest;

beforeAll(async () => {
  app = await consoleOf(1);
});

async function labels(line: string): Promise<string[]> {
  const items = await app.console.complete(line, line.length + 1);
  return items.map(({ label }) => label);
}

describe('completion', () => {
  it('offers commands and names in scope', async () => {
    expect(await labels('t')).toEqual(expect.arrayContaining(['tfind', 'tdump', 'tstatus']));
    expect(await labels('')).toEqual(expect.arrayContaining(['print', 'n', 'buf', 'fib_cache']));
  });

  it('offers what stands under a command', async () => {
    expect(await labels('info re')).toEqual(['registers']);
    expect(await labels('i t')).toEqual(['threads', 'tracepoints', 'tvariables', 'types']);
    expect(await labels('set print ent')).toEqual(['entry-values']);
    expect(await labels('tfind o')).toEqual(['outside']);
    expect(await labels('bt f')).toEqual(['full']);
    expect(await labels('help exa')).toEqual([]);
    expect(await labels('help wha')).toEqual(['whatis']);
  });

  it('offers names after $, members after . and ->', async () => {
    expect(await labels('p $ri')).toEqual(['$rip']);
    expect(await labels('p $trace_')).toEqual(
      expect.arrayContaining(['$trace_frame', '$trace_timestamp']),
    );
    expect(await labels('p $hi')).toEqual(['$hits']);
    expect(await labels('p p->')).toEqual(['x', 'y', 'name', 'w']);
    expect(await labels('print/x g.n')).toEqual(['name']);
    expect(await labels('p nosuch.')).toEqual([]);
  });

  it('offers functions and files where a place is meant', async () => {
    expect(await labels('list he')).toEqual(['helper']);
    expect(await labels('list mai')).toEqual(['main']);
    expect(await labels('info scope he')).toEqual(['helper']);
    expect(await labels('disassemble mai')).toEqual(['main']);
    expect(await labels('tfind line app')).toEqual(['app.c:']);
    expect(await labels('list app.c:')).toEqual([]);
  });

  it('offers registers, tracepoints, options and words before names where they are meant', async () => {
    expect(await labels('info registers ri')).toEqual(['rip']);
    expect(await labels('tfind tracepoint ')).toEqual(expect.arrayContaining(['2', '3', '4']));
    expect(await labels('frame func')).toEqual(['function']);
    expect(await labels('print -elem')).toEqual(['-elements']);
    expect(await labels('ptype str')).toEqual(['struct']);
    expect(await labels('set lists')).toEqual(['listsize']);
    expect(await labels('p GRE')).toEqual(['GREEN']);
  });

  it('offers the values of settings and options, and what stands behind them', async () => {
    expect(await labels('set print pretty ')).toEqual(['off', 'on']);
    expect(await labels('with print frame-arguments s')).toEqual(['scalars']);
    expect(await labels('print -pretty on -elem')).toEqual(['-elements']);
    expect(await labels('print -pretty on -- fib')).toEqual(['fib_cache']);
    expect(await labels('backtrace -full -hi')).toEqual(['-hide']);
    expect(await labels('frame apply a')).toEqual(['all']);
    expect(await labels('show dis')).toEqual(['disassembly-flavor']);
  });

  it('offers types behind their tag', async () => {
    expect(await labels('ptype struct po')).toEqual(['point']);
    expect(await labels('whatis enum ')).toEqual(['color']);
    expect(await labels('ptype union po')).toEqual([]);
  });

  it('says what it replaces', async () => {
    const [item] = await app.console.complete('print p->na and more', 12);
    expect(item).toMatchObject({ label: 'name', start: 9, length: 2, type: 'field' });
  });
});
