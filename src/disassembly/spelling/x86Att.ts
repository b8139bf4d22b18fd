// x86 in AT&T syntax. Capstone writes the operand size behind every mnemonic, gdb only where no register says it; and
// gdb writes all numbers in hexadecimal, those of an operand without a sign.
import { hex, operandNumber, type Spelled, type Words } from './spelling';
import {
  branchTarget,
  displacementOf,
  floatingOperand,
  isExchange,
  isString,
  namesTop,
  paddingPrefixes,
  shiftsByOne,
  x86Words,
  type X86Words,
} from './x86Words';

const suffixes: Readonly<Record<string, number>> = { b: 8, w: 16, l: 32, q: 64 };

/** Instructions whose operand size is behind the mnemonic where no register says it. */
const sized = new Set(
  (
    'adc add and bt btc btr bts cmp cmpxchg dec div idiv imul inc lea mov mul neg not or rcl rcr rol ror sar sbb shl ' +
    'shld shr shrd sub test xadd xchg xor in out movbe bsf bsr bswap popcnt lzcnt tzcnt andn bextr blsi blsmsk blsr ' +
    'bzhi mulx pdep pext rorx sarx shlx shrx adcx adox lar lsl str sldt smsw lmsw nop ud1 crc32 movnti rdrand rdseed ' +
    'rdfsbase rdgsbase wrfsbase wrgsbase ptwrite cvtsi2sd cvtsi2ss cvtsd2si cvtss2si cvttsd2si cvttss2si vcvtsi2sd ' +
    'vcvtsi2ss vcvtsd2si vcvtss2si vcvttsd2si vcvttss2si vcvtusi2sd vcvtusi2ss lods stos scas in out'
  ).split(' '),
);

/** Instructions whose operand size is what the mode says, and is not written. */
const unsized = new Set(
  'push pop call ret jmp leave enter lcall ljmp lret pushf popf sysret vmread vmwrite invept invvpid rdpid'.split(
    ' ',
  ),
);

/** An instruction as gdb writes it after `set disassembly-flavor att`. */
export function spellX86Att(words: Words): Spelled {
  const x86 = x86Words(words);
  if (isExchange(x86)) return { text: 'xchg   %ax,%ax' };
  const { prefixes, mnemonic, operands } = x86;
  const head = [...prefixes, ...paddingPrefixes(x86), nameOf(x86)].join(' ');
  const target = branchTarget(x86);
  if (target !== undefined) return { text: `${head.padEnd(6)} `, target };
  const size = /^(xabort|int|in|out)/.test(mnemonic) ? 8 : sizeOf(mnemonic, operands);
  const written = operandTexts(x86, size).join(',');
  const text = written === '' ? head : `${head.padEnd(6)} ${written}`;
  const relative = operands
    .map((each) => ripRelative(each, x86))
    .find((each) => each !== undefined);
  return relative === undefined ? { text } : { text: `${text}        # `, target: relative };
}

function operandTexts(x86: X86Words, size: number): string[] {
  const written = x86.operands.map((each) => operandText(each, size, x86));
  const named = floatingOperand(x86);
  if (named === 'from') return [...written, '%st'];
  if (named === 'to') return ['%st', ...written];
  if (namesTop(x86)) return written.map((each) => each.replace('%st(0)', '%st'));
  if (shiftsByOne(x86) && written[0] === '$0x1') return written.slice(1);
  if (isString(x86)) return written.map(stringOperand);
  if (/^(in|out)[bwl]$/.test(x86.mnemonic))
    return written.map((each) => (each === '%dx' ? '(%dx)' : each));
  return written;
}

function stringOperand(operand: string): string {
  if (/^\(%[re]?si\)$/.test(operand)) return `%ds:${operand}`;
  return /^\(%[re]?di\)$/.test(operand) ? `%es:${operand}` : operand === '%dx' ? '(%dx)' : operand;
}

