// Files that are not on disk: a file system of VS Code's that gives whole files, as those of GitHub
// and of archives do.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEverything, debug, eventually, file, tabsOf } from './workspace';

const scheme = 'tracetest';
const folder = vscode.Uri.from({ scheme, path: '/a folder' });
const trace = vscode.Uri.joinPath(folder, 'callqueue.tf');
const source = vscode.Uri.joinPath(folder, 'callqueue.c');

/** Files in memory, which nobody changes. */
class HeldFiles implements vscode.FileSystemProvider {
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(private readonly files: ReadonlyMap<string, Uint8Array>) {}

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat({ path }: vscode.Uri): vscode.FileStat {
    const isFolder = path === folder.path;
    const type = isFolder ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: 0, mtime: 0, size: isFolder ? 0 : this.at(path).length };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [...this.files.keys()].map((path) => [
      path.slice(folder.path.length + 1),
      vscode.FileType.File,
    ]);
  }

  readFile({ path }: vscode.Uri): Uint8Array {
    return this.at(path);
  }

  createDirectory = declined;
  writeFile = declined;
  delete = declined;
  rename = declined;

  private at(path: string): Uint8Array {
    const bytes = this.files.get(path);
    if (!bytes) throw vscode.FileSystemError.FileNotFound(path);
    return bytes;
  }
}

function declined(): never {
  throw vscode.FileSystemError.NoPermissions();
}

describe('files that are not on disk', () => {
  let provider: vscode.Disposable;

  before(async () => {
    const files = new Map<string, Uint8Array>();
    for (const name of ['callqueue', 'callqueue.c', 'callqueue.tf']) {
      const bytes = await vscode.workspace.fs.readFile(file(name));
      files.set(vscode.Uri.joinPath(folder, name).path, bytes);
    }
    provider = vscode.workspace.registerFileSystemProvider(scheme, new HeldFiles(files), {
      isReadonly: true,
    });
  });
  afterEach(closeEverything);
  after(() => {
    provider.dispose();
  });

  it('are shown and debugged, with the source beside the trace', async () => {
    await vscode.commands.executeCommand('vscode.openWith', trace, 'tracefile.option');
    await eventually('the trace editor', () => tabsOf(trace).length === 1);
    const breakpoint = new vscode.SourceBreakpoint(
      new vscode.Location(source, new vscode.Position(64, 0)),
    );
    vscode.debug.addBreakpoints([breakpoint]);
    try {
      // The workspace holds the same program on disk, and of two that match none is taken.
      const program = vscode.Uri.joinPath(folder, 'callqueue');
      await debug({ trace: trace.toString(), program: program.toString() });
      await request('continue', { threadId: 1 });
      await eventually('the breakpoint', async () => {
        const body = await request<{ result: string }>('evaluate', { expression: '$trace_line' });
        return body.result === '65';
      });
      const { stackFrames } = await request<{
        stackFrames: { line: number; source: { path: string } }[];
      }>('stackTrace', { threadId: 1 });
      assert.equal(stackFrames[0]?.line, 65);
      assert.equal(vscode.Uri.parse(stackFrames[0].source.path).toString(), source.toString());
    } finally {
      vscode.debug.removeBreakpoints([breakpoint]);
    }
  });
});

async function request<T>(command: string, args: object): Promise<T> {
  const session = vscode.debug.activeDebugSession;
  assert.ok(session, 'no debug session');
  return (await session.customRequest(command, args)) as T;
}
