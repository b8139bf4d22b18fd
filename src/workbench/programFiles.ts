// Program files: opening them, and the files of the workspace that may be programs.
import { groupedDigits } from '../bytes/groupedDigits';
import * as vscode from 'vscode';
import { elfFilesAmong } from '../platform/elfFiles';
import { runtime } from '../platform/runtime';
import { folderOf, isUri } from '../trace/paths';
import type { UntrustedPathPermission } from '../trace/untrustedPaths';
import { programOpener, type OwnedDebugFiles } from '../trace/programOpener';
import type { OpenProgram } from '../trace/programSearch';
import { pathOf, uriOf, filesInFolderOf, openUri } from './files';
import { debugFileFolders, withoutAsking } from './workspaceTrust';
import type { ByteSource } from '../bytes/source';

/**
 * The most files that are examined to find a program: in the workspace, and in the trace's folder.
 */
const maxFiles = 5000;
/** Of those that are not on disk, which must be read whole. */
const maxRemoteFiles = 100;
/** What is certainly no program, by its ending. */
const otherEndings =
  'tf,tfile,c,cc,cpp,cxx,h,hh,hpp,hxx,rs,s,S,o,a,d,ts,js,mjs,cjs,json,md,txt,html,css,svg,png,jpg,py,sh,gdb,xml,yml,yaml,toml,lock,cmake,mk,log,zip,gz,xz,pdf';
const otherFiles = `{**/{.git,node_modules}/**,**/*.{${otherEndings}}}`;
const isOther = new RegExp(`\\.(${otherEndings.replaceAll(',', '|')})$`);

/** Opens programs' files by their paths. `permission`: which files that they name may be read. */
export function programFileOpener(permission: UntrustedPathPermission): OpenProgram {
  return programOpener(
    (path) => openUri(uriOf(path)),
    (path) =>
      isUri(path) || !runtime.disk
        ? new CachedCompanions()
        : runtime.disk.openCompanions(debugFileFolders()),
    (path) => (isUri(path) ? undefined : runtime.openNameThread()),
    permission,
  );
}

/** Opens a program's file to look at it. */
export const openProgramFile = programFileOpener(withoutAsking);

/** Files that may be programs. */
export interface ElfFiles {
  readonly paths: readonly string[];
  /** A sentence, where there were too many files to look at. */
  readonly note?: string;
}

/** ELF files of the workspace, those in a trace's folder first. */
export async function elfFiles(trace?: vscode.Uri): Promise<ElfFiles> {
  const beside = (trace ? await filesInFolderOf(trace) : []).filter(
    ({ path }) => !isOther.test(path),
  );
  const inWorkspace = await vscode.workspace.findFiles('**/*', otherFiles, maxFiles + 1);
  const found = [beside, inWorkspace].map((uris) => uris.slice(0, maxFiles).map(pathOf));
  const all = [...new Set(found.flat())];
  const folder = trace ? folderOf(pathOf(trace)) : '';
  all.sort((a, b) => distance(a, folder) - distance(b, folder) || (a < b ? -1 : 1));
  const held = all.filter(isUri).slice(0, maxRemoteFiles);
  const paths = all.filter((path) => !isUri(path) || held.includes(path));
  const isCut = paths.length < all.length || inWorkspace.length > maxFiles;
  const note = vscode.l10n.t(
    'Only {0} files of the workspace were looked at.',
    groupedDigits(paths.length),
  );
  return {
    paths: await elfFilesAmong(paths, (path) => openUri(uriOf(path))),
    ...(isCut && { note }),
  };
}

/** 0 for a file in the folder itself, more for one elsewhere. */
function distance(path: string, folder: string): number {
  return folderOf(path) === folder ? 0 : path.startsWith(folder) ? 1 : 2;
}

/** The files of one program. */
class CachedCompanions implements OwnedDebugFiles {
  readonly folders = [];
  private readonly opened = new Map<string, Promise<ByteSource | undefined>>();

  open(path: string): Promise<ByteSource | undefined> {
    let file = this.opened.get(path);
    if (!file) {
      file = openUri(uriOf(path)).then((source) => ('problem' in source ? undefined : source));
      this.opened.set(path, file);
    }
    return file;
  }

  close(): Promise<void> {
    this.opened.clear();
    return Promise.resolve();
  }
}
