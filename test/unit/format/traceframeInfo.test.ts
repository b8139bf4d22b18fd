import { describe, expect, it } from 'vitest';
import {
  readTraceframeInfo,
  writeTraceframeInfo,
  type CollectedItem,
} from '../../../src/format/traceframeInfo';

const items: CollectedItem[] = [
  { kind: 'memory', start: 0x404028n, length: 8n },
  { kind: 'memory', start: 0xffff_ffff_ffff_fff0n, length: 0x10n },
  { kind: 'variable', number: 2 },
  { kind: 'variable', number: -3 },
];
const codes = (xml: string) => readTraceframeInfo(xml).diagnostics.map(({ code }) => code);

describe('a traceframe-info document', () => {
  it('is written as gdbserver writes it, and read again', () => {
    const xml = writeTraceframeInfo(items);
    expect(xml).toBe(
      '<traceframe-info>\n<memory start="0x404028" length="0x8"/>\n' +
        '<memory start="0xfffffffffffffff0" length="0x10"/>\n<tvar id="2"/>\n<tvar id="4294967293"/>\n</traceframe-info>\n',
    );
    expect(readTraceframeInfo(xml)).toEqual({ items, diagnostics: [] });
  });

  it('may have a declaration, a document type, and numbers of any base', () => {
    const xml = `<?xml version="1.0"?>
      <!DOCTYPE traceframe-info PUBLIC "+//IDN gnu.org//DTD GDB Memory Map V1.0//EN"
        "http://sourceware.org/gdb/gdb-traceframe-info.dtd">
      <traceframe-info version="1.0"><memory start="16" length="010"/><tvar id="0"/></traceframe-info>`;
    expect(readTraceframeInfo(xml)).toEqual({
      items: [
        { kind: 'memory', start: 16n, length: 8n },
        { kind: 'variable', number: 0 },
      ],
      diagnostics: [],
    });
  });

  it('may be empty of items', () => {
    expect(readTraceframeInfo(writeTraceframeInfo([]))).toEqual({ items: [], diagnostics: [] });
  });

  it.each([
    ['nothing', ''],
    ['another document', '<target/>'],
    ['an element that is not closed', '<traceframe-info><memory start="1" length="1"/>'],
    ['no numbers', '<traceframe-info><memory start="x" length="1"/></traceframe-info>'],
    ['a number that is missing', '<traceframe-info><tvar/></traceframe-info>'],
    ['a number of 65 bits', '<traceframe-info><tvar id="0x10000000000000000"/></traceframe-info>'],
    ['another version', '<traceframe-info version="2.0"/>'],
    [
      'an element in another',
      '<traceframe-info><memory start="1" length="1"><tvar id="1"/></memory></traceframe-info>',
    ],
    ['an unknown element', '<traceframe-info><btrace/></traceframe-info>'],
  ])('with %s is said to be wrong once', (_, xml) => {
    expect(codes(xml)).toEqual(['traceframe-info']);
  });

  it('keeps what was read before the damage', () => {
    const { items: read } = readTraceframeInfo(`${writeTraceframeInfo(items).slice(0, -20)}<<`);
    expect(read.slice(0, 2)).toEqual(items.slice(0, 2));
  });

  it('cut at any place is damaged, and what was read of it is right', () => {
    const xml = writeTraceframeInfo(items);
    const whole = xml.trimEnd().length;
    for (let cut = 0; cut < whole; cut++) {
      const { items: read, diagnostics } = readTraceframeInfo(xml.slice(0, cut));
      expect(read).toEqual(items.slice(0, read.length));
      expect(diagnostics.length).toBeGreaterThan(0);
    }
    expect(whole).toBe(166);
  });
});
