import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type TargetDescription,
  readTargetDescription,
} from '../../../src/format/targetDescription';
import { architectureOf, architectures } from '../../../src/machine/arch/index';
import { pcField, registerLayout } from '../../../src/machine/registerLayout';
import { Registers } from '../../../src/machine/registers';
import {
  registerNaturalText,
  registerParts,
  registerText,
} from '../../../src/machine/registerText';

function target(registers: string, architecture = 'aarch64'): TargetDescription | undefined {
  return readTargetDescription(
    `<target><architecture>${architecture}</architecture><feature name="f">${registers}</feature></target>`,
  ).target;
}

function program(machine: number, bits: 32 | 64) {
  return { machine, bits };
}

describe('a layout from a description', () => {
  it('packs registers in the order of their numbers, whole bytes each', () => {
    const { layout, diagnostics } = registerLayout(
      target(
        '<reg name="b" bitsize="12" regnum="5"/><reg name="a" bitsize="1" regnum="2"/><reg name="c" bitsize="64"/>',
      ),
      undefined,
      11,
    );
    expect(diagnostics).toEqual([]);
    expect(layout?.from).toBe('target-description');
    expect(layout?.size).toBe(11);
    expect(layout?.registers.map(({ name, number, offset }) => [name, number, offset])).toEqual([
      ['a', 2, 0],
      ['c', 3, 1],
      ['b', 5, 9],
    ]);
  });

  it('groups registers by what the description says, else by their type', () => {
    const { layout } = registerLayout(
      target(
        '<vector id="v" type="int8" count="4"/><reg name="a" bitsize="32" group="system"/><reg name="b" bitsize="32"/>' +
          '<reg name="c" bitsize="32" type="v"/><reg name="d" bitsize="32" type="ieee_single"/>',
      ),
      undefined,
      0,
    );
    const groups = layout?.registers.filter(({ pseudo }) => !pseudo).map(({ group }) => group);
    expect(groups).toEqual(['system', 'general', 'vector', 'float']);
  });

  it('says where a block has another size', () => {
    const short = registerLayout(target('<reg name="a" bitsize="64"/>'), undefined, 4);
    expect(short.diagnostics).toMatchObject([
      { severity: 'info', code: 'register-block-size', expected: '8 bytes', found: '4 bytes' },
    ]);
    const long = registerLayout(target('<reg name="a" bitsize="64"/>'), undefined, 9);
    expect(long.diagnostics[0]?.message).toContain('its end is ignored');
  });

  it('ends before a register whose size cannot be used', () => {
    const absurd =
      '<reg name="a" bitsize="8"/><reg name="b" bitsize="9000000000000"/><reg name="c" bitsize="8"/>';
    const { layout, diagnostics } = registerLayout(target(absurd), undefined, 0);
    expect(layout?.registers.map(({ name }) => name)).toEqual(['a']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['target-register-size']);
  });

  it('shows the bytes of a register whose type does not fit', () => {
    const { layout, diagnostics } = registerLayout(
      target(
        '<reg name="a" bitsize="32" type="ieee_double"/><reg name="b" bitsize="16" type="t"/>',
      ),
      undefined,
      0,
    );
    expect(layout?.registers.map(({ type }) => type.name)).toEqual(['uint32_t', 'uint16_t']);
    expect(diagnostics.map(({ code }) => code)).toEqual(['target-type', 'target-type']);
  });

  it('knows no types that contain themselves, are endless, or expand to billions of values', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, i) =>
        `<union id="u${i + 1}"><field name="a" type="u${i}"/><field name="b" type="u${i}"/></union>`,
    );
    const { diagnostics } = registerLayout(
      target(
        `<union id="self"><field name="a" type="self"/></union><vector id="long" type="int8" count="4000000000"/>` +
          `<union id="u0"><field name="a" type="int8"/></union>${doubling.join('')}<reg name="a" bitsize="8" type="u40"/>`,
      ),
      undefined,
      0,
    );
    expect(diagnostics.map(({ message }) => message)).toContain('Type "long" is too big.');
    expect(diagnostics.map(({ message }) => message)).toContain(
      'Type "self" is made of types that are not defined before it.',
    );
    expect(diagnostics.at(-1)?.message).toBe('Type "u40" of register "a" is not defined.');
  });

  it('takes no bits from what is too wide to be a number', () => {
    const { diagnostics } = registerLayout(
      target(
        '<flags id="g" size="4096"><field name="A" start="0" end="0"/></flags><reg name="a" bitsize="32768" type="g"/>',
      ),
      undefined,
      0,
    );
    expect(diagnostics[0]?.message).toBe('Type "g" is too big.');
  });

  it('leaves out bits that the flags do not have', () => {
    const { layout, diagnostics } = registerLayout(
      target(
        '<flags id="g" size="1"><field name="A" start="0" end="0"/><field name="B" start="8" end="8"/><field name="C" start="3" end="2"/></flags><reg name="a" bitsize="8" type="g"/>',
      ),
      undefined,
      0,
    );
    expect(layout?.registers[0]?.type).toMatchObject({ fields: [{ name: 'A' }] });
    expect(diagnostics).toHaveLength(2);
  });
});

