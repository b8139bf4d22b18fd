import { describe, expect, it } from 'vitest';
import { maxWholeFile, openWholeFile, type WholeFiles } from '../../../src/platform/wholeFile';

/** A file system with one file, `here`; the number of times that it was read. */
function fileSystem(size: number) {
  let reads = 0;
  const files: WholeFiles<string> = {
    stat: (where) =>
      where === 'here' ? Promise.resolve({ size }) : Promise.reject(new Error('no such file')),
    readFile: () => {
      reads++;
      return Promise.resolve(Uint8Array.of(1, 2, 3));
    },
  };
  return { files, reads: () => reads };
}

describe('a file system without ranged reads', () => {
  it('has a small file read once', async () => {
    const { files, reads } = fileSystem(3);
    const source = await openWholeFile(files, 'here', 'x.tf');
    if ('problem' in source) throw new Error(source.problem);
    expect(source.size).toBe(3);
    expect(await source.read(1, 5)).toEqual(Uint8Array.of(2, 3));
    expect(await source.read(0, 1)).toEqual(Uint8Array.of(1));
    expect(reads()).toBe(1);
  });

  it('has the largest file read, and a larger one declined with the next step', async () => {
    expect(maxWholeFile).toBe(256 * 1024 * 1024);
    const largest = fileSystem(maxWholeFile);
    expect(await openWholeFile(largest.files, 'here', 'x.tf')).not.toHaveProperty('problem');
    const { files, reads } = fileSystem(maxWholeFile + 1);
    const declined = await openWholeFile(files, 'here', 'x.tf');
    expect('problem' in declined && declined.problem).toMatch(
      /^x\.tf is larger than 256 MiB, .*: copy it to a local folder and open it there\.$/,
    );
    expect(reads()).toBe(0);
  });

  it('says in a sentence why a file cannot be read', async () => {
    expect(await openWholeFile(fileSystem(3).files, 'elsewhere', 'x.tf')).toEqual({
      problem: 'x.tf cannot be read: no such file.',
    });
    const failing: WholeFiles<string> = {
      stat: () => Promise.resolve({ size: 3 }),
      readFile: () => Promise.reject(new Error('the connection was lost')),
    };
    expect(await openWholeFile(failing, 'here', 'x.tf')).toEqual({
      problem: 'x.tf cannot be read: the connection was lost.',
    });
  });
});
