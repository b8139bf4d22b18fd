// Which program belongs to a trace: the one chosen before, else what the workspace holds.
import * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';
import { CompanionFiles, systemDebugFolders } from '../platform/companionFiles';
import { elfFilesAmong } from '../platform/openFile';
import { baseName, folderOf } from '../trace/paths';
import { searchPrograms, useFoundProgram, useFurtherPrograms } from '../trace/programSearch';
import { programOpener } from '../trace/programOpener';
import type { Trace } from '../trace/trace';
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

  /**
   * Gives a trace its program, unless it has one or was given up on. Never rejects: where the search fails, the
   * trace's program state says so, and the next to ask searches anew.
   */
  ensure(trace: Trace, file: vscode.Uri): Promise<void> {
    let search = this.searches.get(trace);
    if (!search) {
      search = this.find(trace, file).catch((error: unknown) => {
        this.searches.delete(trace);
        sayWhyNotFound(trace, error);
      });
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
    await this.findFurther(trace, file);
  }

  private async find(trace: Trace, file: vscode.Uri): Promise<void> {
    const remembered = this.memento.get<string>(key(file));
    if (remembered !== undefined && (await useProgramFile(trace, remembered))) {
      await this.findFurther(trace, file);
      return;
    }
    trace.searchingProgram();
    const { paths, note } = await elfFiles(file);
    await useFoundProgram(trace, paths, openProgramFile);
    const { state, explanation } = trace.program;
    if (state === 'none' && note !== undefined)
      trace.withoutProgram('none', `${explanation} ${note}`);
  }

  private findFurther(trace: Trace, file: vscode.Uri): Promise<void> {
    return useFurtherPrograms(trace, async () => (await elfFiles(file)).paths, openProgramFile);
  }

  private async pick(trace: Trace, file: vscode.Uri): Promise<string | undefined> {
    const title = vscode.l10n.t('Program of {0}', trace.name);
    const placeHolder = vscode.l10n.t('The ELF file that was traced');
    const picked = await vscode.window.showQuickPick(programItems(trace, file), {
      title,
      placeHolder,
    });
    if (!picked || picked.path !== undefined) return picked?.path;
    const defaultUri = vscode.Uri.joinPath(file, '..');
    const [chosen] = (await vscode.window.showOpenDialog({ title, defaultUri })) ?? [];
    return chosen?.fsPath;
  }
}

interface ProgramItem extends vscode.QuickPickItem {
  /** Absent where the user wants to look for the file. */
  readonly path?: string;
}

async function programItems(trace: Trace, file: vscode.Uri): Promise<ProgramItem[]> {
  const { paths, note } = await elfFiles(file);
  const found = await searchPrograms(trace, paths, openProgramFile);
  return [
    ...found.map(({ path, match }) => ({
      label: baseName(path),
      description: vscode.workspace.asRelativePath(path),
      detail: match.sentence,
      path,
    })),
    { label: vscode.l10n.t('Browse…'), ...(note !== undefined && { detail: note }) },
  ];
}

/** A program in use stays: what failed then is the search for further ones. */
function sayWhyNotFound(trace: Trace, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const sentence = `The search for programs failed: ${reason}.`;
  if (trace.program.state !== 'placed') trace.withoutProgram('problem', sentence);
  else void vscode.window.showErrorMessage(`${trace.name}: ${sentence}`);
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

/** Files that may be the program. */
interface ElfFiles {
  readonly paths: readonly string[];
  /** A sentence, where there were too many files to look at. */
  readonly note?: string;
}

/** ELF files of the workspace, those near the trace first. */
async function elfFiles(trace: vscode.Uri): Promise<ElfFiles> {
  const beside = new vscode.RelativePattern(vscode.Uri.joinPath(trace, '..'), '*');
  const exclude = `{${otherFiles}}`;
  const found = await Promise.all([
    vscode.workspace.findFiles(beside, exclude, mostFiles + 1),
    vscode.workspace.findFiles('**/*', exclude, mostFiles + 1),
  ]);
  const isCut = found.some(({ length }) => length > mostFiles);
  const uris = found.flat().filter(({ scheme }) => scheme === 'file');
  const paths = [...new Set(uris.map(({ fsPath }) => fsPath))];
  const folder = folderOf(trace.fsPath);
  paths.sort((a, b) => distance(a, folder) - distance(b, folder) || (a < b ? -1 : 1));
  const note = `Only ${mostFiles.toLocaleString('en')} files of the workspace were looked at.`;
  return { paths: await elfFilesAmong(paths), ...(isCut && { note }) };
}

/** 0 for a file in the folder itself, more for one elsewhere. */
function distance(path: string, folder: string): number {
  return folderOf(path) === folder ? 0 : path.startsWith(folder) ? 1 : 2;
}

function key(file: vscode.Uri): string {
  return `program:${file.toString()}`;
}
