import { describe, expect, it } from 'vitest';
import { menuValue } from '../../../src/workbench/variableMenu';

describe('the value whose menu was used', () => {
  it.each([
    [
      { container: {}, variable: { name: 'x', evaluateName: 'q->x', memoryReference: '0x10' } },
      { expression: 'q->x', memoryReference: '0x10' },
    ],
    [{ variable: { name: 'v4_float' } }, {}],
    [
      { name: 'a + b', memoryReference: '0x20' },
      { expression: 'a + b', memoryReference: '0x20' },
    ],
    [{ name: 'p->x,x' }, { expression: 'p->x' }],
    [{ name: '[0]', parent: {} }, {}],
    [undefined, {}],
    [null, {}],
    ['text', {}],
  ])('%j', (menu, value) => {
    expect(menuValue(menu)).toEqual(value);
  });
});
