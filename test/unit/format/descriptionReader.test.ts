import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../../../src/bytes/source';
import { readDescription } from '../../../src/format/descriptionReader';
import { bytes, codes, described, header, sourceOf } from './traceBytes';

const empty = new Uint8Array(0);

describe('description', () => {
  it('reads 100,000 variables, keeps the lines of others, and says so', async () => {
    const lines = Array.from({ length: 100_002 }, (_, i) => `tsv ${(i + 1).toString(16)}:0:0:61`);
    const { description, diagnostics } = await described(sourceOf(header(lines.join('\n'))));
    expect(description.variables).toHaveLength(100_000);
    expect(description.lines).toHaveLength(100_002);
    expect(description.unknownLines).toEqual([]);
    expect(diagnostics.map(({ message }) => message)).toContain(
      'There are more than 100000 trace state variables; 2 others are not read.',
    );
  });

  it('keeps a line that is too long as it is', async () => {
    const line = `tp A1:10:${'R1'.repeat(600_000)}`;
    const { description, diagnostics } = await described(sourceOf(header('R 0', line)));
    expect(description.unknownLines.map(({ text }) => text)).toEqual([line]);
    expect(codes(diagnostics)).toContain('long-line');
  });

  it('keeps every line, and finds the first frame', async () => {
    const lines = [
      'R 330',
      'tdesc <target>',
      'status 0;tstop::0',
      'tsv 1:0:1:61',
      'tp T1:10:E:0:0',
    ];
    const source = sourceOf(header(...lines), [3, 0, 0, 0]);
    const { description, diagnostics } = await described(source);
    expect(diagnostics).toEqual([]);
    expect(description.version).toBe('0');
    expect([...description.lines].map(({ text }) => text)).toEqual(lines);
    expect([...description.lines].map(({ offset }) => offset)).toEqual([8, 14, 29, 47, 60]);
    expect(description.framesOffset).toBe(source.size - 4);
    expect(description.unknownLines).toEqual([]);
    expect(description.registerBlockSize).toEqual({
      line: { offset: 8, text: 'R 330' },
      hexadecimal: 0x330,
      decimal: 330,
    });
  });

  it.each([
    ['R 330', 0x330, 330],
    ['R 0x330', 0x330, undefined],
    ['R 2e8', 0x2e8, undefined],
    ['R 0', 0, 0],
  ])('reads %s under both readings', async (line, hexadecimal, decimal) => {
    const { description } = await described(sourceOf(header(line)));
    expect(description.registerBlockSize?.hexadecimal).toBe(hexadecimal);
    expect(description.registerBlockSize?.decimal).toBe(decimal);
  });

  it('reads trace state variables in ascending order, negative values too', async () => {
    const source = sourceOf(
      header('R 1', 'status 0', 'tsv 3:fffffffffffffffe:0:6e6567', 'tsv 1:0:1:74735f61'),
    );
    const { description, diagnostics } = await described(source);
    expect(diagnostics).toEqual([]);
    expect(description.variables).toEqual([
      { number: 1, name: 'ts_a', initialValue: 0n, builtin: true },
      { number: 3, name: 'neg', initialValue: -2n, builtin: false },
    ]);
  });

  it('joins the target description, empty lines and UTF-8 included', async () => {
    const source = sourceOf(
      header('R 1', 'status 0', 'tdesc ', 'tdesc', 'tdesc <é a="b">', 'tdesc  x'),
    );
    const { description } = await described(source);
    expect(description.targetXml).toBe('\n\n<é a="b">\n x');
    expect((await described(sourceOf(header('R 1')))).description.targetXml).toBeUndefined();
  });

  it('reads CR LF, and lines in any order', async () => {
    const source = sourceOf('\x7fTRACE0\r\nstatus 0;tfull:0\r\nR 10\r\n\r\n', [1, 2]);
    const { description, diagnostics } = await described(source);
    expect(diagnostics).toEqual([]);
    expect(description.version).toBe('0');
    expect(description.status?.stopReason).toBe('buffer-full');
    expect([...description.lines].map(({ text }) => text)).toEqual(['status 0;tfull:0', 'R 10']);
    expect(description.framesOffset).toBe(source.size - 2);
  });

  it('keeps lines of unknown kinds, and bytes that are no UTF-8', async () => {
    const source = sourceOf(bytes('\x7fTRACE0\nR 1\nstatus 0\nvendor ', [0xff, 0xfe], '\n\n'));
    const { description, diagnostics } = await described(source);
    expect(description.unknownLines).toHaveLength(1);
    expect(diagnostics).toMatchObject([{ code: 'unknown-line', severity: 'info', offset: 21 }]);
  });

  it('lets the later of two lines win, and says so', async () => {
    const source = sourceOf(
      header(
        'R 1',
        'R 2',
        'status 0;tfull:0',
        'status 1;tnotrun:0',
        'tsv 1:0:0:61',
        'tsv 1:1:0:62',
      ),
    );
    const { description, diagnostics } = await described(source);
    expect(codes(diagnostics)).toEqual(['repeated-line', 'repeated-line', 'repeated-line']);
    expect(description.registerBlockSize?.hexadecimal).toBe(2);
    expect(description.status?.running).toBe(true);
    expect(description.variables.map(({ name }) => name)).toEqual(['b']);
  });

  it('says which lines it cannot read or misses', async () => {
    const source = sourceOf(header('R many', 'tsv 1:0', 'tp X', 'R 1ffffffffffffffffff'));
    const { description, diagnostics } = await described(source);
    expect(codes(diagnostics)).toEqual([
      'malformed-register-block-size',
      'malformed-variable',
      'malformed-tracepoint',
      'malformed-register-block-size',
      'no-register-block-size',
      'no-status',
    ]);
    expect(description.unknownLines).toHaveLength(4);
  });

  it('refuses only a file that does not begin as a trace file', async () => {
    for (const start of ['', '\x7f', '\x7fTRAC', '\x7fELF', 'TRACE', '\x7ftrace0\n']) {
      expect(await readDescription(sourceOf(start))).toHaveProperty('problem');
    }
    for (const start of ['\x7fTRACE', '\x7fTRACE0', '\x7fTRACE0\n']) {
      expect(await readDescription(sourceOf(start))).toHaveProperty('description');
    }
  });

  it.each(['TRACE0\n', '\x7fTACE0\n', '\x7fTRACE\r\n', '\x7fTRAcE0\n', 'TRACE0\r\n'])(
    'reads a file whose first line is damaged, and says so: %j',
    async (start) => {
      const { description, diagnostics } = await described(sourceOf(`${start}R 1\nstatus 0\n\n`));
      expect(description.registerBlockSize?.hexadecimal).toBe(1);
      expect(diagnostics[0]?.code).toMatch(/^(damaged-magic|unknown-version)$/);
    },
  );

  it('reads other versions, and says so', async () => {
    const { description, diagnostics } = await described(
      sourceOf('\x7fTRACE12\nR 1\nstatus 0\n\n'),
    );
    expect(description.version).toBe('12');
    expect(diagnostics).toMatchObject([
      { code: 'unknown-version', offset: 6, expected: '0', found: '12' },
    ]);
  });

  it('says where the file ends within the description, and reads no line in part', async () => {
    const whole = sourceOf('\x7fTRACE0\nR 330\nstatus 0\n');
    const atLine = await described(whole);
    expect(atLine.diagnostics).toMatchObject([
      { code: 'description-cut-off', offset: whole.size, found: 'the end of the file' },
    ]);
    expect(atLine.description.framesOffset).toBe(whole.size);
    const inLine = await described(sourceOf('\x7fTRACE0\nstatus 0\nR 33'));
    expect(codes(inLine.diagnostics)).toEqual(['description-cut-off', 'no-register-block-size']);
    expect(inLine.description.unknownLines).toEqual([{ offset: 17, text: 'R 33' }]);
  });

  it('reads lines that cross ranges, of any length', async () => {
    const long = `tdesc ${'<x/>'.repeat(50_000)}`;
    const source = sourceOf(header('R 1', 'status 0', long, long), [9]);
    const reads: number[] = [];
    const dribbling: ByteSource = {
      size: source.size,
      read: (offset, length) => {
        reads.push(length);
        return source.read(offset, Math.min(length, 1000));
      },
    };
    const { description } = await described(dribbling);
    expect(description.targetXml).toHaveLength(2 * 200_000 + 1);
    expect(description.framesOffset).toBe(source.size - 1);
    expect(Math.max(...reads)).toBeLessThanOrEqual(64 * 1024);
  });

  it('does not read a file without an empty line to its end', async () => {
    const line = new Uint8Array(64 * 1024).fill(0x78);
    let read = 0;
    const endless: ByteSource = {
      size: 1e12,
      read: (offset, length) => {
        read += length;
        const chunk = line.slice(0, length);
        if (offset === 0) chunk.set(bytes('\x7fTRACE0\nR 1\nstatus 0\n').subarray(0, length));
        chunk[chunk.length - 1] = 0x0a;
        return Promise.resolve(offset === 0 && length < 100 ? bytes('\x7fTRACE') : chunk);
      },
    };
    const { description, diagnostics } = await described(endless);
    expect(codes(diagnostics)).toContain('description-too-long');
    expect(description.framesOffset).toBe(1e12);
    expect(read).toBeLessThan(300 * 1024 * 1024);
  });

  it('reads hostile lines without a throw', async () => {
    const lines = [
      'tp',
      'tp ',
      'tp T',
      'tp T::::',
      `tp T${'f'.repeat(100)}:${'f'.repeat(100)}:E:${'f'.repeat(100)}:0`,
      'tp A1:1:X',
      'tp A1:1:XFFFFFFFF,00',
      'tp A1:1:M,,',
      'tp Z1:1:::',
      'tp Z1:1:at:ffffffffffffffff:ffffffffffffffff:zz',
      'tp V1:1:::',
      'tsv',
      'tsv ',
      'tsv :::',
      'tsv ffffffffffffffffff:ffffffffffffffffff:ffffffffffffffffff:ff',
      'status ',
      'status ;;;:::;=',
      'R',
      'R ',
      'R -1',
      'tdesc',
      '\u0000',
    ];
    const { description } = await described(sourceOf(header(...lines), empty));
    expect(description.lines).toHaveLength(lines.length);
  });
});
