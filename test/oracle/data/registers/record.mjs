// Records gdb's words on registers, for test/oracle/registers.test.ts.
//
//   node test/oracle/data/registers/record.mjs            needs gdb-multiarch, reads ../../../corpus
//
// Two kinds of case. A synthetic one is a trace file that this script makes, so that architectures can be asked of which
// there is no recording: `X.tf` has frames whose register blocks hold patterns, `X.txt` what gdb prints of them. A case of
// the corpus adds the registers that its oracle leaves out (floats, vectors, pseudo registers).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const corpus = path.join(here, '../../../corpus');

// ---- target descriptions

const reg = (name, bits, type, { at, group } = {}) =>
  `<reg name="${name}" bitsize="${bits}" type="${type}"${at === undefined ? '' : ` regnum="${at}"`}${group ? ` group="${group}"` : ''}/>`;
const run = (prefix, from, to, bits, type, options = {}, suffix = '') =>
  Array.from({ length: to - from + 1 }, (_, i) =>
    reg(`${prefix}${from + i}${suffix}`, bits, type, {
      ...options,
      at: options.at === undefined ? undefined : options.at + i,
    }),
  );
const names = (list, bits, type, options) =>
  list.split(' ').map((name) => reg(name, bits, type, options));
const vector = (id, type, count) => `<vector id="${id}" type="${type}" count="${count}"/>`;
const union = (id, fields) =>
  `<union id="${id}">${Object.entries(fields)
    .map(([name, type]) => `<field name="${name}" type="${type}"/>`)
    .join('')}</union>`;
const flags = (id, size, fields) =>
  `<flags id="${id}" size="${size}">${fields.map(([name, start, end = start, type = 'bool']) => `<field name="${name}" start="${start}" end="${end}" type="${type}"/>`).join('')}</flags>`;
const feature = (name, ...items) =>
  `<feature name="${name}">\n${items.flat().join('\n')}\n</feature>`;
const target = (architecture, osabi, ...features) =>
  `<!DOCTYPE target SYSTEM "gdb-target.dtd">\n<target>\n<architecture>${architecture}</architecture>\n${osabi ? `<osabi>${osabi}</osabi>\n` : ''}${features.join('\n')}\n</target>`;

const vec128 = [
  vector('v4f', 'ieee_single', 4),
  vector('v2d', 'ieee_double', 2),
  vector('v16i8', 'int8', 16),
  vector('v8i16', 'int16', 8),
  vector('v4i32', 'int32', 4),
  vector('v2i64', 'int64', 2),
  union('vec128', {
    v4_float: 'v4f',
    v2_double: 'v2d',
    v16_int8: 'v16i8',
    v8_int16: 'v8i16',
    v4_int32: 'v4i32',
    v2_int64: 'v2i64',
    uint128: 'uint128',
  }),
];
const eflags = flags('i386_eflags', 4, [
  ['CF', 0],
  ['', 1],
  ['PF', 2],
  ['AF', 4],
  ['ZF', 6],
  ['SF', 7],
  ['TF', 8],
  ['IF', 9],
  ['DF', 10],
  ['OF', 11],
  ['NT', 14],
  ['RF', 16],
  ['VM', 17],
  ['AC', 18],
  ['VIF', 19],
  ['VIP', 20],
  ['ID', 21],
]);
const mxcsr = flags('i386_mxcsr', 4, [
  ['IE', 0],
  ['DE', 1],
  ['ZE', 2],
  ['OE', 3],
  ['UE', 4],
  ['PE', 5],
  ['DAZ', 6],
  ['IM', 7],
  ['DM', 8],
  ['ZM', 9],
  ['OM', 10],
  ['UM', 11],
  ['PM', 12],
  ['FZ', 15],
]);
const x87 = [
  ...run('st', 0, 7, 80, 'i387_ext'),
  ...names('fctrl fstat ftag fiseg fioff foseg fooff fop', 32, 'int', { group: 'float' }),
];

