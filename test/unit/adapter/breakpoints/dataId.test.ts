import { describe, expect, it } from 'vitest';
import { dataIdOf, readDataId } from '../../../../src/adapter/breakpoints/dataCondition';

const helper = { name: 'helper', ranges: [{ start: 0x401146n, end: 0x401236n }] };

describe('the id of a data breakpoint', () => {
  it.each([
    { expression: 'g.x' },
    { expression: '{unsigned char [4]} 0x10', label: '4 bytes at 0x10' },
    { expression: 'n', within: helper },
  ])('of %o is read as it was written', (followed) => {
    expect(readDataId(dataIdOf(followed))).toEqual(followed);
  });

  it.each([
    '',
    'x',
    '{}',
    '[]',
    'null',
    '1',
    '{"expression":1}',
    '{"expression":"n","function":1}',
    '{"expression":"n","function":"f"}',
    '{"expression":"n","function":"f","ranges":[]}',
    '{"expression":"n","function":"f","ranges":[["0x1"]]}',
    '{"expression":"n","function":"f","ranges":[["x","y"]]}',
    undefined,
    null,
    7,
    {},
  ])('is not %j', (dataId) => {
    expect(readDataId(dataId)).toBeUndefined();
  });
});
