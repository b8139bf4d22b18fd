import { describe, expect, it } from 'vitest';
import { isInside, joinSourcePath } from '../../../src/symbols/sourcePath';

describe('a source path', () => {
  it.each([
    [['/build', 'src', 'main.c'], '/build/src/main.c'],
    [['/build', '/usr/include', 'stdio.h'], '/usr/include/stdio.h'],
    [['/build', 'src', '/abs/main.c'], '/abs/main.c'],
    [['/build/', './src/', '../inc//a.h'], '/build/inc/a.h'],
    [['/', '../../a.c'], '/a.c'],
    [['//build', 'a.c'], '/build/a.c'],
    [['src', '../../a.c'], '../a.c'],
    [[undefined, '', 'a.c'], 'a.c'],
    [['.', 'a.c'], 'a.c'],
    [['/build', 'back\\slash.c'], '/build/back\\slash.c'],
    [['C:\\src', 'lib', 'main.c'], 'C:\\src\\lib\\main.c'],
    [['C:\\src', 'lib\\..\\inc', 'a.h'], 'C:\\src\\inc\\a.h'],
    [['C:\\src', '..\\..\\a.h'], 'C:\\a.h'],
    [['C:/src', 'lib', 'main.c'], 'C:/src/lib/main.c'],
    [['C:/src', './lib\\x/main.c'], 'C:/src/lib\\x/main.c'],
    [['C:\\src', 'D:/other/main.c'], 'D:/other/main.c'],
    [['\\\\server\\share', 'main.c'], '\\\\server\\share\\main.c'],
    [['/build', 'C:\\cross\\main.c'], 'C:\\cross\\main.c'],
    [['vscode-vfs://github/me/app', 'src', '../a.c'], 'vscode-vfs://github/me/app/a.c'],
    [['vscode-vfs://github/me', '../../../a.c'], 'vscode-vfs://github/a.c'],
    [[], ''],
  ])('of %j is %s', (parts, path) => {
    expect(joinSourcePath(...parts)).toBe(path);
  });
});

describe('a path', () => {
  it.each([
    ['/ws', '/ws/a/b.c'],
    ['/ws/', '/ws/b.c'],
    ['/ws', '/ws/a/../b.c'],
    ['/ws', '/ws'],
    ['C:\\ws', 'c:/WS/a/b.c'],
    ['\\\\host\\share', '\\\\HOST\\share\\b.c'],
    ['vscode-vfs://github/me', 'vscode-vfs://github/me/b.c'],
  ])('leads into %s: %s', (folder, path) => {
    expect(isInside(folder, path)).toBe(true);
  });

  it.each([
    ['/ws', '/ws2/b.c'],
    ['/ws', '/ws/../b.c'],
    ['/ws', '/ws/a/../../b.c'],
    ['/ws', '/etc/passwd'],
    ['/ws', '../ws/b.c'],
    ['/ws', 'ws/b.c'],
    ['/ws', '\\ws\\b.c'],
    ['/host/share', '\\\\host\\share\\b.c'],
    ['C:\\ws', 'C:\\ws\\..\\b.c'],
    ['C:\\ws', 'C:\\ws/../b.c'],
    ['C:\\ws', 'D:\\ws\\b.c'],
    ['C:\\ws', '\\\\host\\ws\\b.c'],
    ['vscode-vfs://github/me', 'vscode-vfs://github/me/../you/b.c'],
    ['vscode-vfs://github/me', 'vscode-vfs://github/me/%2e%2e/you/b.c'],
    ['vscode-vfs://github/me', 'vscode-vfs://other/me/b.c'],
    ['/ws', 'file:///ws/b.c'],
  ])('leads out of %s: %s', (folder, path) => {
    expect(isInside(folder, path)).toBe(false);
  });
});