const i386 = [
  feature(
    'org.gnu.gdb.i386.core',
    eflags,
    names('eax ecx edx ebx', 32, 'int32'),
    names('esp ebp', 32, 'data_ptr'),
    names('esi edi', 32, 'int32'),
    reg('eip', 32, 'code_ptr'),
    reg('eflags', 32, 'i386_eflags'),
    names('cs ss ds es fs gs', 32, 'int32'),
    x87,
  ),
  feature(
    'org.gnu.gdb.i386.sse',
    vec128,
    mxcsr,
    run('xmm', 0, 7, 128, 'vec128'),
    reg('mxcsr', 32, 'i386_mxcsr', { group: 'vector' }),
  ),
  feature('org.gnu.gdb.i386.linux', reg('orig_eax', 32, 'int')),
  feature('org.gnu.gdb.i386.avx', run('ymm', 0, 7, 128, 'uint128', {}, 'h')),
];
const amd64 = [
  feature(
    'org.gnu.gdb.i386.core',
    eflags,
    names('rax rbx rcx rdx rsi rdi', 64, 'int64'),
    names('rbp rsp', 64, 'data_ptr'),
    run('r', 8, 15, 64, 'int64'),
    reg('rip', 64, 'code_ptr'),
    reg('eflags', 32, 'i386_eflags'),
    names('cs ss ds es fs gs', 32, 'int32'),
    x87,
  ),
  feature(
    'org.gnu.gdb.i386.sse',
    vec128,
    mxcsr,
    run('xmm', 0, 15, 128, 'vec128'),
    reg('mxcsr', 32, 'i386_mxcsr', { group: 'vector' }),
  ),
  feature('org.gnu.gdb.i386.linux', reg('orig_rax', 64, 'int')),
  feature('org.gnu.gdb.i386.segments', names('fs_base gs_base', 64, 'int')),
  feature('org.gnu.gdb.i386.avx', run('ymm', 0, 15, 128, 'uint128', {}, 'h')),
  feature(
    'org.gnu.gdb.i386.avx512',
    vec128,
    vector('v2ui128', 'uint128', 2),
    run('k', 0, 7, 64, 'uint64'),
    run('zmm', 0, 15, 256, 'v2ui128', {}, 'h'),
    run('xmm', 16, 31, 128, 'vec128'),
    run('ymm', 16, 31, 128, 'uint128', {}, 'h'),
    run('zmm', 16, 31, 256, 'v2ui128', {}, 'h'),
  ),
  feature('org.gnu.gdb.i386.pkeys', reg('pkru', 32, 'int')),
];
const armCore = feature(
  'org.gnu.gdb.arm.core',
  run('r', 0, 12, 32, 'uint32'),
  reg('sp', 32, 'data_ptr'),
  reg('lr', 32, 'int'),
  reg('pc', 32, 'code_ptr'),
  reg('cpsr', 32, 'int', { at: 25 }),
);
const armVfp = (last) =>
  feature(
    'org.gnu.gdb.arm.vfp',
    run('d', 0, last, 64, 'ieee_double'),
    reg('fpscr', 32, 'int', { group: 'float' }),
  );
const cpsr = flags('cpsr_flags', 4, [
  ['SP', 0],
  ['EL', 2, 3, 'uint32'],
  ['F', 6],
  ['V', 28],
  ['C', 29],
  ['Z', 30],
  ['N', 31],
]);
const aarch64Core = feature(
  'org.gnu.gdb.aarch64.core',
  cpsr,
  run('x', 0, 30, 64, 'int'),
  reg('sp', 64, 'data_ptr'),
  reg('pc', 64, 'code_ptr'),
  reg('cpsr', 32, 'cpsr_flags'),
);
const sveBytes = 32;
const sve = feature(
  'org.gnu.gdb.aarch64.sve',
  vector('svevd', 'ieee_double', sveBytes / 8),
  vector('svevs', 'int32', sveBytes / 4),
  vector('svevb', 'uint8', sveBytes),
  union('svev', { d: 'svevd', s: 'svevs', b: 'svevb' }),
  vector('svep', 'uint8', sveBytes / 8),
  run('z', 0, 31, sveBytes * 8, 'svev'),
  names('fpsr fpcr', 32, 'int'),
  run('p', 0, 15, sveBytes, 'svep'),
  reg('ffr', sveBytes, 'svep'),
  reg('vg', 64, 'int'),
);
const riscvNames =
  'zero ra sp gp tp t0 t1 t2 fp s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6';
const riscvFloats =
  'ft0 ft1 ft2 ft3 ft4 ft5 ft6 ft7 fs0 fs1 fa0 fa1 fa2 fa3 fa4 fa5 fa6 fa7 fs2 fs3 fs4 fs5 fs6 fs7 fs8 fs9 fs10 fs11 ft8 ft9 ft10 ft11';
