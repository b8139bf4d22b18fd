import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/steps/paths.mjs';
import { thirdPartyNotices } from '../../../scripts/steps/thirdPartyNotices.mjs';

describe('the notices of third parties', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'notices-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Writes a package; gives the path of a module in it as a bundle names it. */
  function module(name: string, licence?: string): string {
    const at = join(folder, 'node_modules', name);
    mkdirSync(at, { recursive: true });
    writeFileSync(
      join(at, 'package.json'),
      JSON.stringify({ name, version: '1.2.3', license: 'MIT' }),
    );
    if (licence !== undefined) writeFileSync(join(at, 'License.txt'), licence);
    return relative(root, join(at, 'lib', 'index.js'));
  }

  it('hold each package once, with its licence', () => {
    const inputs = [module('@scope/b', 'Words of b.\r\n'), module('a', 'Words of a.\n')];
    const notices = thirdPartyNotices(['src/extension.ts', ...inputs, ...inputs]);
    const titles = notices.split('\n').filter((line) => line.includes('1.2.3'));
    expect(titles).toEqual(['@scope/b 1.2.3 (MIT)', 'a 1.2.3 (MIT)']);
    expect(notices).toContain('\n\nWords of b.\n');
    expect(notices).toContain('\n\nWords of a.\n');
  });

  it('hold the licence that a package comes without', () => {
    expect(thirdPartyNotices([module('saxes')])).toContain('The ISC License');
  });

  it('cannot be written without a licence', () => {
    const input = module('bare');
    expect(() => thirdPartyNotices([input])).toThrow('bare is bundled, and has no licence text');
  });
});
