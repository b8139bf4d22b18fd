// Program files: opening them, and the files of the workspace that may be programs.
import * as vscode from 'vscode';
import { CompanionFiles, systemDebugFolders } from '../platform/companionFiles';
import { elfFilesAmong } from '../platform/openFile';
import { Threads, bundledScript } from '../platform/thread';
import { folderOf } from '../trace/paths';
import { programOpener } from '../trace/programOpener';
import { openUri } from './files';

/** Files that are looked at to find a program, at most: so many in the workspace, and beside the trace. */
const mostFiles = 5000;
/** What is certainly no program, by its ending. */
const otherFiles =
  '**/{.git,node_modules}/**,**/*.{tf,tfile,c,cc,cpp,cxx,h,hh,hpp,hxx,rs,s,S,o,a,d,ts,js,mjs,cjs,json,md,txt,html,css,svg,png,jpg,py,sh,gdb,xml,yml,yaml,toml,lock,cmake,mk,log,zip,gz,xz,pdf}';

/** Opens a program's file by its path. */
export const openProgramFile = programOpener(
  (path) => openUri(vscode.Uri.file(path)),
  () => new CompanionFiles(debugFileFolders()),
  () => new Threads(bundledScript('symbolWorker.js')),
);

function debugFileFolders(): readonly string[] {
  const settings = vscode.workspace.getConfiguration('tracefile');
  return settings.get<string[]>('debugFileFolders', [...systemDebugFolders]);
}

/** Files that may be programs. */
export interface ElfFiles {
  readonly paths: readonly string[];
  /** A sentence, where there were too many files to look at. */
  readonly note?: string;
}

/** ELF files of the workspace, and those beside a trace first. */
export async function elfFiles(trace?: vscode.Uri): Promise<ElfFiles> {
  const exclude = `{${otherFiles}}`;
  const beside = trace && new vscode.RelativePattern(vscode.Uri.joinPath(trace, '..'), '*');
  const found = await Promise.all([
    beside ? vscode.workspace.findFiles(beside, exclude, mostFiles + 1) : [],
    vscode.workspace.findFiles('**/*', exclude, mostFiles + 1),
  ]);
  const isCut = found.some(({ length }) => length > mostFiles);
  const uris = found.flat().filter(({ scheme }) => scheme === 'file');
  const paths = [...new Set(uris.map(({ fsPath }) => fsPath))];
  const folder = trace ? folderOf(trace.fsPath) : '';
  paths.sort((a, b) => distance(a, folder) - distance(b, folder) || (a < b ? -1 : 1));
  const note = vscode.l10n.t(
    'Only {0} files of the workspace were looked at.',
    mostFiles.toLocaleString('en'),
  );
  return { paths: await elfFilesAmong(paths), ...(isCut && { note }) };
}

/** 0 for a file in the folder itself, more for one elsewhere. */
function distance(path: string, folder: string): number {
  return folderOf(path) === folder ? 0 : path.startsWith(folder) ? 1 : 2;
}
