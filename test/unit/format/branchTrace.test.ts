import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../../src/bytes/source';
import {
  readBranchTraceConfiguration,
  readBranchTrace,
  type BranchTraceReading,
} from '../../../src/format/branchTrace';
import { writeBranchTrace } from './branchTraceDocument';

const read = (xml: string): Promise<BranchTraceReading> =>
  readBranchTrace(new MemorySource(new TextEncoder().encode(xml)));

const blocksOf = ({ contents }: BranchTraceReading): [bigint, bigint][] => {
  if (contents?.format !== 'bts') throw new Error('no blocks');
  const { count, begins, ends } = contents.blocks;
  return Array.from({ length: count }, (_, i) => [begins[i] ?? -1n, ends[i] ?? -1n]);
};

const document = (inside: string): string =>
  `<!DOCTYPE btrace SYSTEM "btrace.dtd">\n<btrace version="1.0">\n${inside}</btrace>\n`;

describe('a document of blocks', () => {
  it('is read oldest first, in every base of C', async () => {
    const reading = await read(
      document('<block begin="0x30" end="0x3f"/>\n<block begin="010" end="16"/>\n'),
    );
    expect(blocksOf(reading)).toEqual([
      [8n, 16n],
      [0x30n, 0x3fn],
    ]);
    expect(reading.diagnostics).toEqual([]);
  });

  it('may leave out its version and its document type, and hold nothing', async () => {
    expect(blocksOf(await read('<btrace/>'))).toEqual([]);
  });

  it('keeps a beginning that is not known, and the greatest address', async () => {
    const reading = await read(document('<block begin="0" end="0xffffffffffffffff"/>'));
    expect(blocksOf(reading)).toEqual([[0n, 0xffff_ffff_ffff_ffffn]]);
  });

  it('is written as it is read', async () => {
    const text = document('<block begin="0x30" end="0x3f"/>\n<block begin="0x0" end="0x10"/>\n');
    const { contents } = await read(text);
    if (contents?.format !== 'bts') throw new Error('no blocks');
    expect([...writeBranchTrace(contents.blocks)].join('')).toBe(text);
  });

  it('is read across pieces, whatever is at their ends', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `<block begin="${i + 1}" end="${i + 2}"/>`);
    const blocks = blocksOf(await read(document(rows.join('\n'))));
    expect(blocks).toHaveLength(5000);
    expect(blocks[0]).toEqual([5000n, 5001n]);
  });
});

describe('a document of Intel PT', () => {
  it('gives the processor and the packets', async () => {
    const { contents, diagnostics } = await read(
      document(
        '<pt>\n<pt-config>\n<cpu vendor="GenuineIntel" family="6" model="0x3d" stepping="4"/>\n</pt-config>\n<raw>\n02 82\n0282\n</raw>\n</pt>\n',
      ),
    );
    expect(contents).toEqual({
      format: 'pt',
      cpu: { vendor: 'GenuineIntel', family: 6, model: 61, stepping: 4 },
      raw: Uint8Array.of(2, 0x82, 2, 0x82),
    });
    expect(diagnostics).toEqual([]);
  });

  it('may hold neither', async () => {
    expect((await read(document('<pt></pt>'))).contents).toEqual({
      format: 'pt',
      cpu: undefined,
      raw: new Uint8Array(0),
    });
  });
});

