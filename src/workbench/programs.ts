// Which program belongs to a trace: the one chosen before, else what the workspace holds.
import * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';
import { CompanionFiles, systemDebugFolders } from '../platform/companionFiles';
import { isElfFile } from '../platform/openFile';
import { baseName, folderOf } from '../trace/paths';
import { searchPrograms, useFoundProgram, useFurtherPrograms } from '../trace/programSearch';
import { programOpener } from '../trace/programOpener';
import type { Trace } from '../trace/trace';
import { openUri } from './files';

/** Files that are looked at to find a program, at most. */
const mostFiles = 5000;
/** What is certainly no program, by its ending. */
const otherFiles =
  '**/{.git,node_modules}/**,**/*.{tf,tfile,c,cc,cpp,cxx,h,hh,hpp,hxx,rs,s,S,o,a,d,ts,js,mjs,cjs,json,md,txt,html,css,svg,png,jpg,py,sh,gdb,xml,yml,yaml,toml,lock,cmake,mk,log,zip,gz,xz,pdf}';

/** Opens a program's file by its path. */
export const openProgramFile = programOpener(
  (path) => openUri(vscode.Uri.file(path)),
  () => new CompanionFiles(debugFileFolders()),
);

function debugFileFolders(): readonly string[] {
  const settings = vscode.workspace.getConfiguration('tracefile');
  return settings.get<string[]>('debugFileFolders', [...systemDebugFolders]);
}

/** Finds, remembers and lets the user choose programs. */
export class TracePrograms {
  /** Searches under way, by trace: two faces that open one trace wait for one search. */
  private readonly searches = new WeakMap<Trace, Promise<void>>();

  constructor(private readonly memento: vscode.Memento) {}

  /** Gives a trace its program, unless it has one or was given up on. */
  ensure(trace: Trace, file: vscode.Uri): Promise<void> {
    let search = this.searches.get(trace);
    if (!search) {
      search = this.find(trace, file);
      this.searches.set(trace, search);
    }
    return search;
  }

  /** Lets the user choose the program, and remembers it for this trace. */
  async choose(trace: Trace, file: vscode.Uri): Promise<void> {
    const path = await this.pick(trace, file);
    if (path === undefined || !(await useProgramFile(trace, path))) return;
    await this.memento.update(key(file), path);
    await placeByHand(trace, path);
    await useFurtherPrograms(trace, () => elfFiles(file), openProgramFile);
  }

  private async find(trace: Trace, file: vscode.Uri): Promise<void> {
    const remembered = this.memento.get<string>(key(file));
    if (remembered !== undefined && (await useProgramFile(trace, remembered))) {
      await useFurtherPrograms(trace, () => elfFiles(file), openProgramFile);
      return;
    }
    trace.searchingProgram();
    await useFoundProgram(trace, await elfFiles(file), openProgramFile);
  }

  private async pick(trace: Trace, file: vscode.Uri): Promise<string | undefined> {
    const browse = { label: vscode.l10n.t('Browse…'), path: undefined };
    const candidates = elfFiles(file).then((paths) =>
      searchPrograms(trace, paths, openProgramFile),
    );
    const items = candidates.then((found) => [
      ...found.map(({ path, match }) => ({
        label: baseName(path),
        description: vscode.workspace.asRelativePath(path),
        detail: match.sentence,
        path,
      })),
      browse,
    ]);
    const title = vscode.l10n.t('Program of {0}', trace.name);
    const placeHolder = vscode.l10n.t('The ELF file that was traced');
    const picked = await vscode.window.showQuickPick(items, { title, placeHolder });
    if (picked !== browse) return picked?.path;
    const defaultUri = vscode.Uri.joinPath(file, '..');
    const [chosen] = (await vscode.window.showOpenDialog({ title, defaultUri })) ?? [];
    return chosen?.fsPath;
  }
}

/** Lets the user choose among the slides that fit a program equally well. */
async function placeByHand(trace: Trace, path: string): Promise<void> {
  const { state, offered = [], explanation } = trace.program;
  if (state !== 'unplaced' || offered.length === 0) return;
  const items = offered.map((slide) => ({ label: hexAddress(slide), slide }));
  const title = vscode.l10n.t('Load address of {0}', baseName(path));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: explanation });
  if (picked) await useProgramFile(trace, path, picked.slide);
}

/** Opens and uses a program; the trace's program state says what is wrong where it is not used. */
async function useProgramFile(trace: Trace, path: string, slide?: bigint): Promise<boolean> {
  const opened = await openProgramFile(path);
  if ('problem' in opened) {
    trace.withoutProgram('problem', opened.problem, path);
    return false;
  }
  const { state } = await trace.useProgram(opened, slide);
  return state !== 'problem';
}

/** ELF files of the workspace, those near the trace first. */
async function elfFiles(trace: vscode.Uri): Promise<string[]> {
  const beside = new vscode.RelativePattern(vscode.Uri.joinPath(trace, '..'), '*');
  const exclude = `{${otherFiles}}`;
  const found = await Promise.all([
    vscode.workspace.findFiles(beside, exclude, mostFiles),
    vscode.workspace.findFiles('**/*', exclude, mostFiles),
  ]);
  const uris = found.flat().filter(({ scheme }) => scheme === 'file');
  const paths = [...new Set(uris.map(({ fsPath }) => fsPath))];
  const folder = folderOf(trace.fsPath);
  paths.sort((a, b) => distance(a, folder) - distance(b, folder) || (a < b ? -1 : 1));
  const areElf = await Promise.all(paths.map((path) => isElfFile(path)));
  return paths.filter((_, i) => areElf[i]);
}

/** 0 for a file in the folder itself, more for one elsewhere. */
function distance(path: string, folder: string): number {
  return folderOf(path) === folder ? 0 : path.startsWith(folder) ? 1 : 2;
}

function key(file: vscode.Uri): string {
  return `program:${file.toString()}`;
}
