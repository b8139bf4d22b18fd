// What the extension does with branch traces, as one part: the traces that are open, their
// programs, commands and sources.
import * as vscode from 'vscode';
import { readClockRates } from '../../format/intelPt/clock';
import type { RunningCapstone } from '../../platform/runtime';
import type { BranchTrace } from '../../trace/branch/branchTrace';
import { openBranchTraces, type OpenBranchTraces } from '../../trace/branch/openBranchTraces';
import { baseName, folderOf } from '../../trace/paths';
import type { OpenProgram } from '../../trace/programSearch';
import { SourceLookup } from '../../trace/sourceLookup';
import { pathOf, fileExists, openUri, readText, workspaceFolders } from '../files';
import { showError, inform } from '../notify';
import { exportBranchTrace } from './exportCommand';
import { sourcesWithoutAsking } from '../sourcePermissions';
import { savedSourceMap } from '../sources';
import { debugType } from '../contributions';
import type { DebuggedTraces } from '../debuggedTraces';
import { activeSession } from '../shownTrace';
import { hexAddress } from '../../bytes/hex';
import { searchBranchPrograms, useFoundBranchProgram } from '../../trace/branch/findProgram';
import { elfFiles, openProgramFile } from '../programFiles';
import { ProgramChoices, type ChosenProgram } from '../programChoices';

/** Branch traces in VS Code. */
export class BranchServices implements vscode.Disposable {
  readonly traces: OpenBranchTraces;
  readonly programs: BranchPrograms;
  private readonly commands: vscode.Disposable;

  /** `openProgram`: opens programs that are used. */
  constructor(
    memento: vscode.Memento,
    openProgram: OpenProgram,
    startDecoder: () => RunningCapstone,
    private readonly debugged: DebuggedTraces,
  ) {
    this.traces = openBranchTraces(
      (key) => openUri(vscode.Uri.parse(key)),
      (key) => baseName(vscode.Uri.parse(key).path),
      startDecoder,
      () => readClockRates(vscode.workspace.getConfiguration('tracefile').get('intelPtClock', '')),
    );
    this.programs = new BranchPrograms(memento, openProgram);
    this.commands = registerBranchCommands(
      (file) => this.debug(file),
      (file) => this.withTrace(file, (trace) => this.programs.choose(trace, file)),
      (file) =>
        this.withTrace(file, async (trace) => {
          await this.programs.ensure(trace, file);
          await exportBranchTrace(trace, file);
        }),
    );
  }

  /** Debugs a branch trace at its position, or at an instruction. */
  async debug(file: vscode.Uri, instruction?: number): Promise<void> {
    await this.debugged.show(file, () => startDebugging(file, instruction));
  }

  /**
   * The text of a source that a branch trace's program records; undefined where it is not found.
   */
  async sourceText(file: vscode.Uri, recorded: string): Promise<string | undefined> {
    const where = {
      sourceMap: savedSourceMap(),
      folders: [folderOf(pathOf(file)), ...workspaceFolders()],
      isPermitted: sourcesWithoutAsking,
    };
    const { path } = await new SourceLookup(where, fileExists).find(recorded);
    return path === undefined ? undefined : readText(path);
  }

  /** Shows the document as text, at a line. */
  async openAsText(file: vscode.Uri, line = 1): Promise<void> {
    const position = new vscode.Position(Math.max(0, line - 1), 0);
    const selection = new vscode.Range(position, position);
    await vscode.commands.executeCommand('vscode.openWith', file, 'default', { selection });
  }

  dispose(): void {
    this.commands.dispose();
  }

  private async withTrace(
    file: vscode.Uri,
    act: (trace: BranchTrace) => Promise<void>,
  ): Promise<void> {
    const lease = await this.traces.acquire(file.toString());
    if ('problem' in lease) {
      showError(lease.problem);
      return;
    }
    try {
      await act(lease.trace);
    } finally {
      lease.dispose();
    }
  }
}

/** The moves of the debugger, by command. */
const moveCommands: Readonly<Record<string, string>> = {
  'tracefile.branch.nextCall': 'nextCall',
  'tracefile.branch.previousCall': 'previousCall',
  'tracefile.branch.nextReturn': 'nextReturn',
  'tracefile.branch.previousReturn': 'previousReturn',
  'tracefile.branch.nextBlock': 'nextBlock',
  'tracefile.branch.previousBlock': 'previousBlock',
};

async function startDebugging(file: vscode.Uri, instruction?: number): Promise<void> {
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(file), {
    type: debugType,
    request: 'launch',
    name: vscode.l10n.t('Debug {0}', vscode.workspace.asRelativePath(file, false)),
    trace: pathOf(file),
    ...(instruction !== undefined && { instruction }),
  });
}

/**
 * Commands on the branch trace that is shown or debugged. `debug` debugs one, `choose` lets the
 * user choose its program, `save` exports it.
 */
function registerBranchCommands(
  debug: (file: vscode.Uri) => Promise<void>,
  choose: (file: vscode.Uri) => Promise<void>,
  save: (file: vscode.Uri) => Promise<void>,
): vscode.Disposable {
  const commands: Record<string, () => Promise<void>> = {
    'tracefile.branch.debug': onShown(debug),
    'tracefile.branch.chooseProgram': onShown(choose),
    'tracefile.branch.export': onShown(save),
  };
  for (const [command, to] of Object.entries(moveCommands)) commands[command] = () => move(to);
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

/** The branch trace in the active tab. */
function activeBranchTrace(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isShown =
    input instanceof vscode.TabInputCustom && input.viewType.startsWith('tracefile.branch');
  return isShown ? input.uri : undefined;
}

function onShown(act: (file: vscode.Uri) => Promise<void>): () => Promise<void> {
  return async () => {
    const file = activeBranchTrace();
    if (file) await act(file);
    else inform(vscode.l10n.t('Open a branch trace (*.btrace) first: none is shown.'));
  };
}

async function move(to: string): Promise<void> {
  const session = activeSession();
  if (session) await session.customRequest('branchMove', { to });
  else inform(vscode.l10n.t('No branch trace is debugged.'));
}

// Which program belongs to a branch trace: the one chosen before, else what the workspace holds.

/** Finds the programs of branch traces, uses what the user chooses, and remembers it. */
class BranchPrograms {
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
        if (trace.modules.isSought) trace.modules.without('problem', sentence);
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
    const { modules } = trace;
    modules.searching();
    const { traced } = this.memory.of(file);
    const remembered = traced && modules.isSought && (await this.open(traced.path));
    if (remembered && !('problem' in remembered)) await modules.useFound(remembered, traced.slide);
    if (!modules.isSought) return;
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
      '{0} Type its load offset: run-time address minus link-time address, 0x0 for a program at fixed addresses.',
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
