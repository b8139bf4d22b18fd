// Decimal floating-point numbers in the formats of x86 and of other processors.
import { describe, expect, it } from 'vitest';
import {
  decimalFormat,
  decimalFromText,
  decimalText,
  decodeDecimal,
  encodeDecimal,
  type DecimalFloat,
} from '../../../../src/machine/float/decimalFloat';

const x86 = { order: 'little', machine: 62 } as const;
const s390 = { order: 'big', machine: 22 } as const;

function stored(text: string, size: number, target: typeof x86 | typeof s390): Uint8Array {
  const [value, format] = [decimalFromText(text), decimalFormat(size)];
  if (!value || !format) throw new Error(text);
  return encodeDecimal(value, format, target);
}

describe('a decimal number', () => {
  it.each([
    ['1.2345', '1.2345', '1.2345'],
    ['-0.00', '-0.00', '-0.00'],
    ['9999999', '9999999', '9999999'],
    ['1.2E+10', '1.2E+10', '1.2E+10'],
    ['1E-101', '1E-101', '1E-101'],
    ['1E-102', '0E-101', '1E-102'],
    ['12345678.5', '1.234568E+7', '12345678.5'],
    ['1.2345665E+9', '1.234566E+9', '1.2345665E+9'],
    ['9.999999E+96', '9.999999E+96', '9.999999E+96'],
    ['1E+97', 'Infinity', '1E+97'],
    ['1E+96', '1.000000E+96', '1E+96'],
    ['Infinity', 'Infinity', 'Infinity'],
    ['-nan', '-NaN', '-NaN'],
  ])('%s is %s in 32 bits and %s in more', (text, narrow, wide) => {
    for (const target of [x86, s390]) {
      const found = [4, 8, 16].map((size) => decodeDecimal(stored(text, size, target), target));
      expect(found.map((each) => each && decimalText(each))).toEqual([narrow, wide, wide]);
    }
  });

  it('has the bytes that the standard gives it', () => {
    expect([...stored('-7.50', 4, s390)]).toEqual([0xa2, 0x30, 0x03, 0xd0]);
    expect([...stored('-7.50', 4, x86)]).toEqual([0xee, 0x02, 0x80, 0xb1]);
    expect([...stored('9999999', 4, x86)]).toEqual([0x7f, 0x96, 0xb8, 0x6c]);
  });

  it('is undefined where the text is not a number', () => {
    const texts = ['', '.', 'e5', '1.5x', '1..5'];
    expect(texts.map((text): DecimalFloat | undefined => decimalFromText(text))).toEqual(
      texts.map(() => undefined),
    );
  });
});
