import { describe, expect, it } from 'vitest';
import { holdsAll } from '../../../scripts/steps/nodeModules.mjs';

describe('holdsAll', () => {
  const wanted = {
    '': { version: '0.1.0' },
    'node_modules/lit': { version: '3.3.3' },
    'node_modules/@esbuild/aix-ppc64': { version: '0.28.2', optional: true },
  };

  it('holds where every package is there in its version, but for the project and other platforms', () => {
    expect(holdsAll({ 'node_modules/lit': { version: '3.3.3' } }, wanted)).toBe(true);
  });

  it('does not hold where a version differs', () => {
    expect(holdsAll({ 'node_modules/lit': { version: '3.3.2' } }, wanted)).toBe(false);
  });

  it('does not hold in a fresh clone', () => {
    expect(holdsAll({}, wanted)).toBe(false);
  });
});