it('takes whatever a description says', () => {
  const file = readFileSync(
    path.join(import.meta.dirname, '../../corpus/aarch64/t1-regs.tf'),
    'latin1',
  );
  const xml = file
    .slice(0, file.indexOf('\n\n'))
    .replace(/^tdesc /gm, '')
    .replace(/^[^]*?<!DOC/, '<!DOC');
  const numbers = [
    '0',
    '1',
    '63',
    '64',
    '2000',
    '524288',
    '4294967295',
    '-1',
    'v2d',
    'aarch64v',
    'cpsr_flags',
  ];
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const block = Uint8Array.from({ length: 1 << 18 }, () => random(256));
  let shown = 0;
  for (let round = 0; round < 30; round++) {
    const damaged = xml.replace(/"\w+"/g, (value) =>
      random(40) === 0 ? `"${numbers[random(numbers.length)] ?? ''}"` : value,
    );
    const { layout } = registerLayout(readTargetDescription(damaged).target, undefined, 804);
    const registers = layout && new Registers(layout, 'little', block, undefined);
    for (const { name } of layout?.registers ?? []) {
      const { register, bytes } = registers?.read(name) ?? {};
      if (!register || !bytes) continue;
      registerParts(register, bytes, 'little');
      registerNaturalText(register, bytes, 'little');
      shown += registerText(register, bytes, 'little').length > 0 ? 1 : 0;
    }
  }
  expect(shown).toBeGreaterThan(1000);
});

describe('a built-in layout', () => {
  it('is that of the program, where the description names no registers', () => {
    const { layout } = registerLayout(undefined, program(62, 64), 560);
    expect(layout?.from).toBe('built-in');
    expect(layout?.architecture.name).toBe('i386:x86-64');
    expect(layout?.registers.find(({ name }) => name === 'gs_base')?.offset).toBe(552);
    expect(layout?.registers.some(({ name }) => name === 'ymm0')).toBe(false);
    const named = registerLayout(target('', 'i386:x86-64'), undefined, 816).layout;
    expect(named?.from).toBe('built-in');
    expect(named?.registers.some(({ name }) => name === 'ymm0')).toBe(true);
  });

  it('is the usual one where no layout has the block’s size', () => {
    const { layout, diagnostics } = registerLayout(undefined, program(40, 32), 90);
    expect(layout?.size).toBe(168);
    expect(diagnostics.map(({ code }) => code)).toEqual(['register-block-size']);
  });

  it('has the PC where a PowerPC recorder without description puts it', () => {
    const e500 = registerLayout(undefined, program(20, 32), 292).layout;
    expect(e500 && pcField(e500)).toEqual({ offset: 256, size: 4 });
    const e500mc = registerLayout(undefined, program(20, 32), 412).layout;
    expect(e500mc && pcField(e500mc)).toEqual({ offset: 384, size: 4 });
  });

  it('is undefined for an unknown processor', () => {
    const nothing = registerLayout(undefined, undefined, 0);
    expect(nothing.layout).toBeUndefined();
    expect(nothing.diagnostics.map(({ code }) => code)).toEqual(['unknown-architecture']);
    const named = registerLayout(target('', 'pdp11'), undefined, 0);
    expect(named.diagnostics[0]?.message).toContain('"pdp11"');
  });
});

