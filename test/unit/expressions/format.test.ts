import { describe, expect, it } from 'vitest';
import { printFormat, watchFormat } from '../../../src/expressions/format';

describe('the format of print', () => {
  it.each([
    ['x + 1', { expression: 'x + 1', at: 0, raw: false }],
    ['/x y', { expression: 'y', at: 3, raw: false, format: 'x' }],
    [' /rd  y', { expression: 'y', at: 6, raw: true, format: 'd' }],
    ['/x', { expression: '$', at: 2, raw: false, format: 'x' }],
    ['/y 1', { problem: 'Undefined output format "y".', column: 2 }],
    ['/xb 1', { problem: 'Size letters are meaningless in "print" command.', column: 3 }],
    ['/2x 1', { problem: 'Item count other than 1 is meaningless in "print" command.', column: 2 }],
    ['/i 1', { problem: 'Format letter "i" is meaningless in "print" command.', column: 2 }],
  ])('%s', (text, wanted) => {
    expect(printFormat(text)).toEqual(wanted);
  });
});

describe('the format of a watch', () => {
  it.each([
    ['p->x,x', { expression: 'p->x', at: 0, raw: false, format: 'x' }],
    ['p, 10', { expression: 'p', at: 0, raw: false, count: 10n }],
    ['p,r', { expression: 'p', at: 0, raw: true }],
    ['f(a, b)', { expression: 'f(a, b)', at: 0, raw: false }],
    ['a, y', { expression: 'a, y', at: 0, raw: false }],
    ['/d a', { expression: 'a', at: 3, raw: false, format: 'd' }],
  ])('%s', (text, wanted) => {
    expect(watchFormat(text)).toEqual(wanted);
  });
});
