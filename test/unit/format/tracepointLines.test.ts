import { describe, expect, it } from 'vitest';
import { Findings } from '../../../src/format/findings';
import { Lexer } from '../../../src/format/lexer';
import { numberInFrames, TracepointLines } from '../../../src/format/tracepointLines';

function read(...texts: string[]) {
  return readAll(texts);
}

async function readAll(texts: readonly string[]) {
  const findings = new Findings();
  const lines = new TracepointLines(findings);
  const taken = texts.map((text, at) =>
    lines.take({ offset: 100 * at, text: `tp ${text}` }, new Lexer(text)),
  );
  const tracepoints = await lines.finish();
  return { tracepoints, taken, findings: findings.list, codes: findings.list.map((f) => f.code) };
}

const hex = (text: string): string => Buffer.from(text).toString('hex');
const source = (type: string, text: string, start = 0, length = text.length): string =>
  `Z3:401201:${type}:${start.toString(16)}:${length.toString(16)}:${hex(text)}`;

describe('tp lines', () => {
  it('joins all pieces of a tracepoint, in any order', async () => {
    const { tracepoints, codes } = await read(
      'V3:401201:14:62044',
      source('at', 'app.c:16'),
      'A3:401201:R0fff',
      'T3:401201:E:3:a:X3,220127',
      'S3:401201:X00000001,27',
      source('cond', 'n > 5'),
      source('cmd', 'collect $regs'),
      source('cmd', 'while-stepping 3'),
      source('cmd', 'end'),
    );
    expect(codes).toEqual([]);
    expect(tracepoints).toEqual([
      {
        number: 3,
        enabled: true,
        step: 3,
        pass: 10,
        at: 'app.c:16',
        condition: 'n > 5',
        commands: ['collect $regs', 'while-stepping 3', 'end'],
        otherSource: [],
        fileIndex: 0,
        locations: [
          {
            address: 0x401201n,
            enabled: true,
            kind: 'trace',
            conditionBytecode: Uint8Array.of(0x22, 1, 0x27),
            actions: [{ kind: 'registers', mask: '0fff' }],
            fileIndex: 0,
            steppingActions: [{ kind: 'expression', bytecode: Uint8Array.of(0x27) }],
            counters: { hits: '14', usage: '62044' },
          },
        ],
      },
    ]);
  });

  it('reads fast and static tracepoints, disabled ones, and options in any order', async () => {
    const { tracepoints, codes } = await read(
      'T1:10:D:0:0:X1,27:F5',
      'T2:20:E:0:0:S',
      'T10:30:E:0:0:F5-',
    );
    expect(codes).toEqual([]);
    expect(tracepoints.map(({ number, enabled }) => [number, enabled])).toEqual([
      [1, false],
      [2, true],
      [16, true],
    ]);
    expect(tracepoints.map(({ locations }) => locations[0]?.kind)).toEqual([
      'fast',
      'static',
      'fast',
    ]);
    expect(tracepoints[0]?.locations[0]).toMatchObject({ fastLength: 5 });
  });

  it('orders tracepoints by number, and locations by address', async () => {
    const { tracepoints } = await read(
      ...['T3:30:E:0:0', 'T2:20:E:0:0', 'T3:10:E:0:0', 'T1:5:E:0:0', 'T3:20:D:0:0'],
    );
    expect(tracepoints.map(({ number }) => number)).toEqual([1, 2, 3]);
    const addresses = tracepoints.map(({ locations }) => locations.map(({ address }) => address));
    expect(addresses).toEqual([[5n], [0x20n], [0x10n, 0x20n, 0x30n]]);
    expect(tracepoints.map(({ fileIndex }) => fileIndex)).toEqual([3, 1, 4]);
  });

  it('reports a number that has more than 64 bits, though what is left of it is short', async () => {
    const { tracepoints, codes } = await read('T10000000000000001:401201:E:0:0');
    expect(tracepoints.map(({ number }) => number)).toEqual([1]);
    expect(codes).toEqual(['malformed-tracepoint']);
  });

  it('gives a tracepoint its several locations, in order of address', async () => {
    const { tracepoints } = await read(
      'T2:30:D:0:0',
      'T2:10:E:0:4',
      'V2:10:1:2',
      'Z2:30:cmd:0:1:61',
      'Z2:10:cmd:0:1:61',
    );
    expect(tracepoints).toHaveLength(1);
    expect(tracepoints[0]?.locations.map(({ address }) => address)).toEqual([0x10n, 0x30n]);
    expect(tracepoints[0]).toMatchObject({ enabled: true, pass: 4, commands: ['a'] });
  });

  it('counts the locations of the file, of which gdb takes the last first', async () => {
    const { tracepoints } = await read('T2:30:E:0:0', 'T3:20:E:0:0', 'T2:10:E:0:0', 'T1:5:E:0:0');
    expect(tracepoints.map(({ number, fileIndex }) => [number, fileIndex])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
  });

  it('joins source strings that were split', async () => {
    const { tracepoints, codes } = await read(
      'T3:401201:E:0:0',
      source('cmd', 'collect ', 0, 13),
      source('cmd', '$regs', 8, 13),
      source('cmd', 'end'),
      source('cond', 'n >', 0, 5),
      source('cond', ' 5', 3, 5),
      source('note', 'mine'),
    );
    expect(codes).toEqual([]);
    expect(tracepoints[0]).toMatchObject({
      commands: ['collect $regs', 'end'],
      condition: 'n > 5',
      otherSource: ['note: mine'],
    });
  });

  it('says where a source string is not as long as announced', async () => {
    const { findings, tracepoints } = await read('T3:401201:E:0:0', source('at', 'app', 0, 8));
    expect(tracepoints[0]?.at).toBe('app');
    expect(findings).toMatchObject([
      { code: 'incomplete-source', offset: 100, expected: '8 bytes', found: '3 bytes' },
    ]);
  });

  it('makes a tracepoint of pieces without a definition, and says so', async () => {
    const { tracepoints, codes } = await read('A5:10:R1', 'V5:10:1:2');
    expect(codes).toEqual(['tracepoint-without-definition']);
    expect(tracepoints).toMatchObject([{ number: 5, enabled: true, step: 0, pass: 0 }]);
  });

  it('puts actions after an inner S, and in the lines that follow, among the stepping ones', async () => {
    const { tracepoints } = await read('T4:10:E:2:0', 'A4:10:R1', 'A4:10:SR2-', 'A4:10:M-1,10,4');
    const location = tracepoints[0]?.locations[0];
    expect(location?.actions).toEqual([{ kind: 'registers', mask: '1' }]);
    expect(location?.steppingActions.map(({ kind }) => kind)).toEqual(['registers', 'memory']);
  });

  it.each([
    ['', 'malformed-tracepoint', false],
    ['Q1:10:x', 'malformed-tracepoint', false],
    ['T', 'malformed-tracepoint', false],
    ['T1', 'malformed-tracepoint', false],
    ['T1:zz', 'malformed-tracepoint', false],
    ['T1:10:X:0:0', 'malformed-tracepoint', true],
    ['T1:10:E:zz:0', 'malformed-tracepoint', true],
    ['T1:10:E:0:0:Q7', 'malformed-tracepoint', true],
    ['T1:10:E:0:0:X5,27', 'malformed-tracepoint', true],
    ['T1:fffffffffffffffff:E:0:0', 'malformed-tracepoint', true],
  ])('says what is wrong with tp %s', async (text, code, taken) => {
    const result = await read(text);
    expect(result.codes).toContain(code);
    expect(result.taken).toEqual([taken]);
  });

  it('names the incomplete pieces', async () => {
    const { codes, taken } = await read('T1:10:E:0:0', 'Z1:10:at', 'V1:10:5', 'A1:10:?');
    expect(taken).toEqual([true, false, false, true]);
    expect(codes).toEqual(['malformed-tracepoint', 'malformed-tracepoint', 'malformed-tracepoint']);
  });

  it('lets the later of two definitions and counters win', async () => {
    const { tracepoints, codes } = await read(
      'T1:10:E:1:0',
      'T1:10:D:2:0',
      'V1:10:1:1',
      'V1:10:2:2',
    );
    expect(codes).toEqual(['repeated-line', 'repeated-line']);
    expect(tracepoints[0]).toMatchObject({ enabled: false, step: 2 });
    expect(tracepoints[0]?.locations[0]?.counters).toEqual({ hits: '2', usage: '2' });
  });

  it('survives very many locations', async () => {
    const texts = Array.from({ length: 200_000 }, (_, at) => `T1:${at.toString(16)}:E:1:2`);
    const [tracepoint] = (await readAll(texts)).tracepoints;
    expect(tracepoint?.locations).toHaveLength(200_000);
    expect(tracepoint).toMatchObject({ step: 1, pass: 2 });
  });

  it('reads 200,000 locations, and says how many lines are about others', async () => {
    const texts = Array.from({ length: 200_003 }, (_, at) => `T${(at + 1).toString(16)}:10:E:0:0`);
    const { tracepoints, taken, findings } = await readAll(texts);
    expect(tracepoints).toHaveLength(200_000);
    expect(taken).not.toContain(false);
    expect(findings.map(({ message }) => message)).toEqual([
      'The tracepoints have more than 200000 locations; 3 lines about the others are not read.',
    ]);
  });

  it('reads negative numbers, and knows what frames make of a number', async () => {
    expect((await read('T-1:10:E:0:0')).tracepoints[0]?.number).toBe(-1);
    expect(numberInFrames(-1)).toBe(-1);
    expect(numberInFrames(0xffff)).toBe(-1);
    expect(numberInFrames(0x10002)).toBe(2);
    expect(numberInFrames(0x7fff)).toBe(0x7fff);
  });
});