const riscv = (bits, float) => [
  feature('org.gnu.gdb.riscv.cpu', names(riscvNames, bits, 'int'), reg('pc', bits, 'code_ptr')),
  feature(
    'org.gnu.gdb.riscv.fpu',
    names(riscvFloats, float, float === 64 ? 'ieee_double' : 'ieee_single'),
    reg('fflags', 32, 'int', { at: 66 }),
    names('frm fcsr', 32, 'int'),
  ),
  feature(
    'org.gnu.gdb.riscv.csr',
    reg('mstatus', bits, 'int', { at: 833 }),
    reg('mcause', bits, 'int', { at: 899 }),
  ),
];
const ppc = (bits) => [
  feature(
    'org.gnu.gdb.power.core',
    run('r', 0, 31, bits, `uint${bits}`),
    reg('pc', bits, 'code_ptr', { at: 64 }),
    reg('msr', bits, `uint${bits}`),
    reg('cr', 32, 'uint32'),
    reg('lr', bits, 'code_ptr'),
    reg('ctr', bits, `uint${bits}`),
    reg('xer', 32, 'uint32'),
  ),
  feature(
    'org.gnu.gdb.power.fpu',
    run('f', 0, 31, 64, 'ieee_double', { at: 32 }),
    reg('fpscr', 32, 'int', { at: 70, group: 'float' }),
  ),
  feature('org.gnu.gdb.power.linux', names('orig_r3 trap', bits, 'int')),
  feature(
    'org.gnu.gdb.power.altivec',
    vec128,
    run('vr', 0, 31, 128, 'vec128'),
    names('vscr vrsave', 32, 'int', { group: 'vector' }),
  ),
  feature('org.gnu.gdb.power.vsx', run('vs', 0, 31, 64, 'uint64', {}, 'h')),
];
const e500 = [
  feature(
    'org.gnu.gdb.power.core',
    run('r', 0, 31, 32, 'uint32'),
    reg('pc', 32, 'code_ptr', { at: 64 }),
    reg('msr', 32, 'uint32'),
    reg('cr', 32, 'uint32'),
    reg('lr', 32, 'code_ptr'),
    reg('ctr', 32, 'uint32'),
    reg('xer', 32, 'uint32'),
  ),
  feature(
    'org.gnu.gdb.power.spe',
    run('ev', 0, 31, 32, 'int', { at: 32 }, 'h'),
    reg('acc', 64, 'int64', { at: 73 }),
    reg('spefscr', 32, 'int'),
  ),
];
const s390with64 = [
  feature(
    'org.gnu.gdb.s390.core',
    names('pswm pswa', 32, 'uint32', { group: 'psw' }),
    Array.from({ length: 16 }, (_, i) => [
      reg(`r${i}h`, 32, 'uint32', { group: 'upper' }),
      reg(`r${i}l`, 32, 'uint32', { group: 'lower' }),
    ]).flat(),
  ),
  feature('org.gnu.gdb.s390.acr', run('acr', 0, 15, 32, 'uint32', { group: 'access' })),
  feature(
    'org.gnu.gdb.s390.fpr',
    reg('fpc', 32, 'uint32', { group: 'float' }),
    run('f', 0, 15, 64, 'ieee_double', { group: 'float' }),
  ),
  feature('org.gnu.gdb.s390.linux', reg('orig_r2', 32, 'uint32', { group: 'system' })),
];
const mips = (bits) => [
  feature(
    'org.gnu.gdb.mips.cpu',
    run('r', 0, 31, bits, 'int'),
    names('lo hi', bits, 'int', { at: undefined }).map((text, i) =>
      text.replace('/>', ` regnum="${33 + i}"/>`),
    ),
    reg('pc', bits, 'int', { at: 37 }),
  ),
  feature(
    'org.gnu.gdb.mips.cp0',
    reg('status', bits, 'int', { at: 32 }),
    reg('badvaddr', bits, 'int', { at: 35 }),
    reg('cause', bits, 'int', { at: 36 }),
  ),
  feature(
    'org.gnu.gdb.mips.fpu',
    run('f', 0, 31, bits, bits === 64 ? 'ieee_double' : 'ieee_single', { at: 38 }),
    reg('fcsr', bits, 'int', { group: 'float' }),
    reg('fir', bits, 'int', { group: 'float' }),
  ),
];
const everyType = feature(
  'org.example.types',
  vector('twelve', 'int16', 12),
  vector('tenths', 'uint8', 40),
  vector('long', 'uint8', 300),
  vector('halves', 'ieee_half', 4),
  vector('brains', 'bfloat16', 4),
  '<enum id="mode" size="4"><evalue name="user" value="0"/><evalue name="kernel" value="3"/></enum>',
  '<flags id="mixed" size="4"><field name="A" start="0" end="0"/><field name="" start="1" end="1"/><field name="M" start="2" end="3" type="mode"/><field name="N" start="4" end="11" type="uint32"/><field name="Z" start="31" end="31"/></flags>',
  '<struct id="bits" size="4"><field name="low" start="0" end="3"/><field name="mid" start="4" end="15" type="uint32"/><field name="top" start="31" end="31"/></struct>',
  '<struct id="pair"><field name="a" type="int32"/><field name="b" type="ieee_single"/><field name="c" type="int64"/></struct>',
  union('either', { i: 'int64', d: 'ieee_double', p: 'data_ptr' }),
  union('nested', { v: 'twelve', h: 'halves' }),
  reg('t_twelve', 192, 'twelve'),
  reg('t_tenths', 320, 'tenths'),
  reg('t_long', 2400, 'long'),
  reg('t_halves', 64, 'halves'),
  reg('t_brains', 64, 'brains'),
  run('t_mode', 0, 1, 32, 'mode'),
  run('t_mixed', 0, 3, 32, 'mixed'),
  reg('t_bits', 32, 'bits'),
  reg('t_pair', 128, 'pair'),
  reg('t_either', 64, 'either'),
  run('t_half', 0, 15, 16, 'ieee_half'),
  run('t_brain', 0, 15, 16, 'bfloat16'),
  run('t_single', 0, 15, 32, 'ieee_single'),
  run('t_double', 0, 15, 64, 'ieee_double'),
  run('t_i387', 0, 15, 80, 'i387_ext'),
  run('t_fpa', 0, 15, 96, 'arm_fpa_ext'),
  run('t_int8_', 0, 1, 8, 'int8'),
  run('t_uint8_', 0, 1, 8, 'uint8'),
  reg('t_int16', 16, 'int16'),
  reg('t_uint16', 16, 'uint16'),
  reg('t_int128', 128, 'int128'),
  reg('t_uint128', 128, 'uint128'),
  run('t_bool', 0, 2, 8, 'bool'),
  reg('t_float32', 32, 'float'),
  reg('t_float64', 64, 'float'),
  reg('t_int_16', 16, 'int'),
);