describe('what is wrong is told with line and column', () => {
  const cases: readonly (readonly [
    what: string,
    xml: string,
    code: string,
    line: number,
    column: number,
  ])[] = [
    ['nothing', '', 'no-branch-trace', 1, 1],
    ['no XML', 'hello', 'not-well-formed', 1, 6],
    ['another document', '<traceframe-info/>', 'no-branch-trace', 1, 19],
    ['another version', '<btrace version="2.0"></btrace>', 'unknown-version', 1, 23],
    ['an end that is missing', '<btrace>\n<block begin="1" end="2"/>\n', 'not-well-formed', 3, 1],
    ['a tag that is cut', '<btrace>\n<block begin="1"', 'not-well-formed', 2, 17],
    ['a tag that ends another', '<btrace>\n</pt></btrace>', 'not-well-formed', 2, 6],
    ['an unknown element', '<btrace>\n <jump/></btrace>', 'unknown-element', 2, 9],
    ['an element of another', '<btrace><raw>00</raw></btrace>', 'unknown-element', 1, 14],
    [
      'a block without an end',
      '<btrace>\n<block begin="0x1"/></btrace>',
      'missing-attribute',
      2,
      21,
    ],
    ['no number', '<btrace><block begin="main" end="1"/></btrace>', 'bad-number', 1, 38],
    ['a negative number', '<btrace><block begin="-1" end="1"/></btrace>', 'bad-number', 1, 36],
    [
      '65 bits',
      '<btrace><block begin="1" end="0x10000000000000000"/></btrace>',
      'bad-number',
      1,
      53,
    ],
    ['text', '<btrace>\nwords</btrace>', 'stray-text', 2, 7],
    [
      'a block beside PT',
      '<btrace><pt/>\n<block begin="1" end="2"/></btrace>',
      'mixed-formats',
      2,
      27,
    ],
    [
      'PT beside a block',
      '<btrace><block begin="1" end="2"/>\n<pt/></btrace>',
      'mixed-formats',
      2,
      6,
    ],
    ['PT twice', '<btrace><pt/>\n<pt/></btrace>', 'second-pt', 2, 6],
    ['raw twice', '<btrace><pt><raw/>\n<raw/></pt></btrace>', 'second-raw', 2, 7],
    ['an odd digit', '<btrace><pt><raw>123</raw></pt></btrace>', 'bad-raw', 1, 27],
    ['no digit', '<btrace><pt><raw>12x4</raw></pt></btrace>', 'bad-raw', 1, 23],
    [
      'no vendor',
      '<btrace><pt><pt-config><cpu family="1" model="1" stepping="1"/></pt-config></pt></btrace>',
      'missing-attribute',
      1,
      64,
    ],
    [
      'an entity of its own',
      '<!DOCTYPE btrace [<!ENTITY a "b">]>\n<btrace>&a;</btrace>',
      'not-well-formed',
      2,
      12,
    ],
  ];

  it.each(cases)('%s', async (_what, xml, code, line, column) => {
    const [first] = (await read(xml)).diagnostics;
    expect(first).toMatchObject({ severity: 'error', code, line, column });
  });

  it('keeps what surrounds an unreadable block', async () => {
    const reading = await read(
      document('<block begin="1" end="2"/><block begin="x" end="2"/><block begin="3" end="4"/>'),
    );
    expect(blocksOf(reading)).toEqual([
      [3n, 4n],
      [1n, 2n],
    ]);
    expect(reading.diagnostics).toHaveLength(1);
  });

  it('keeps what was read before the document breaks', async () => {
    const reading = await read('<btrace>\n<block begin="1" end="2"/>\n<block begin="3" <');
    expect(blocksOf(reading)).toEqual([[1n, 2n]]);
    expect(reading.diagnostics).toHaveLength(1);
  });

  it('lists a thousand findings and counts the rest', async () => {
    const { diagnostics } = await read(document('<block/>'.repeat(2000)));
    expect(diagnostics).toHaveLength(1001);
    expect(diagnostics.at(-1)?.message).toBe('3000 more findings are not listed.');
  });

  it('says nothing of any bytes but this', async () => {
    for (const bytes of [
      [0xff, 0xfe, 0x00],
      [0x3c, 0x80],
      [0xef, 0xbb, 0xbf],
    ]) {
      const { contents } = await readBranchTrace(new MemorySource(Uint8Array.from(bytes)));
      expect(contents).toBeUndefined();
    }
  });
});

describe('a configuration', () => {
  it('gives the format and the size of the buffer', () => {
    const xml =
      '<!DOCTYPE btrace-conf SYSTEM "btrace-conf.dtd">\n<btrace-conf version="1.0">\n<bts size="0x10000" />\n</btrace-conf>\n';
    expect(readBranchTraceConfiguration(xml)).toEqual({ format: 'bts', size: 65536 });
    expect(readBranchTraceConfiguration('<btrace-conf><pt/></btrace-conf>')).toEqual({
      format: 'pt',
      size: undefined,
    });
  });

  it('is undefined where nothing is recorded, or for another document', () => {
    for (const xml of [
      '<btrace-conf version="1.0"></btrace-conf>',
      '<btrace><bts/></btrace>',
      '<bts',
      '',
    ]) {
      expect(readBranchTraceConfiguration(xml)).toBeUndefined();
    }
  });
});
