// What the user does about the programs of a trace: choose, place, add and remove them.
import type { Recording } from '../trace/recording';
import type { ModuleManager } from '../trace/moduleManager';
import * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';
import { FileType } from '../symbols/elf';
import { baseName } from '../trace/paths';
import { searchPrograms } from '../trace/programSearch';
import type { Trace } from '../trace/trace';
import type { ModuleState } from '../trace/moduleManager';
import { readSections, readSlide, type ChosenProgram, type Placing } from './programChoices';
import { pathOf } from './files';
import { showError, showInformation } from './notify';
import { openProgramFile } from './programFiles';
import type { TracePrograms } from './programs';

/** Where the addresses of a program come from. */
type Action = 'choose' | 'setSlide' | 'add' | 'remove';

/** Asks the user, and does what they want. */
export class ProgramCommands {
  constructor(private readonly programs: TracePrograms) {}

  /** Every program with its state, and what can be done about it. */
  async show(trace: Trace, file: vscode.Uri): Promise<void> {
    const picked = await vscode.window.showQuickPick(menuItems(trace.modules), {
      title: vscode.l10n.t('Programs of {0}', trace.recording.name),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked?.action) await this[picked.action](trace, file, picked.program);
  }

  /** Lets the user choose the traced program. */
  /** Asks for a program where there is none, else shows those that there are. */
  chooseOrShow(trace: Trace, file: vscode.Uri): Promise<void> {
    return trace.modules.traced.state === 'none'
      ? this.choose(trace, file)
      : this.show(trace, file);
  }

  async choose(trace: Trace, file: vscode.Uri): Promise<void> {
    const path = await this.pickFile(
      trace.recording,
      file,
      vscode.l10n.t('Program of {0}', trace.recording.name),
    );
    if (path === undefined) return;
    const state = await this.programs.choose(trace, file, { path });
    reportProblem(state);
    if (state.state === 'unplaced' && state.offered?.length)
      await this.setSlide(trace, file, state);
  }

  /** Lets the user set the slide of a program. */
  async setSlide(trace: Trace, file: vscode.Uri, of?: ModuleState): Promise<void> {
    const program =
      of ?? (await pickProgram(trace, vscode.l10n.t('Set the Load Offset of a Program')));
    if (program?.path === undefined) return;
    const slide = await askForSlide(program, program.path);
    if (slide === undefined) return;
    const chosen = { path: program.path, ...(slide !== 'auto' && { slide }) };
    reportProblem(
      program.path === trace.modules.traced.path
        ? await this.programs.choose(trace, file, chosen)
        : await this.programs.add(trace.modules, file, chosen),
    );
  }

  /** Lets the user add a shared object, a kernel's module or another program that ran. */
  async add(trace: Trace, file: vscode.Uri): Promise<void> {
    const title = vscode.l10n.t('Add a Program to {0}', trace.recording.name);
    const path = await this.pickFile(trace.recording, file, title);
    if (path === undefined) return;
    const placing = await askWhere(path);
    if (!placing) return;
    const chosen: ChosenProgram = { path, ...placing };
    const state = await this.programs.add(trace.modules, file, chosen);
    reportProblem(state);
    if (state.state === 'unplaced') await this.setSlide(trace, file, state);
  }

  /** Lets the user take a program away. */
  async remove(trace: Trace, file: vscode.Uri, of?: ModuleState): Promise<void> {
    const program = of ?? (await pickProgram(trace, vscode.l10n.t('Remove a Program')));
    if (program?.path !== undefined) await this.programs.remove(trace.modules, file, program.path);
  }

  private async pickFile(
    recording: Recording,
    file: vscode.Uri,
    title: string,
  ): Promise<string | undefined> {
    const { items, isLikely } = await this.fileItems(recording, file);
    if (isLikely) {
      const picked = await vscode.window.showQuickPick(items, {
        title,
        placeHolder: vscode.l10n.t('An ELF file; those that agree with the trace come first'),
        matchOnDescription: true,
      });
      if (!picked || picked.path !== undefined) return picked?.path;
    }
    const defaultUri = vscode.Uri.joinPath(file, '..');
    const [chosen] = (await vscode.window.showOpenDialog({ title, defaultUri })) ?? [];
    return chosen && pathOf(chosen);
  }

  /** `isLikely`: one of the files may be what is looked for. */
  private async fileItems(
    recording: Recording,
    file: vscode.Uri,
  ): Promise<{ readonly items: FileItem[]; readonly isLikely: boolean }> {
    const { paths, note } = await this.programs.files(file);
    const found = await searchPrograms(recording, paths, openProgramFile);
    const matching = new Map(found.map(({ path, match }) => [path, match.sentence]));
    const ordered = [...matching.keys(), ...paths.filter((path) => !matching.has(path))];
    const items = [
      ...ordered.map((path) => fileItem(path, matching.get(path))),
      { label: vscode.l10n.t('Browse…'), ...(note !== undefined && { detail: note }) },
    ];
    return { items, isLikely: matching.size > 0 || note !== undefined };
  }
}

interface FileItem extends vscode.QuickPickItem {
  /** Absent where the user wants to look for the file. */
  readonly path?: string;
}

function fileItem(path: string, detail: string | undefined): FileItem {
  const description = vscode.workspace.asRelativePath(path);
  return { label: baseName(path), description, path, ...(detail !== undefined && { detail }) };
}

interface MenuItem extends vscode.QuickPickItem {
  readonly action?: Action;
  readonly program?: ModuleState;
}

function menuItems(modules: ModuleManager): MenuItem[] {
  const programs = programsOf(modules);
  const item = (action: Action, label: string): MenuItem => ({ action, label });
  const anyProgram = programs.some(({ path }) => path !== undefined);
  return [
    ...programs.map((program): MenuItem => programItem(program)),
    { label: vscode.l10n.t('Change'), kind: vscode.QuickPickItemKind.Separator },
    item('choose', vscode.l10n.t('Choose Program…')),
    ...(anyProgram ? [item('setSlide', vscode.l10n.t('Set Load Offset…'))] : []),
    item('add', vscode.l10n.t('Add Program…')),
    ...(anyProgram ? [item('remove', vscode.l10n.t('Remove Program…'))] : []),
  ];
}

/**
 * A row with the state of a program and the reason; picking it sets its slide, or chooses a
 * program.
 */
function programItem(program: ModuleState): MenuItem {
  const { path, explanation, slide } = program;
  return {
    label: path === undefined ? vscode.l10n.t('No program') : baseName(path),
    description:
      slide === undefined
        ? stateText(program)
        : vscode.l10n.t('load offset {0}', hexAddress(slide)),
    detail: explanation,
    action: path === undefined ? 'choose' : 'setSlide',
    program,
  };
}

function stateText({ state }: ModuleState): string {
  switch (state) {
    case 'searching':
      return vscode.l10n.t('being looked for');
    case 'unplaced':
      return vscode.l10n.t('not placed');
    case 'problem':
      return vscode.l10n.t('not used');
    case 'none':
    case 'placed':
      return '';
  }
}

function programsOf(modules: ModuleManager): readonly ModuleState[] {
  return [modules.traced, ...modules.further];
}

/** One of the trace's programs; without asking where there is one. */
async function pickProgram(trace: Trace, title: string): Promise<ModuleState | undefined> {
  const items = programsOf(trace.modules)
    .filter(({ path }) => path !== undefined)
    .map(programItem);
  if (items.length === 0) {
    void showInformation(
      vscode.l10n.t('{0} has no program yet: choose one first.', trace.recording.name),
    );
  }
  if (items.length <= 1) return items[0]?.program;
  return (await vscode.window.showQuickPick(items, { title }))?.program;
}

/** A slide that was typed, or picked among equally good ones; undefined if the user cancels. */
async function askForSlide(
  { offered = [], explanation, slide }: ModuleState,
  path: string,
): Promise<bigint | 'auto' | undefined> {
  const title = vscode.l10n.t('Load offset of {0}', baseName(path));
  if (offered.length > 0) {
    const typed = vscode.l10n.t('Type another…');
    const labels = [...offered.map(hexAddress), typed];
    const picked = await vscode.window.showQuickPick(labels, { title, placeHolder: explanation });
    if (picked !== typed) return picked === undefined ? undefined : BigInt(picked);
  }
  const text = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t(
      'Run-time address minus link-time address, such as 0x555555554000, or “auto”: found from the addresses in the trace. {0}',
      explanation,
    ),
    value: slide === undefined ? 'auto' : hexAddress(slide),
    // An address is copied from elsewhere.
    ignoreFocusOut: true,
    validateInput: (value) =>
      readSlide(value) === undefined
        ? vscode.l10n.t('Type “auto” or an address such as 0x555555554000.')
        : undefined,
  });
  return text === undefined ? undefined : readSlide(text);
}

/**
 * Where a file that was never linked was loaded; other files need no question. Undefined if the
 * user cancels.
 */
async function askWhere(path: string): Promise<Placing | undefined> {
  const opened = await openProgramFile(path);
  if ('problem' in opened) return {};
  const { type } = opened.program.elf;
  opened.dispose();
  if (type !== FileType.relocatable) return {};
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Sections of {0}', baseName(path)),
    prompt: vscode.l10n.t(
      'Where its sections lay, as /sys/module/NAME/sections says; nothing: found from the addresses in the trace',
    ),
    placeHolder: '.text=0xffffffffc0401000 .data=0xffffffffc0403000',
    ignoreFocusOut: true,
    validateInput: (value) =>
      readSections(value)
        ? undefined
        : vscode.l10n.t('Type names and addresses: {0}', '.text=0xffffffffc0401000 .data=0x…'),
  });
  const sections = text === undefined ? undefined : readSections(text);
  if (!sections) return undefined;
  return sections.size > 0 ? { sections } : {};
}

function reportProblem({ state, explanation }: ModuleState): void {
  if (state === 'problem') showError(explanation);
}
