import { describe, expect, it } from 'vitest';
import { isAbsolute } from '../../../src/symbols/sourcePath';
import {
  baseName,
  below,
  folderOf,
  isUri,
  joinPath,
  normalizePath,
  pathParts,
  samePath,
} from '../../../src/trace/paths';

describe('paths of both kinds of system', () => {
  it('are joined though they have very many separators', () => {
    const folder = `${'/'.repeat(400_000)}a`;
    expect(joinPath(`${folder}//`, ['b'])).toBe(`${folder}/b`);
  });

  it.each([
    ['/a/b', true],
    ['C:\\a', true],
    ['c:/a', true],
    ['\\\\server\\share', true],
    ['a/b', false],
    ['./a', false],
    ['C:a', false],
  ])('%s is absolute: %s', (path, expected) => {
    expect(isAbsolute(path)).toBe(expected);
  });

  it.each([
    ['/build/app/../lib/./x.c', ['build', 'lib', 'x.c']],
    ['C:\\src\\.\\lib\\..\\main.c', ['C:', 'src', 'main.c']],
    ['C:/src\\main.c', ['C:', 'src', 'main.c']],
    ['../up/x.c', ['..', 'up', 'x.c']],
    ['src\\main.c', ['src', 'main.c']],
    ['/odd\\name/x.c', ['odd\\name', 'x.c']],
  ])('%s has the parts %j', (path, parts) => {
    expect(pathParts(path)).toEqual(parts);
  });

  it.each([
    ['/a/b.c', 'b.c', '/a'],
    ['C:\\a\\b.c', 'b.c', 'C:\\a'],
    ['/b.c', 'b.c', '/'],
  ])('%s is %s in %s', (path, name, folder) => {
    expect([baseName(path), folderOf(path)]).toEqual([name, folder]);
  });

  it('joins in the notation of the folder', () => {
    expect(joinPath('/home/me/', ['src', 'x.c'])).toBe('/home/me/src/x.c');
    expect(joinPath('C:\\me', ['src', 'x.c'])).toBe('C:\\me\\src\\x.c');
    expect(joinPath('C:/me', ['x.c'])).toBe('C:/me/x.c');
  });

  it('normalizes in the path’s own notation', () => {
    expect(normalizePath('/a/../b//c')).toBe('/b/c');
    expect(normalizePath('C:\\a\\..\\b')).toBe('C:\\b');
    expect(normalizePath('\\\\server\\share\\.\\x')).toBe('\\\\server\\share\\x');
  });

  it('compares as the system of the path does', () => {
    expect(samePath('C:\\Src\\X.c', 'c:/src/x.C')).toBe(true);
    expect(samePath('/src/X.c', '/src/x.c')).toBe(false);
    expect(samePath('/src/./x.c', '/src/x.c')).toBe(true);
    expect(samePath('/src/x.c', 'src/x.c')).toBe(false);
  });

  it('tells what lies below a prefix', () => {
    expect(below('/build', '/build/app/x.c')).toEqual(['app', 'x.c']);
    expect(below('/build', '/builds/x.c')).toBeUndefined();
    expect(below('c:\\Build', 'C:\\build\\App\\x.c')).toEqual(['App', 'x.c']);
    expect(below('build', '/build/x.c')).toBeUndefined();
  });
});

describe('a file that is not on disk', () => {
  it.each([
    ['memfs:/a/b.c', true],
    ['vscode-vfs://github/a/b.c', true],
    ['C:/a', false],
    ['C:\\a', false],
    ['/memfs:/a', false],
    ['a:b/c', false],
    ['::/a', false],
  ])('is named by a URI: %s %s', (path, expected) => {
    expect(isUri(path)).toBe(expected);
    if (expected) expect(isAbsolute(path)).toBe(false);
  });

  it('lies in a folder, under which paths are joined', () => {
    expect(folderOf('memfs:/b.c')).toBe('memfs:');
    expect(joinPath(folderOf('memfs:/b.c'), ['x.c'])).toBe('memfs:/x.c');
    expect(normalizePath('vfs://server/a/../b/./c.c')).toBe('vfs://server/b/c.c');
  });

  it('is the same where its URI writes a character encoded', () => {
    expect(samePath('vfs://s/a%20b/c.c', 'vfs://s/a b/c.c')).toBe(true);
    expect(samePath('vfs://s/100%/c.c', 'vfs://s/100%/c.c')).toBe(true);
    expect(samePath('vfs://s/a/c.c', 'vfs://other/a/c.c')).toBe(false);
    expect(samePath('vfs://s/a/c.c', '/a/c.c')).toBe(false);
  });
});
