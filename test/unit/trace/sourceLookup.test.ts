import { describe, expect, it } from 'vitest';
import {
  candidates,
  mapEntry,
  SourceLookup,
  type SourceFolders,
} from '../../../src/trace/sourceLookup';

const nowhere: SourceFolders = { sourceMap: {}, folders: [] };

function lookup(files: readonly string[], where: Partial<SourceFolders>) {
  return new SourceLookup({ ...nowhere, ...where }, (path) =>
    Promise.resolve(files.includes(path)),
  );
}

describe('where a recorded source may lie', () => {
  it('prefers the longest mapped prefix, then the path as recorded, then its ends under each folder', () => {
    const where = {
      sourceMap: { '/build': '/wrong', '/build/app': '/home/me/app' },
      folders: ['/trace', '/workspace'],
    };
    expect(candidates('/build/app/src/x.c', where)).toEqual([
      '/home/me/app/src/x.c',
      '/build/app/src/x.c',
      '/trace/build/app/src/x.c',
      '/trace/app/src/x.c',
      '/trace/src/x.c',
      '/trace/x.c',
      '/workspace/build/app/src/x.c',
      '/workspace/app/src/x.c',
      '/workspace/src/x.c',
      '/workspace/x.c',
    ]);
  });

  it('prefers the first rule of substitution to all mappings', () => {
    const where = { sourceMap: { '/build/app/src': '/mapped' }, folders: [] };
    const rules = [
      { from: '/build/app', to: '/first' },
      { from: '/build/app/src', to: '/longer' },
    ];
    const paths = candidates('/build/app/src/x.c', where, rules);
    expect(paths).toEqual(['/first/src/x.c', '/mapped/x.c', '/build/app/src/x.c']);
  });

  it('maps between systems, either way', () => {
    const toWindows = { sourceMap: { '/build': 'D:\\src' }, folders: [] };
    expect(candidates('/build/a/x.c', toWindows)[0]).toBe('D:\\src\\a\\x.c');
    const fromWindows = { sourceMap: { 'c:\\Build': '/src' }, folders: [] };
    expect(candidates('C:\\build\\a\\x.c', fromWindows)[0]).toBe('/src/a/x.c');
  });

  it('maps a single file', () => {
    const where = { sourceMap: { '/build/x.c': '/home/me/y.c' }, folders: [] };
    expect(candidates('/build/x.c', where)[0]).toBe('/home/me/y.c');
  });

  it('is not looked for where looking may do something, and that is said', async () => {
    const seen: string[] = [];
    const sources = new SourceLookup({ sourceMap: {}, folders: ['C:\\trace', '/'] }, (path) => {
      seen.push(path);
      return Promise.resolve(false);
    });
    const found = await sources.find('/net/h/..\\..\\..\\..\\x.c');
    expect(seen).not.toContain('/net/h/..\\..\\..\\..\\x.c');
    expect(seen.filter((path) => path.startsWith('C:') && path.includes('..'))).toEqual([]);
    expect(found).toMatchObject({
      tried: expect.arrayContaining([
        '/net/h/..\\..\\..\\..\\x.c (not without permission)',
      ]) as string[],
    });
  });

  it('does not leave a folder by way of ..', () => {
    const where = { sourceMap: {}, folders: ['/trace'] };
    expect(candidates('../../etc/x.c', where)).toEqual(['/trace/etc/x.c', '/trace/x.c']);
  });
});

describe('SourceLookup', () => {
  it('takes the first that exists', async () => {
    const sources = lookup(['/workspace/x.c', '/trace/x.c'], { folders: ['/trace', '/workspace'] });
    expect(await sources.find('/build/x.c')).toEqual({ path: '/trace/x.c' });
  });

  it('names every path it tried where there is none', async () => {
    expect(await lookup([], { folders: ['/trace'] }).find('/build/x.c')).toEqual({
      path: undefined,
      tried: ['/build/x.c', '/trace/build/x.c', '/trace/x.c'],
    });
  });

  it('knows under which recorded path a file here goes', async () => {
    const sources = lookup(['/w/a/x.c', '/w/b/x.c'], { folders: ['/w'] });
    const recorded = ['/build/a/x.c', '/build/b/x.c', '/build/b/y.c'];
    expect(await sources.recordedAs('/w/b/x.c', recorded)).toEqual(['/build/b/x.c']);
  });
});

describe('mapEntry', () => {
  it.each([
    ['/build/app/src/x.c', '/home/me/app/src/x.c', '/build', '/home/me'],
    ['/build/x.c', '/home/me/x.c', '/build', '/home/me'],
    ['/build/x.c', '/home/me/y.c', '/build/x.c', '/home/me/y.c'],
    ['C:\\b\\x.c', '/home/x.c', 'C:\\b', '/home'],
  ])('%s at %s gives %s → %s', (recorded, path, from, to) => {
    expect(mapEntry(recorded, path)).toEqual({ from, to });
  });

  it('makes the recorded path lead to the chosen file', () => {
    const { from, to } = mapEntry('/build/app/src/x.c', '/home/me/app/src/x.c');
    const where = { sourceMap: { [from]: to }, folders: [] };
    expect(candidates('/build/app/src/x.c', where)[0]).toBe('/home/me/app/src/x.c');
  });
});
