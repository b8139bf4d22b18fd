import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTargetDescription } from '../../../src/format/targetDescription';

const corpus = path.join(import.meta.dirname, '../../corpus');

function described(trace: string): string {
  const text = readFileSync(path.join(corpus, trace), 'latin1');
  const lines = text.slice(0, text.indexOf('\n\n')).split('\n');
  return lines.flatMap((line) => (line.startsWith('tdesc ') ? [line.slice(6)] : [])).join('\n');
}

function inFeature(xml: string): string {
  return `<target><feature name="f">${xml}</feature></target>`;
}

function codes(xml: string): string[] {
  return readTargetDescription(xml).diagnostics.map(({ code }) => code);
}

describe('a description', () => {
  it('is read as gdb recorded it', () => {
    const { target, diagnostics } = readTargetDescription(described('x86_64/app.tf'));
    expect(diagnostics).toEqual([]);
    expect(target?.architecture).toBe('i386:x86-64');
    expect(target?.osabi).toBe('GNU/Linux');
    expect(target?.features.map(({ name }) => name)).toEqual([
      'org.gnu.gdb.i386.core',
      'org.gnu.gdb.i386.sse',
      'org.gnu.gdb.i386.linux',
      'org.gnu.gdb.i386.segments',
      'org.gnu.gdb.i386.avx',
    ]);
    expect(target?.features[0]?.registers[16]).toEqual({
      name: 'rip',
      number: 16,
      bitSize: 64,
      type: 'code_ptr',
      group: undefined,
      saveRestore: true,
    });
    expect(target?.features[0]?.types[0]).toMatchObject({
      kind: 'flags',
      id: 'i386_eflags',
      size: 4,
    });
  });

  it('numbers registers on, across features, where regnum is absent', () => {
    const { target, diagnostics } = readTargetDescription(described('s390x/t1-regs.tf'));
    expect(diagnostics).toEqual([]);
    const registers = target?.features.flatMap((feature) => feature.registers) ?? [];
    expect(registers.map(({ number }) => number)).toEqual(registers.map((_, i) => i));
    expect(registers.find(({ name }) => name === 'last_break')?.saveRestore).toBe(false);
    expect(registers.find(({ name }) => name === 'pswm')?.group).toBe('psw');
  });

  it('continues to count after a regnum', () => {
    const { target } = readTargetDescription(
      inFeature('<reg name="a" bitsize="8" regnum="0x10"/><reg name="b" bitsize="8"/>'),
    );
    expect(target?.features[0]?.registers.map(({ number }) => number)).toEqual([16, 17]);
  });

  it('has types of every kind', () => {
    const { target, diagnostics } = readTargetDescription(
      inFeature(`<vector id="v" type="int8" count="4"/>
        <union id="u"><field name="a" type="v"/></union>
        <struct id="s" size="4"><field name="low" start="0" end="3"/><field name="top" start="31"/></struct>
        <flags id="g" size="2"><field name="" start="1" end="1" type="bool"/></flags>
        <enum id="e" size="1"><evalue name="on" value="1"/></enum>`),
    );
    expect(diagnostics).toEqual([]);
    expect(target?.features[0]?.types).toEqual([
      { kind: 'vector', id: 'v', element: 'int8', count: 4 },
      { kind: 'union', id: 'u', fields: [{ name: 'a', type: 'v', bits: undefined }] },
      {
        kind: 'struct',
        id: 's',
        size: 4,
        fields: [
          { name: 'low', type: undefined, bits: { start: 0, end: 3 } },
          { name: 'top', type: undefined, bits: { start: 31, end: 31 } },
        ],
      },
      {
        kind: 'flags',
        id: 'g',
        size: 2,
        fields: [{ name: '', type: 'bool', bits: { start: 1, end: 1 } }],
      },
      { kind: 'enum', id: 'e', size: 1, values: [{ name: 'on', value: 1n }] },
    ]);
  });

  it('may begin with an XML declaration, and with the blank line that gdb puts before it', () => {
    expect(codes('\n<?xml version="1.0"?>\n<target/>')).toEqual([]);
  });
});

describe('what is wrong', () => {
  it('is said with the line', () => {
    const { target, diagnostics } = readTargetDescription(
      `\n<target><feature name="f">\n<reg name="a" bitsize="8"/>\n<reg name="b bitsize="8"/>\n</feature></target>`,
    );
    expect(target?.features[0]?.registers.map(({ name }) => name)).toEqual(['a']);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]?.message).toContain('Line 4 of the target description.');
  });

  it('is a register without a size, or with a malformed number', () => {
    expect(codes(inFeature('<reg name="a"/>'))).toEqual(['target-register-size']);
    expect(codes(inFeature('<reg name="a" bitsize="wide"/>'))).toEqual([
      'target-number',
      'target-register-size',
    ]);
    expect(codes(inFeature('<reg name="a" bitsize="99999999999999999999"/>'))).toEqual([
      'target-number',
      'target-register-size',
    ]);
  });

  it('is a file that was to be included', () => {
    const { target, diagnostics } = readTargetDescription(
      '<target><architecture>arm</architecture><xi:include href="arm-core.xml"/></target>',
    );
    expect(target?.architecture).toBe('arm');
    expect(diagnostics[0]?.code).toBe('target-include');
    expect(diagnostics[0]?.message).toContain('"arm-core.xml"');
  });

  it('is text that is no description', () => {
    expect(readTargetDescription('').target).toBeUndefined();
    expect(codes('')).toEqual(['target-xml']);
    expect(codes('<other/>')).toEqual(['target-missing']);
    expect(codes('no XML at all')[0]).toBe('target-xml');
  });
});

describe('hostile XML', () => {
  it('does not expand entities', () => {
    const levels = Array.from(
      { length: 8 },
      (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    );
    const bomb = `<!DOCTYPE target [<!ENTITY e0 "ha">${levels.join('')}]><target><architecture>&e8;</architecture></target>`;
    const { target, diagnostics } = readTargetDescription(bomb);
    expect(target?.architecture?.length ?? 0).toBeLessThan(100);
    expect(diagnostics.map(({ code }) => code)).toEqual(['target-xml']);
  });

  it('stops at nesting, at elements and at length', () => {
    const deep = '<target>' + '<feature name="f">'.repeat(200_000);
    expect(codes(deep)).toEqual(['target-too-big']);
    const wide = inFeature('<reg name="r" bitsize="8"/>'.repeat(100_000));
    expect(codes(wide)).toEqual(['target-too-big']);
    expect(readTargetDescription(wide).target?.features[0]?.registers.length).toBeGreaterThan(
      50_000,
    );
    expect(codes(`<target>${' '.repeat(1 << 23)}</target>`)).toEqual(['target-too-long']);
  });

  it('is never thrown at', () => {
    const good = described('x86_64/app.tf').slice(0, 12_000);
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    let complaints = 0;
    for (let round = 0; round < 300; round++) {
      const at = random(good.length);
      const damaged =
        round % 3 === 0
          ? good.slice(0, at)
          : good.slice(0, at) + '<>"&=/\0x9'.charAt(random(9)) + good.slice(at + random(20));
      complaints += readTargetDescription(damaged).diagnostics.length > 0 ? 1 : 0;
    }
    expect(complaints).toBeGreaterThan(150);
  });
});
