import { describe, expect, it } from 'vitest';
import { readHitCount } from '../../../../src/adapter/breakpoints/breakpoint';

function admitted(text: string): number[] {
  const count = readHitCount(text);
  if ('problem' in count) throw new Error(count.problem);
  return [1, 2, 3, 4, 5, 6].filter((hit) => count.admits(hit));
}

describe('hit counts', () => {
  it.each([
    ['3', [3]],
    ['= 3', [3]],
    ['== 3', [3]],
    ['>3', [4, 5, 6]],
    [' >= 3 ', [3, 4, 5, 6]],
    ['<3', [1, 2]],
    ['<=3', [1, 2, 3]],
    ['%3', [3, 6]],
    ['% 1', [1, 2, 3, 4, 5, 6]],
    ['7', []],
  ])('“%s” stops at hits %j', (text, hits) => {
    expect(admitted(text)).toEqual(hits);
  });

  it.each(['x', '', '%0', '> ', '3 3', '-1', '=== 3', '1e3', '9'.repeat(400)])(
    '“%s” is none',
    (text) => {
      expect(JSON.stringify(readHitCount(text))).toMatch(/no hit count/);
    },
  );
});
