import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as vscode from 'vscode';
import { TraceLinks, readLink, writeLink } from '../../../src/workbench/deepLinks';

const vs = vi.hoisted(() => ({
  showErrorMessage: vi.fn(),
  answer: undefined as string | undefined,
  asked: [] as unknown[],
}));

vi.mock('vscode', () => ({
  Uri: { file: (path: string) => ({ path, fsPath: path, scheme: 'file' }) },
  l10n: { t: (text: string, given = '') => text.replace('{0}', given) },
  window: {
    showErrorMessage: vs.showErrorMessage,
    showWarningMessage: (_: string, options: unknown) => {
      vs.asked.push(options);
      return Promise.resolve(vs.answer);
    },
  },
  workspace: {
    getWorkspaceFolder: ({ path }: { path: string }) =>
      path.startsWith('/work space/') ? {} : undefined,
  },
}));
vi.mock('../../../src/workbench/debugging', () => ({}));
vi.mock('../../../src/workbench/shownTrace', () => ({}));

const link = (query: string, path = '/open') => readLink({ path, query });

describe('a link', () => {
  it('names a file and a frame', () => {
    expect(link('file=/a/b.tf&frame=7')).toEqual({ path: '/a/b.tf', frame: 7 });
    expect(link('file=C:\\a\\b.tf')).toEqual({ path: 'C:\\a\\b.tf' });
    expect(link('file=%2Fwith%20%26%3D%23%2Fb.tf&frame=0')).toEqual({
      path: '/with &=#/b.tf',
      frame: 0,
    });
  });

  it('names two files to compare', () => {
    const both = { left: '/a.tf', right: '/b c.tf' };
    expect(link('left=/a.tf&right=%2Fb%20c.tf', '/compare')).toEqual(both);
  });

  it('is read as it was written', () => {
    const written = { path: '/ä &=#?%/b c.tf', frame: 12 };
    const text = writeLink('vscode', 'gdb-trace-files.gdb-tracefile', written);
    const url = new URL(text);
    expect(text.startsWith('vscode://gdb-trace-files.gdb-tracefile/open?file=')).toBe(true);
    expect(readLink({ path: url.pathname, query: url.search.slice(1) })).toEqual(written);
  });

  it.each([
    ['another path', 'file=/a.tf', '/run'],
    ['no file', 'frame=1'],
    ['an empty file', 'file='],
    ['a relative file', 'file=a.tf'],
    ['a server of Windows', 'file=\\\\host\\share\\a.tf'],
    ['a server, with slashes', 'file=//host/share/a.tf'],
    ['a way up', 'file=/a/../../etc/passwd'],
    ['a way up of Windows', 'file=C:\\a\\..\\b.tf'],
    ['a URI', 'file=file:///a.tf'],
    ['another scheme', 'file=vscode-remote://ssh/a.tf'],
    ['a command', 'file=command:workbench.action.terminal.new'],
    ['a NUL', 'file=/a.tf%00.txt'],
    ['a line end', 'file=/a%0Ab.tf'],
    ['a path without end', `file=/${'a'.repeat(5000)}`],
    ['two files', 'file=/a.tf&file=/b.tf'],
    ['two frames', 'file=/a.tf&frame=1&frame=2'],
    ['more than it may', 'file=/a.tf&command=x'],
    ['a negative frame', 'file=/a.tf&frame=-1'],
    ['a frame that is no number', 'file=/a.tf&frame=1e3'],
    ['an expression for a frame', 'file=/a.tf&frame=1%2B1'],
    ['a frame without digits', 'file=/a.tf&frame='],
    ['one file to compare', 'left=/a.tf', '/compare'],
    ['a server to compare', 'left=/a.tf&right=//host/b.tf', '/compare'],
    ['a frame to compare', 'left=/a.tf&right=/b.tf&frame=1', '/compare'],
    ['two files to open', 'left=/a.tf&right=/b.tf'],
    ['a frame beyond all', 'file=/a.tf&frame=99999999999999999999'],
  ])('with %s is none', (_, query, path = '/open') => {
    expect(link(query, path)).toBeUndefined();
  });
});

describe('opening a link', () => {
  beforeEach(() => {
    vs.showErrorMessage.mockClear();
    vs.asked.length = 0;
    vs.answer = undefined;
  });

  function handler(isTrace: boolean) {
    const done: string[] = [];
    const links = new TraceLinks({
      isTrace: ({ path }) => {
        done.push(`look ${path}`);
        return Promise.resolve(isTrace);
      },
      openTrace: ({ path }) => {
        done.push(`open ${path}`);
        return Promise.resolve();
      },
      goToFrame: ({ path }, frame) => {
        done.push(`go ${path} ${frame}`);
        return Promise.resolve();
      },
      compare: (left, right) => {
        done.push(`compare ${left.path} ${right.path}`);
      },
    });
    const open = (query: string, path = '/open') => links.handleUri({ path, query } as vscode.Uri);
    return { open, done };
  }

  it('goes to the frame of a trace of the workspace at once', async () => {
    const { open, done } = handler(true);
    await open('file=/work space/a.tf&frame=3');
    expect(done).toEqual([
      'look /work space/a.tf',
      'open /work space/a.tf',
      'go /work space/a.tf 3',
    ]);
    expect(vs.asked).toEqual([]);
  });

  it('asks before it looks at any other file', async () => {
    const { open, done } = handler(true);
    await open('file=/etc/passwd');
    expect(done).toEqual([]);
    expect(vs.asked).toEqual([{ modal: true, detail: '/etc/passwd' }]);
    vs.answer = 'Open';
    await open('file=/b.tf');
    expect(done).toEqual(['look /b.tf', 'open /b.tf']);
  });

  it('compares two traces, and asks once for those outside of the workspace', async () => {
    const { open, done } = handler(true);
    await open('left=/x.tf&right=/y.tf', '/compare');
    expect(done).toEqual([]);
    expect(vs.asked).toEqual([{ modal: true, detail: '/x.tf\n/y.tf' }]);
    vs.answer = 'Open';
    await open('left=/work space/a.tf&right=/y.tf', '/compare');
    expect(vs.asked.at(-1)).toEqual({ modal: true, detail: '/y.tf' });
    const looked = ['look /work space/a.tf', 'look /y.tf'];
    expect(done).toEqual([...looked, 'compare /work space/a.tf /y.tf']);
  });

  it('says where there is no trace, or no link', async () => {
    const { open, done } = handler(false);
    await open('file=/work space/a.txt');
    await open('file=a.tf');
    expect(done).toEqual(['look /work space/a.txt']);
    expect(vs.showErrorMessage.mock.calls).toEqual([
      ['/work space/a.txt is not there, or is no trace file.'],
      ['This link names no frame of a trace file, and no two traces.'],
    ]);
  });
});