// ---- cases

const builtIn = (architecture, order, size, more = {}) => ({ architecture, order, size, ...more });
const described = (order, xml, more = {}) => ({ order, xml, ...more });
const synthetic = {
  'built-in-i386': builtIn('i386', 'little', 312),
  'built-in-x86-64': builtIn('i386:x86-64', 'little', 560),
  'built-in-aarch64': builtIn('aarch64', 'little', 788, { frames: ['random', 'floats'] }),
  'built-in-arm': builtIn('arm', 'little', 168),
  'built-in-arm-big': builtIn('arm', 'big', 168),
  'built-in-riscv32': builtIn('riscv:rv32', 'little', 132),
  'built-in-riscv64': builtIn('riscv:rv64', 'little', 264),
  'built-in-ppc': builtIn('powerpc:common', 'big', 932, { frames: ['random', 'floats'] }),
  'built-in-ppc64': builtIn('powerpc:common64', 'big', 1076, { frames: ['random', 'floats'] }),
  'built-in-ppc64le': builtIn('powerpc:common64', 'little', 1076, { frames: ['random', 'floats'] }),
  'built-in-e500': builtIn('powerpc:e500', 'big', 292),
  'built-in-s390': builtIn('s390:31-bit', 'big', 272),
  'built-in-s390x': builtIn('s390:64-bit', 'big', 348),
  'built-in-mips': builtIn('mips', 'big', 360),
  'built-in-mips64': builtIn('mips:isa64r2', 'big', 720, { setting: 'set mips abi n64' }),
  'i386-avx': described('little', target('i386', 'GNU/Linux', ...i386)),
  'x86-64-avx512': described('little', target('i386:x86-64', 'GNU/Linux', ...amd64), {
    only: /^([re]?[abcd][xlh]|[re]?(si|di|bp|sp)l?|r\d+[dwl]?|k\d|pkru|fs_base|orig_rax|(st|[xyz]mm)(0|1|7|15|16|31))$/,
    frames: ['random', 'floats'],
  }),
  'arm-vfp': described('little', target('arm', '', armCore, armVfp(15))),
  'arm-neon': described(
    'little',
    target('arm', '', armCore, armVfp(31), feature('org.gnu.gdb.arm.neon')),
    { frames: ['random', 'floats'] },
  ),
  'arm-neon-big': described(
    'big',
    target('arm', '', armCore, armVfp(31), feature('org.gnu.gdb.arm.neon')),
    { only: /^[sdq](0|1|2|3|31|15)$/ },
  ),
  'aarch64-sve': described('little', target('aarch64', '', aarch64Core, sve), {
    frames: ['random'],
  }),
  'riscv32-float': described('little', target('riscv:rv32', '', ...riscv(32, 32))),
  'riscv64-double': described('little', target('riscv:rv64', '', ...riscv(64, 64))),
  'ppc64-vsx': described('big', target('powerpc:common64', 'GNU/Linux', ...ppc(64)), {
    frames: ['random', 'floats'],
  }),
  'ppc64le-vsx': described('little', target('powerpc:common64', 'GNU/Linux', ...ppc(64)), {
    frames: ['random', 'floats'],
  }),
  'ppc-e500': described('big', target('powerpc:e500', '', ...e500)),
  's390-with-upper-halves': described('big', target('s390:31-bit', 'GNU/Linux', ...s390with64)),
  'mips32-linux': described('big', target('mips', 'GNU/Linux', ...mips(32))),
  'mips64-linux': described('big', target('mips:isa64r2', 'GNU/Linux', ...mips(64)), {
    setting: 'set mips abi n64',
  }),
  'every-type': described('little', target('aarch64', '', aarch64Core, everyType), { only: /^t_/ }),
  'every-type-big': described('big', target('aarch64', '', aarch64Core, everyType), {
    only: /^t_(?!i387)/,
  }),
};

