import { expect, it } from 'vitest';
import { testsReaching } from '../../../scripts/suites/importGraph.mjs';

const imports = {
  'test/far.test.ts': ['src/middle.ts'],
  'test/near.test.ts': ['src/low.ts', 'src/other.ts'],
  'test/other.test.ts': ['src/other.ts'],
  'src/middle.ts': ['src/low.ts'],
  'src/low.ts': [],
  'src/other.ts': [],
};

it('tests that reach a file are told, the nearest first', () => {
  expect(testsReaching(imports, ['src/low.ts'])).toEqual(['test/near.test.ts', 'test/far.test.ts']);
});

it('a test that changed reaches itself; no test reaches what none imports', () => {
  expect(testsReaching(imports, ['test/other.test.ts', 'README.md'])).toEqual([
    'test/other.test.ts',
  ]);
});

it('a page’s file is reached by the tests in Chromium that are named for its folder', () => {
  const ofPages = {
    'test/page/bytesTab.test.ts': ['test/page/testedPage.ts'],
    'test/page/table.test.ts': ['test/page/testedPage.ts'],
    'test/unit/grid.test.ts': ['webview/grid.ts'],
    'webview/main.ts': ['webview/bytes/bytesView.ts', 'webview/table/rows.ts'],
    'webview/bytes/bytesView.ts': [],
    'webview/table/rows.ts': ['webview/grid.ts'],
    'webview/grid.ts': [],
  };
  expect(testsReaching(ofPages, ['webview/bytes/bytesView.ts'])).toEqual([
    'test/page/bytesTab.test.ts',
  ]);
  expect(testsReaching(ofPages, ['webview/grid.ts'])).toEqual([
    'test/unit/grid.test.ts',
    'test/page/table.test.ts',
  ]);
});