describe('the PC’s place', () => {
  const place = (architecture: string, machine: number, bits: 32 | 64) => {
    const { layout } = registerLayout(undefined, program(machine, bits), 0);
    expect(layout?.architecture.name).toBe(architecture);
    return layout && pcField(layout);
  };

  it('is known on every architecture', () => {
    expect(place('i386', 3, 32)).toEqual({ offset: 32, size: 4 });
    expect(place('i386:x86-64', 62, 64)).toEqual({ offset: 128, size: 8 });
    expect(place('aarch64', 183, 64)).toEqual({ offset: 256, size: 8 });
    expect(place('arm', 40, 32)).toEqual({ offset: 60, size: 4 });
    expect(place('riscv:rv32', 243, 32)).toEqual({ offset: 128, size: 4 });
    expect(place('riscv:rv64', 243, 64)).toEqual({ offset: 256, size: 8 });
    expect(place('powerpc:common', 20, 32)).toEqual({ offset: 384, size: 4 });
    expect(place('powerpc:common64', 21, 64)).toEqual({ offset: 512, size: 8 });
    expect(place('s390:64-bit', 22, 64)).toEqual({ offset: 8, size: 8 });
    expect(place('mips', 8, 32)).toEqual({ offset: 148, size: 4 });
    expect(place('mips:isa64', 8, 64)).toEqual({ offset: 296, size: 8 });
  });

  it('leaves out the addressing mode of a 31-bit PSW', () => {
    expect(place('s390:31-bit', 22, 32)).toEqual({ offset: 4, size: 4, mask: 0x7fffffffn });
  });
});

describe('the architecture', () => {
  const named = (architecture: string, registers = '') =>
    architectureOf(target(registers, architecture), undefined)?.name;

  it('is the description’s, by any of gdb’s names for it', () => {
    expect(named('i386')).toBe('i386');
    expect(named('i386:x86-64')).toBe('i386:x86-64');
    expect(named('i386:x86-64:intel')).toBe('i386:x86-64');
    expect(named('aarch64')).toBe('aarch64');
    expect(named('armv7')).toBe('arm');
    expect(named('powerpc:common64')).toBe('powerpc:common64');
    expect(named('powerpc:e500')).toBe('powerpc:common');
    expect(named('s390:31-bit')).toBe('s390:31-bit');
    expect(named('riscv:rv32')).toBe('riscv:rv32');
    expect(named('mips:isa64r2')).toBe('mips:isa64');
    expect(named('pdp11')).toBeUndefined();
  });

  it('has the width that the described PC has', () => {
    expect(named('mips', '<reg name="pc" bitsize="64"/>')).toBe('mips:isa64');
    expect(named('riscv', '<reg name="pc" bitsize="32"/>')).toBe('riscv:rv32');
    expect(named('riscv', '<reg name="pc" bitsize="64"/>')).toBe('riscv:rv64');
  });

  it('is guessed from the features where the description has no name for it', () => {
    const { target: unnamed } = readTargetDescription(
      '<target><feature name="org.gnu.gdb.riscv.cpu"><reg name="pc" bitsize="64"/></feature></target>',
    );
    expect(architectureOf(unnamed, undefined)?.name).toBe('riscv:rv64');
  });

  it('is the program’s where there is no description, and only there', () => {
    expect(architectureOf(undefined, program(243, 32))?.name).toBe('riscv:rv32');
    expect(architectureOf(target('', 'aarch64'), program(62, 64))?.name).toBe('aarch64');
    expect(architectureOf(undefined, program(9999, 64))).toBeUndefined();
  });

  it('says which byte orders can be', () => {
    const fixed = architectures.filter(({ orders }) => orders.length === 1);
    expect(fixed.map(({ name, orders }) => `${name} ${orders.join()}`)).toEqual([
      'i386 little',
      'i386:x86-64 little',
      's390:31-bit big',
      's390:64-bit big',
    ]);
  });
});