const real = {
  'corpus-x86_64-app': { trace: 'x86_64/app.tf', program: 'x86_64/app', frames: [0, 20, 50, 113] },
  'corpus-x86_64-app-O2': { trace: 'x86_64/app-O2.tf', program: 'x86_64/app-O2', frames: [0, 10] },
  'corpus-x86_64-app-pie': {
    trace: 'x86_64/app-pie.tf',
    program: 'x86_64/app-pie',
    frames: [0, 10],
  },
  'corpus-x86_64-app-memory-only': {
    trace: 'x86_64/app-memory-only.tf',
    program: 'x86_64/app',
    frames: [0],
  },
  'corpus-aarch64-t1-regs': {
    trace: 'aarch64/t1-regs.tf',
    program: 'aarch64/app',
    frames: [0, 10, 38],
  },
  'corpus-aarch64-t2-step': {
    trace: 'aarch64/t2-step.tf',
    program: 'aarch64/app',
    frames: [0, 11],
  },
  'corpus-aarch64-t3-memonly': {
    trace: 'aarch64/t3-memonly.tf',
    program: 'aarch64/app',
    frames: [0],
  },
  'corpus-aarch64-t4-O2': { trace: 'aarch64/t4-O2.tf', program: 'aarch64/app-O2', frames: [0, 30] },
  'corpus-s390x-t1-regs': { trace: 's390x/t1-regs.tf', program: 's390x/app', frames: [0, 10, 38] },
  'corpus-s390x-t2-step': { trace: 's390x/t2-step.tf', program: 's390x/app', frames: [0, 11] },
};

// ---- patterns of a register block

function random(size) {
  const bytes = new Uint8Array(size);
  let state = 12345;
  for (let i = 0; i < size; i++) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    bytes[i] = state >> 16;
  }
  return bytes;
}

/** The same byte 12 times, then others: what gdb writes with `<repeats N times>`. */
function runs(size) {
  return Uint8Array.from({ length: size }, (_, i) => (i % 32 < 12 ? 0x11 : i % 32 < 22 ? 0 : i));
}