function nameOf({ mnemonic, operands, bits }: X86Words): string {
  const base = mnemonic.slice(0, -1);
  if (!(mnemonic.slice(-1) in suffixes)) return mnemonic;
  if (unsized.has(base)) return isDefaultSize(mnemonic, bits) ? base : mnemonic;
  const plain = sized.has(base) || /^(cmov|set)[a-z]{1,3}$/.test(base);
  if (!plain || operands.some((each) => /^%([xyz]?mm|k)\d/.test(each))) {
    return /^v?cvt/.test(base) && operands.some(isRegister) ? base : mnemonic;
  }
  return /^(rcl|rcr|rol|ror|sar|shl|shr)$/.test(base)
    ? isRegister(operands.at(-1))
      ? base
      : mnemonic
    : operands.some(isRegister)
      ? base
      : mnemonic;
}

function isDefaultSize(mnemonic: string, bits: number): boolean {
  return suffixes[mnemonic.slice(-1)] === bits;
}

function isRegister(operand: string | undefined): boolean {
  return operand !== undefined && /^%(?!([xyz]?mm|k|st|bnd)\d)\w+$/.test(operand);
}

/** Bits of the operands, by the suffix or a register; 64 where nothing says it. */
function sizeOf(mnemonic: string, operands: readonly string[]): number {
  const register = operands.filter(isRegister).at(-1);
  if (register !== undefined) return registerBits(register);
  return suffixes[mnemonic.slice(-1)] ?? 64;
}

function registerBits(register: string): number {
  if (/^%(r[a-z]{2}|r\d+)$/.test(register)) return 64;
  if (/^%(e[a-z]{2}|r\d+d)$/.test(register)) return 32;
  if (/^%([abcd][lh]|[sd]il|[sb]pl|r\d+b)$/.test(register)) return 8;
  if (/^%([a-z]{2}|r\d+w)$/.test(register)) return 16;
  return 8;
}

const memory = /^(\*?)(%\w\w:)?(-?\w+)?\(([^)]*)\)(.*)$/;

function operandText(operand: string, size: number, x86: X86Words): string {
  const immediate = /^\$(-?\w+)$/.exec(operand)?.[1];
  if (immediate !== undefined) return `$${hex(BigInt.asUintN(size, operandNumber(immediate)))}`;
  const [found, star = '', given = '', displacement, inside = '', mask = ''] =
    memory.exec(operand) ?? [];
  if (found !== undefined) {
    const segment = paddingPrefixes(x86).includes('cs') ? '' : given;
    const place = `${displacementText(displacement, x86)}(${indexed(inside, x86)})`;
    return `${star}${segment}${place}${mask.replaceAll(' ', '')}`;
  }
  const [plain, before = '', at = ''] =
    /^(\*?(?:%\w\w:)?)(-?(?:0x)?[0-9a-f]+)$/.exec(operand) ?? [];
  if (plain !== undefined) return `${before}${hex(BigInt.asUintN(x86.bits, operandNumber(at)))}`;
  return operand.replaceAll(' ', '');
}

function displacementText(displacement: string | undefined, { encoding }: X86Words): string {
  if (displacement === undefined) return encoding.hasDisplacement ? '0x0' : '';
  const value = displacementOf(displacement);
  return value < 0n ? `-${hex(-value)}` : hex(value);
}

/** Base, index and scale; the scale stands wherever there is an index. */
function indexed(inside: string, { encoding, bits }: X86Words): string {
  const parts = inside.split(',').map((part) => part.trim());
  if (parts.length === 2) parts.push('1');
  if (parts.length === 1 && encoding.hasEmptyIndex) parts.push(bits === 64 ? '%riz' : '%eiz', '1');
  return parts.join(',');
}

function ripRelative(operand: string, { end }: X86Words): bigint | undefined {
  const displacement = /^\*?(?:%\w\w:)?(-?\w+)?\(%[re]ip\)/.exec(operand);
  return displacement ? BigInt.asUintN(64, end + operandNumber(displacement[1] ?? '0')) : undefined;
}
