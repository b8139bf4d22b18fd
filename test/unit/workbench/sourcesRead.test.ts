// Sources are VS Code's to open. What the extension reads of them itself is text for gdb's `list`
// and for the lines of a branch trace; all else only asks whether a file is there.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { maxTextBytes } from '../../../src/platform/wholeFile';
import { readText } from '../../../src/workbench/files';

const vs = vi.hoisted(() => ({ stat: vi.fn(), readFile: vi.fn() }));

vi.mock('vscode', () => ({
  workspace: { fs: vs },
  Uri: { file: (fsPath: string) => ({ scheme: 'file', fsPath }) },
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
}));

const source = path.join(import.meta.dirname, '../../../src');

/** Files of the code that hold a pattern. */
function holding(pattern: RegExp): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => pattern.test(readFileSync(path.join(source, name), 'utf8')))
    .sort();
}

it('is read in these places; a further one must be looked at', () => {
  expect(holding(/\breadText(Bytes)?\(|\breadText\b.*=>|\.readText\b/)).toEqual([
    'adapter/attach/attach.ts',
    'adapter/console/consoleState.ts',
    // What `source FILE` of the debug console names.
    'adapter/debugContext.ts',
    'adapter/host.ts',
    'adapter/launch.ts',
    'ask/askedTrace.ts',
    // The source of a place.
    'ask/trace/source.ts',
    // What the command line is told to read; its MCP server reads in the folders given alone.
    'commandLine/nodeHost.ts',
    'commandLine/permittedFolders.ts',
    'workbench/branch/branchServices.ts',
    'workbench/files.ts',
    // Those of the workspace, and what a launch configuration names.
    'workbench/natvisFiles.ts',
    // The clipboard.
    'workbench/recording/tracepointCommands.ts',
    // The file that the user locates.
    'workbench/sources.ts',
  ]);
});

it.each([
  ['a device', { type: 0, size: 0 }, false],
  ['a folder', { type: 2, size: 0 }, false],
  ['a file of gigabytes', { type: 1, size: maxTextBytes + 1 }, false],
  ['a source', { type: 1, size: 3 }, true],
  ['a link to a source', { type: 65, size: 3 }, true],
])('of %s', async (_name, stat, isRead) => {
  vs.readFile.mockReset().mockResolvedValue(new TextEncoder().encode('int'));
  vs.stat.mockResolvedValue(stat);
  expect(await readText('/a.c')).toBe(isRead ? 'int' : undefined);
  expect(vs.readFile).toHaveBeenCalledTimes(isRead ? 1 : 0);
});