/** Bit patterns, most significant first, that are special to each format. */
const specials = {
  2: [
    '3e00',
    '0001',
    'fc00',
    '7e01',
    '8000',
    '3c01',
    '7bff',
    '7c00',
    '5640',
    '2e66',
    'ff81',
    '0080',
    '7f80',
    '3fc0',
    '4049',
    '3dcd',
  ],
  4: [
    '3fc00000',
    '00000001',
    'ff800000',
    '7fc00001',
    '80000000',
    '3dcccccd',
    '7f7fffff',
    '7f800000',
    '42f6e979',
    '4b800001',
    'ff800001',
    '47c35000',
    '49742400',
    '38d1b717',
    '358637bd',
    'c1200000',
  ],
  8: [
    '3ff8000000000000',
    '0000000000000001',
    'fff0000000000000',
    '7ff8000000000000',
    'fff8000000000123',
    '8000000000000000',
    '3fb999999999999a',
    '7fefffffffffffff',
    '405edd2f1a9fbe77',
    '4330000000000001',
    '7ff0000000000001',
    '3f1a36e2eb1c432d',
    '3ee4f8b588e368f1',
    '40c3880000000000',
    '4341c37937e08000',
    '4376345785d8a000',
  ],
  10: [
    '3fffc000000000000000',
    '00000000000000000001',
    '7fff8000000000000000',
    'ffff8000000000000000',
    '7fffc000000000000000',
    'ffffc000000000000123',
    '3ffbcccccccccccccccd',
    '7ffeffffffffffffffff',
    '80000000000000000000',
    '00008000000000000000',
    '3fff4000000000000000',
    '7fff0000000000000000',
    '4005f6e978d4fdf3b646',
    '403e8000000000000001',
    '7fff8000000000000001',
    '00018000000000000000',
  ],
  12: [
    '00003fff8000000000000000',
    '00003fffc000000000000000',
    '800040008000000000000000',
    '000000000000000000000000',
    '00003ffbcccccccccccccccd',
    '00007fff0000000000000000',
    '00007fffc000000000000000',
    '800000000000000000000000',
    '00007fff8000000000000000',
    '00003fff4000000000000000',
    '000000000000000000000001',
    '00007ffeffffffffffffffff',
    '00004005f6e978d4fdf3b646',
    '0000403e8000000000000001',
    '000000018000000000000000',
    '80007fffc000000000000123',
  ],
};

function floats(size, order, table) {
  const bytes = runs(size);
  let next = 0;
  for (const { offset, size: length, type } of table) {
    if (
      offset === undefined ||
      !(length in specials) ||
      !/float|double|_ext|half|single|riscv/.test(type)
    )
      continue;
    const pattern = Buffer.from(specials[length][next++ % 16], 'hex');
    bytes.set(order === 'big' || length === 12 ? pattern : pattern.reverse(), offset);
    if (length === 12 && order === 'little')
      for (let w = 0; w < 12; w += 4) bytes.subarray(offset + w, offset + w + 4).reverse();
  }
  return bytes;
}

const patterns = {
  random: (size) => random(size),
  floats,
  runs: (size) => runs(size),
  zeros: (size) => new Uint8Array(size),
};

function traceFile(size, order, xml, blocks) {
  const number = (value, bytes) => {
    const out = Buffer.alloc(bytes);
    if (order === 'big') out.writeUIntBE(value, 0, bytes);
    else out.writeUIntLE(value, 0, bytes);
    return out;
  };
  const header = [
    '\x7fTRACE0',
    `R ${size.toString(16)}`,
    ...(xml ? xml.split('\n').map((line) => `tdesc ${line}`) : []),
    `status 0;tstop::0;tframes:${blocks.length.toString(16)};tcreated:${blocks.length.toString(16)};tfree:0;tsize:0`,
    'tp T1:1000:E:0:0',
    '',
    '',
  ].join('\n');
  const frames = blocks.map((block) =>
    Buffer.concat([number(1, 2), number(block.length + 1, 4), Buffer.from('R'), block]),
  );
  return Buffer.concat([Buffer.from(header, 'latin1'), ...frames, Buffer.alloc(4)]);
}

// ---- asking gdb

function gdb(commands) {
  const script = [
    'set width 0',
    'set height 0',
    'set confirm off',
    ...commands,
    'echo \\n',
  ].flatMap((command) => ['-ex', command]);
  return execFileSync('gdb-multiarch', ['-nx', '-batch', ...script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 1 << 28,
  });
}

