import { describe, expect, it } from 'vitest';
import { repositoryFields, repositoryPage } from '../../../scripts/steps/repository.mjs';

describe('the public repository', () => {
  it.each([
    'https://github.com/owner/name.git',
    'https://github.com/owner/name/',
    'https://user@github.com/owner/name',
    'git@github.com:owner/name.git',
    'ssh://git@github.com/owner/name.git',
    'git+https://github.com/owner/name.git',
    'github.com/owner/name',
  ])('is known by %s', (address) => {
    expect(repositoryPage(address)).toBe('https://github.com/owner/name');
  });

  it.each([
    '',
    '/srv/git/name.git',
    '../name',
    'https://git.example.org/owner/name',
    'https://github.com/owner',
    'https://github.com/owner/name/tree/main',
    'https://github.com.example.org/owner/name',
  ])('is not %s', (address) => {
    expect(repositoryPage(address)).toBeUndefined();
  });

  it('is what a manifest names', () => {
    expect(repositoryFields('https://gitlab.com/owner/name')).toEqual({
      repository: { type: 'git', url: 'https://gitlab.com/owner/name.git' },
      bugs: { url: 'https://gitlab.com/owner/name/issues' },
      homepage: 'https://gitlab.com/owner/name#readme',
    });
  });
});
