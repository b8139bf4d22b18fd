import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemsOf } from '../../../scripts/publish.mjs';
import { release, withDate, withVersion } from '../../../scripts/release.mjs';
import { run } from '../../../scripts/steps/run.mjs';

const day = new Date('2027-02-03T04:05:06Z');
const changelog = '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.1.0 (2026-12-01)\n';
const manifest = '{\n  "name": "gdb-tracefile",\n  "version": "0.1.0"\n}\n';

describe('a release', () => {
  let folder = '';
  const git = (...args: string[]) => run('git', args, { cwd: folder });
  const text = (name: string) => readFileSync(join(folder, name), 'utf8');

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'release-'));
    writeFileSync(join(folder, 'CHANGELOG.md'), changelog);
    writeFileSync(join(folder, 'package.json'), manifest);
    writeFileSync(
      join(folder, 'package-lock.json'),
      '{"version":"0.1.0","packages":{"":{"version":"0.1.0"},"node_modules/a":{"version":"3.0.0"}}}',
    );
    await git('init', '--quiet');
    await git('config', 'user.name', 'A Maintainer');
    await git('config', 'user.email', 'maintainer@example.org');
    await git('add', '.');
    await git('commit', '--quiet', '--message', 'Start');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is a commit and a tag, with the version and the day', async () => {
    expect(await release('0.2.0', folder, day)).toBe('v0.2.0');
    expect(JSON.parse(text('package.json'))).toMatchObject({ version: '0.2.0' });
    expect(JSON.parse(text('package-lock.json'))).toEqual({
      version: '0.2.0',
      packages: { '': { version: '0.2.0' }, 'node_modules/a': { version: '3.0.0' } },
    });
    expect(text('CHANGELOG.md')).toContain('## 0.2.0 (2027-02-03)\n\n- Something new.');
    expect(await git('status', '--porcelain')).toBe('');
    expect(await git('describe', '--tags', '--exact-match')).toBe('v0.2.0\n');
    expect(await git('log', '-1', '--format=%s')).toBe('Version 0.2.0\n');
  });

  it('changes nothing where something is missing', async () => {
    await expect(release('0.0.9', folder, day)).rejects.toThrow('no version after 0.1.0');
    await expect(release('soon', folder, day)).rejects.toThrow('no version after 0.1.0');
    expect(await git('status', '--porcelain')).toBe('');
    await git('tag', 'v0.2.0');
    await expect(release('0.2.0', folder, day)).rejects.toThrow('There is a tag v0.2.0 already.');
    writeFileSync(join(folder, 'new.txt'), '');
    await expect(release('0.3.0', folder, day)).rejects.toThrow('Commit your changes first.');
  });

  it('needs a section of the CHANGELOG that says what is new', () => {
    expect(() => withDate('# Changelog\n', '0.2.0', day)).toThrow('needs a section');
    expect(() => withDate('## Unreleased\n\n', '0.2.0', day)).toThrow('The section is empty.');
    expect(withDate('## 0.1.0\n\n- New.\n', '0.1.0', day)).toBe(
      '## 0.1.0 (2027-02-03)\n\n- New.\n',
    );
  });

  it('leaves the manifest as it is formatted', () => {
    expect(withVersion(manifest, '0.10.0')).toBe(manifest.replace('0.1.0', '0.10.0'));
  });
});

describe('what is published', () => {
  const bytes = (contents: string) => new TextEncoder().encode(contents);
  const files = {
    'extension/package.json': bytes('{"version":"0.2.0","repository":{}}'),
    'extension/changelog.md': bytes('## 0.2.0 (2027-02-03)\n'),
    'extension/readme.md': bytes('![A picture](https://github.com/owner/name/raw/HEAD/a.png)'),
  };

  it('has the version of its tag, a dated section, and pictures that everyone sees', () => {
    expect(problemsOf(files, 'v0.2.0')).toEqual([]);
    expect(problemsOf(files, undefined)).toEqual([]);
    expect(problemsOf(files, 'v0.3.0')).toEqual([
      'The tag is v0.3.0, and the VSIX has version 0.2.0.',
    ]);
    const unfinished = {
      'extension/package.json': bytes('{"version":"0.2.0"}'),
      'extension/changelog.md': bytes('## Unreleased\n'),
      'extension/readme.md': bytes('No picture.'),
    };
    expect(problemsOf(unfinished, undefined)).toEqual([
      'The CHANGELOG has no dated section for 0.2.0 (npm run release).',
      'It was packed without a public repository: npm run package -- --repository URL.',
    ]);
  });
});