function prepare(settings) {
  return [
    ...(settings.architecture ? [`set architecture ${settings.architecture}`] : []),
    ...(settings.setting ? [settings.setting] : []),
    ...(settings.order ? [`set endian ${settings.order}`] : []),
    ...(settings.program ? [`file ${path.join(corpus, settings.program)}`] : []),
    `target tfile ${settings.file}`,
    'tfind 0',
  ];
}

/** gdb's registers: name, number, size in bytes, type's name, offset in a g packet where it has one, and groups. */
function table(settings) {
  const rows = gdb([...prepare(settings), 'maint print remote-registers']).split('\n');
  const groups = new Map();
  for (const line of gdb([...prepare(settings), 'maint print register-groups']).split('\n')) {
    const match = /^ (\S+)\s+(\d+)\s+\d+\s+\d+\s+\d+ .*?(\S*)$/.exec(line);
    if (match) groups.set(Number(match[2]), match[3].split(',').filter(Boolean));
  }
  return rows.flatMap((line) => {
    const match = /^ (\S+)\s+(\d+)\s+\d+\s+\d+\s+(\d+) (.*?)(?: +(\d+) +(\d+))? *$/.exec(line);
    if (!match || Number(match[3]) === 0) return [];
    const [, name, number, size, type, remote, offset] = match;
    return [
      {
        name: name === "''" ? '' : name,
        number: Number(number),
        size: Number(size),
        type: type.trim(),
        ...(remote === undefined ? {} : { remote: Number(remote), offset: Number(offset) }),
        groups: groups.get(Number(number)) ?? [],
      },
    ];
  });
}

function words(settings, registers, frames, only) {
  const wanted = registers.filter(({ name }) => name !== '' && (only?.test(name) ?? true));
  const commands = frames.flatMap((frame) => [
    `tfind ${frame}`,
    ...wanted.flatMap(({ name }) => [`echo @${frame}|`, `info registers ${name}`]),
  ]);
  const lines = {};
  for (const line of gdb([...prepare(settings), ...commands]).split('\n')) {
    const match = /^@(\d+)\|(.*)$/.exec(line);
    if (match) (lines[match[1]] ??= []).push(match[2].replace(/\s+/g, ' ').trim());
  }
  return lines;
}

/** The recording as text: settings, a line for each register with its place in a g packet, and gdb's lines by frame. */
function write(name, settings, registers, lines) {
  const described = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
  const rows = registers.map(
    (row) =>
      `register ${row.name || '-'} ${row.size} ${row.offset ?? '-'} ${row.groups.join(',') || '-'}`,
  );
  const frames = Object.entries(lines).flatMap(([frame, said]) => [`frame ${frame}`, ...said]);
  writeFileSync(path.join(here, `${name}.txt`), [...described, ...rows, ...frames, ''].join('\n'));
}

const selected = process.argv.slice(2);
const chosen = (name) => selected.length === 0 || selected.includes(name);

for (const [
  name,
  { only, frames = ['random', 'floats', 'runs', 'zeros'], size, xml, ...settings },
] of Object.entries(synthetic)) {
  if (!chosen(name)) continue;
  const file = path.join(here, `${name}.tf`);
  const asked = { ...settings, file };
  const blockSize =
    size ??
    [...xml.matchAll(/<reg [^>]*bitsize="(\d+)"/g)].reduce(
      (sum, [, bits]) => sum + Math.ceil(Number(bits) / 8),
      0,
    );
  writeFileSync(file, traceFile(blockSize, settings.order, xml, [new Uint8Array(blockSize)]));
  const registers = table(asked);
  writeFileSync(
    file,
    traceFile(
      blockSize,
      settings.order,
      xml,
      frames.map((frame) => patterns[frame](blockSize, settings.order, registers)),
    ),
  );
  const { setting, ...said } = settings;
  write(name, { ...said, blockSize }, registers, words(asked, registers, [...frames.keys()], only));
  console.log(name, registers.length, blockSize);
}

for (const [name, { trace, program, frames }] of Object.entries(real)) {
  if (!chosen(name)) continue;
  const asked = { program, file: path.join(corpus, trace) };
  const registers = table(asked);
  const only = /^(?!r\d+[dwl]$|[sdhbqw]([3-9]|[12]\d)$|[vqsdhb](9|1\d|2\d|30)$|ymm[3-9]$)/;
  write(name, { trace }, registers, words(asked, registers, frames, only));
  console.log(name, registers.length);
}
