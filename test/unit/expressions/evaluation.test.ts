import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/expressions/compile';
import { type EvaluationContext, ValueHistory } from '../../../src/expressions/context';
import { printed, stoppedAt, type Held } from './stopped';

/**
 * rax and rip of x86-64, the third lane of xmm0, and five bytes of memory with a string among them.
 */
const held: Held = {
  registers: { 0: '8877665544332211', 128: '5911400000000000', 304: '00000000000000000000c03f' },
  memory: { '0x1000': '68690000ff', '0x2000': '0010000000000000', '0x3000': '686900' },
};

const noSymbolTable = 'No symbol table is loaded.  Use the "file" command.';

describe('without a program', () => {
  const frame = stoppedAt(held);

  it.each([
    ['$rax', '1234605616436508552'],
    ['$eax', '1432778632'],
    ['$al', '-120'],
    ['$ah', '119'],
    ['$rip', '(void (*)()) 0x401159'],
    ['$pc == 0x401159', '1'],
    ['$eflags', '[ ]'],
    ['$eax & 0xff', '136'],
    ['$rax + 1', '1234605616436508553'],
    ['{char} 0x1000', "104 'h'"],
    ['{int} 0x1000', '26984'],
    ['*(unsigned char *) 0x1004', "255 '\\377'"],
    ['*(short *) 0x1000 + 1', '26985'],
    ['(char) 321', "65 'A'"],
    ['*(char **) 0x2000', '0x1000 "hi"'],
    ['**(char **) 0x2000', "104 'h'"],
    ['*(char *) 0x1000@5', '"hi\\000\\000\\377"'],
    ['((char *) 0x1000)[1]', "105 'i'"],
    ['&((char *) 0x1000)[1]', '0x1001 "i"'],
    ['sizeof(long) + sizeof(void *)', '16'],
    ['$nothing', 'void'],
    ['1 ? $rax : missing', `${noSymbolTable} @12`],
    ['missing', `${noSymbolTable} @1`],
    ['1 + missing * 2', `${noSymbolTable} @5`],
    ['(missing *) 1', `${noSymbolTable} @2`],
    ['(struct missing *) 1', 'No struct type named missing. @2'],
    ['$rax = 1', 'A trace is read-only: nothing can be assigned. @6'],
    ['$f(1)', "You can't do that without a process to debug. @1"],
    ['*(int *) 0x5000', '<unavailable>'],
    ['*(int *) 0x5000 + 1', 'value is not available'],
    ['*(int *) 0x1003', '<unavailable>'],
    ['**(char **) 0x5000', 'value is not available'],
    ['*$al', '<unavailable>'],
    ['*1.5', 'Attempt to take contents of a non-pointer value.'],
    ['*(void *) 1', 'Attempt to dereference a generic pointer.'],
    ['1 / ($eax - $eax)', 'Division by zero'],
    ['$rax.x', 'Attempt to extract a component of a value that is not a structure.'],
    ['&$rax', 'Attempt to take address of value not located in memory.'],
  ])('%s', async (expression, wanted) => {
    expect(await printed(expression, frame)).toBe(wanted);
  });

  it('a frame without registers says so', async () => {
    const bare = stoppedAt({});
    expect(await printed('$rax', bare)).toBe('<unavailable>');
    expect(await printed('$rax + 1', bare)).toBe('value is not available');
    expect(await printed('$rax && 0', bare)).toBe('value is not available');
    expect(await printed('0 && $rax', bare)).toBe('0');
    expect(await printed('sizeof($rax)', bare)).toBe('8');
  });

  it('vectors are computed lane by lane', async () => {
    const avx = stoppedAt({ registers: {} });
    expect(await printed('$xmm0.v4_int32[3]', avx)).toBe('0');
    expect(await printed('$xmm0.v4_int32 + 1', avx)).toBe('{1, 1, 1, 1}');
    expect(await printed('$xmm0.v4_float[9]', avx)).toBe('no such vector element');
    expect(await printed('$xmm0.nothing', avx)).toBe('There is no member named nothing.');
  });

  it('sizes and signs are the target’s', async () => {
    const i386 = stoppedAt({ elf: { machine: 3, bits: 32 } });
    expect(await printed('sizeof(long) * 100 + sizeof(long double)', i386)).toBe('412');
    expect(await printed('(char) 200 < 0', i386)).toBe('1');
    const arm = stoppedAt({ elf: { machine: 40, bits: 32 } });
    expect(await printed('(char) 200 < 0', arm)).toBe('0');
    const big = stoppedAt({
      elf: { machine: 22, bits: 64 },
      order: 'big',
      memory: { '0x10': '0102030400000000' },
    });
    expect(await printed('/* */ 1', big)).toMatch(/^A syntax error/);
    expect(await printed('{int} 0x10 == 0x1020304', big)).toBe('1');
  });

  it('a long double of PowerPC is two doubles', async () => {
    const ppc64 = stoppedAt({
      elf: { machine: 21, bits: 64 },
      order: 'big',
      memory: { '0x10': '3ff00000000000003ca0000000000000' },
    });
    const sum = '*(long double *) 0x10 - 1 == 0x1p-53';
    expect(await printed(sum, ppc64)).toBe('1');
    expect(await printed('(long double) 0x1p-80 + 1 - 1 == 0x1p-80', ppc64)).toBe('1');
  });

  it('truth is a number in C and a word in C++', async () => {
    expect(await printed('1 == 1', stoppedAt({}))).toBe('1');
    expect(await printed('1 == 1', stoppedAt({ language: 0x1a }))).toBe('true');
    expect(await printed('true + 1', stoppedAt({ language: 0x1a }))).toBe('2');
  });
});

