// Which program belongs to a branch trace: the one chosen before, else what the workspace holds.
import * as vscode from 'vscode';
import { hexAddress } from '../../bytes/hex';
import { baseName } from '../../trace/paths';
import type { BranchTrace } from '../../trace/branch/branchTrace';
import { searchBranchPrograms, useFoundBranchProgram } from '../../trace/branch/findProgram';
import type { OpenProgram } from '../../trace/programSearch';
import { elfFiles, openProgramFile } from '../programFiles';
import { ProgramChoices, type ChosenProgram } from '../programChoices';

/** Finds the programs of branch traces, uses what the user chooses, and remembers it. */
export class BranchPrograms {
  private readonly searches = new WeakMap<BranchTrace, Promise<void>>();
  private readonly memory: ProgramChoices;

  /** `open`: opens programs that are used. */
  constructor(
    memento: vscode.Memento,
    private readonly open: OpenProgram,
  ) {
    this.memory = new ProgramChoices(memento);
  }

  /**
   * Gives a trace its program, once. Never rejects: the trace's program state says what went wrong.
   */
  ensure(trace: BranchTrace, file: vscode.Uri): Promise<void> {
    let search = this.searches.get(trace);
    if (!search) {
      search = this.find(trace, file).catch((error: unknown) => {
        this.searches.delete(trace);
        const reason = error instanceof Error ? error.message : String(error);
        const sentence = vscode.l10n.t('The search for programs failed: {0}.', reason);
        trace.modules.without('problem', sentence);
      });
      this.searches.set(trace, search);
    }
    return search;
  }

  /** Lets the user choose the program, and its slide if the branches do not give it. */
  async choose(trace: BranchTrace, file: vscode.Uri): Promise<void> {
    const path = await pickFile(trace, file);
    if (path === undefined) return;
    await this.use(trace, file, { path });
    const { state, offered = [] } = trace.modules.traced;
    if (state === 'placed') return;
    const slide = await askForSlide(trace.modules.traced.explanation, offered);
    if (slide !== undefined) await this.use(trace, file, { path, slide });
  }

  private async find(trace: BranchTrace, file: vscode.Uri): Promise<void> {
    const { traced } = this.memory.of(file);
    if (traced) await this.openAndUse(trace, traced);
    if (trace.modules.current.all.length > 0) return;
    await useFoundBranchProgram(trace, (await elfFiles(file)).paths, this.open);
  }

  private async use(trace: BranchTrace, file: vscode.Uri, chosen: ChosenProgram): Promise<void> {
    await this.openAndUse(trace, chosen);
    if (trace.modules.traced.state === 'placed') await this.memory.choose(file, chosen);
  }

  private async openAndUse(trace: BranchTrace, { path, slide }: ChosenProgram): Promise<void> {
    const opened = await this.open(path);
    if ('problem' in opened) trace.modules.without('problem', opened.problem, path);
    else await trace.modules.use(opened, slide);
  }
}

interface FileItem extends vscode.QuickPickItem {
  /** Absent where the user wants to look for the file. */
  readonly path?: string;
}

async function pickFile(trace: BranchTrace, file: vscode.Uri): Promise<string | undefined> {
  const title = vscode.l10n.t('Program of {0}', trace.name);
  const picked = await vscode.window.showQuickPick(fileItems(trace, file), {
    title,
    placeHolder: vscode.l10n.t('An ELF file; those whose branches agree with the trace come first'),
    matchOnDescription: true,
  });
  if (!picked || picked.path !== undefined) return picked?.path;
  const defaultUri = vscode.Uri.joinPath(file, '..');
  const [chosen] = (await vscode.window.showOpenDialog({ title, defaultUri })) ?? [];
  return chosen?.fsPath;
}

async function fileItems(trace: BranchTrace, file: vscode.Uri): Promise<FileItem[]> {
  const { paths } = await elfFiles(file);
  const found = await searchBranchPrograms(trace, paths, openProgramFile);
  const matching = new Map(found.map(({ path, match }) => [path, match.sentence]));
  const ordered = [...matching.keys(), ...paths.filter((path) => !matching.has(path))];
  return [
    ...ordered.map((path): FileItem => {
      const detail = matching.get(path);
      const description = vscode.workspace.asRelativePath(path);
      return { label: baseName(path), description, path, ...(detail !== undefined && { detail }) };
    }),
    { label: vscode.l10n.t('Browse…') },
  ];
}

async function askForSlide(
  explanation: string,
  offered: readonly bigint[],
): Promise<bigint | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Where the Program Lay'),
    prompt: vscode.l10n.t(
      '{0} Type its slide: run-time address minus link-time address, 0x0 for a program at fixed addresses.',
      explanation,
    ),
    value: offered[0] === undefined ? '' : hexAddress(offered[0]),
    ignoreFocusOut: true,
    validateInput: (value) =>
      isAddress(value) ? undefined : vscode.l10n.t('Type an address such as 0x555555554000.'),
  });
  return text === undefined || !isAddress(text) ? undefined : BigInt(text.trim());
}

function isAddress(text: string): boolean {
  return /^\s*0x[\da-f]{1,16}\s*$/i.test(text);
}
