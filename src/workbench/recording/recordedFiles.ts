// Where downloaded traces lie until a person saves them elsewhere: with the workspace's own data, the newest of them.
import * as vscode from 'vscode';
import { baseName } from '../../trace/paths';

/** Recordings that are kept. */
const mostKept = 20;

/** The folder of the recordings. */
export class RecordedFiles {
  private readonly folder: vscode.Uri;

  constructor({ storageUri, globalStorageUri }: vscode.ExtensionContext) {
    this.folder = vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'recordings');
  }

  /** A file for a new recording of a program, named after it and the time; old recordings make room. */
  async next(program: string | undefined, now: Date): Promise<vscode.Uri> {
    await vscode.workspace.fs.createDirectory(this.folder);
    await this.makeRoom();
    const name = `${program === undefined ? 'trace' : baseName(program)}-${fileTimestamp(now)}.tf`;
    return vscode.Uri.joinPath(this.folder, name);
  }

  private async makeRoom(): Promise<void> {
    const entries = await vscode.workspace.fs.readDirectory(this.folder);
    const files = entries.map(([name]) => vscode.Uri.joinPath(this.folder, name));
    const dated = await Promise.all(
      files.map(async (file) => ({ file, at: (await vscode.workspace.fs.stat(file)).mtime })),
    );
    dated.sort((a, b) => b.at - a.at);
    for (const { file } of dated.slice(mostKept - 1)) await vscode.workspace.fs.delete(file);
  }
}

/** `2026-11-21-203015`, in the time of this machine. */
export function fileTimestamp(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day}-${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join('')}`;
}