describe('names with a dollar', () => {
  it('are asked of the caller where they are no registers', async () => {
    const values = new Map<string, bigint | string>([
      ['hits', -3n],
      ['trace_func', 'helper'],
      ['rax', 1n],
    ]);
    const frame = stoppedAt(held, { convenience: (name) => values.get(name) });
    expect(await printed('$hits * 2', frame)).toBe('-6');
    expect(await printed('$trace_func', frame)).toBe('"helper"');
    expect(await printed('$_streq($trace_func, "helper")', frame)).toBe('1');
    expect(await printed('$rax', frame)).toBe('1234605616436508552');
  });

  it('are entries of the value history', async () => {
    const history = new ValueHistory();
    const frame = stoppedAt(held, { history });
    expect(await printed('$', frame)).toBe('void');
    expect(await printed('$1', frame)).toBe('History has not yet reached $1.');
    for (const text of ['10', '20', '30']) {
      const compiled = await compile(text, frame);
      const value = 'problem' in compiled ? compiled : await compiled.evaluate(frame);
      if (!('problem' in value)) await history.add(value);
    }
    expect(await printed('$1 + $2', frame)).toBe('30');
    expect(await printed('$ + $$', frame)).toBe('50');
    expect(await printed('$$2', frame)).toBe('10');
    expect(await printed('$$9', frame)).toBe('10');
    expect(await printed('$4', frame)).toBe('History has not yet reached $4.');
  });
});

describe('convenience functions', () => {
  const frame = stoppedAt(held);

  it.each([
    ['$_strlen((char *) 0x1000)', '2'],
    ['$_streq((char *) 0x1000, "hi")', '1'],
    ['$_streq((char *) 0x1000, "ho")', '0'],
    ['$_regex((char *) 0x1000, "h.")', '1'],
    ['$_regex((char *) 0x1000, "i")', '0'],
    ['$_regex("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "(a+)+$")', '0'],
    ['$_memeq(0x1000, 0x3000, 3)', '1'],
    ['$_memeq(0x1000, 0x1001, 1)', '0'],
    ['$_strlen((char *) 0x1004)', 'value is not available'],
    ['$_memeq(0x1000, 0x9000, 1)', 'value is not available'],
    ['$_strlen()', '$_strlen takes 1 argument.'],
    ['$_collected({int} 0x1000)', '1'],
    ['$_collected({int} 0x1002)', '0'],
    ['$_collected(**(char **) 0x2000)', '1'],
    ['$_collected(**(char **) 0x9000)', '0'],
    ['$_collected($rax)', '1'],
    ['$_isvoid($nothing)', '1'],
    ['$_isvoid(1)', '0'],
  ])('%s', async (expression, wanted) => {
    expect(await printed(expression, frame)).toBe(wanted);
  });

  it('$_changed compares with the nearest earlier frame that has it', async () => {
    const bytes = ['01', undefined, '01', '02', undefined, undefined, '03', '03'];
    const frames: EvaluationContext[] = bytes.map((byte, number) =>
      stoppedAt(
        { number, ...(byte !== undefined && { memory: { '0x10': byte } }) },
        { previous: () => Promise.resolve(frames[number - 1]) },
      ),
    );
    const [first] = frames;
    if (!first) throw new Error('no frames');
    const compiled = await compile('$_changed({char} 0x10)', first);
    if ('problem' in compiled) throw new Error(compiled.problem);
    const holds = async (order: readonly EvaluationContext[]) => {
      const answers = [];
      for (const frame of order) answers.push(await compiled.holds(frame));
      return answers.map((answer) => (typeof answer === 'boolean' ? answer : answer.problem));
    };
    const missing = 'value is not available';
    const wanted = [false, missing, false, true, missing, missing, true, false];
    expect(await holds(frames)).toEqual(wanted);
    expect(await holds([...frames].reverse())).toEqual([...wanted].reverse());
  });
});

describe('a compiled expression', () => {
  it('is evaluated in many frames', async () => {
    const frames = [1, 2, 3].map((rax) => stoppedAt({ registers: { 0: `0${rax}` } }));
    const compiled = await compile('$rax > 1', stoppedAt({}));
    if ('problem' in compiled) throw new Error(compiled.problem);
    expect(await Promise.all(frames.map((frame) => compiled.holds(frame)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('has a type at a place of the program, whatever the frame', async () => {
    const bare = stoppedAt({});
    const compiled = await compile('*(char **) $rax', bare);
    if ('problem' in compiled) throw new Error(compiled.problem);
    const bound = await compiled.bound(bare);
    if ('problem' in bound) throw new Error(bound.problem);
    const type = await bound.typeOf(bound.expression);
    expect(type).toMatchObject({ kind: 'pointer', target: { name: 'char' } });
  });

  it('has no type for whatis where gdb would need a value that is not known', async () => {
    const bare = stoppedAt({});
    const typeOf = async (text: string) => {
      const compiled = await compile(text, bare);
      return 'problem' in compiled ? compiled : compiled.type(bare);
    };
    expect(await typeOf('*(char **) $rax')).toEqual({ problem: 'value is not available' });
    expect(await typeOf('$rax')).toMatchObject({ kind: 'base' });
    expect(await typeOf('*(char **) 0')).toMatchObject({ kind: 'pointer' });
  });
});
