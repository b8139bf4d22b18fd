// The commands that plan tracepoints: in source editors, in the view and in the palette.
import * as vscode from 'vscode';
import {
  type PlannedAction,
  type PlannedTracepoint,
  type RecordingPlan,
  writeCommands,
} from '../../remote/record/plan';
import { readAction, expressionLanguageOf } from './actions';
import { askForCondition, askForLocation, askForVariable, pickOne } from './prompts';
import { editTracepoint } from './editTracepoint';
import { lineOf, locationOf, type PlannedLine, type NamedFile } from './locations';
import type { RecentTargets } from './recentTargets';
import type { Tracepoints } from './tracepoints';
import { TracepointItem, VariableItem } from './tracepointsView';
import { inform, isConfirmed, showInformation, showWarning } from '../notify';
import { architectureOf } from '../../machine/arch/index';
import type { Architecture } from '../../machine/arch/architecture';
import { withOwnRegisterNames } from '../../remote/record/prepareRecording';
import { readCommands, type CommandProblem } from '../../remote/record/readCommands';
import { openProgramFile } from '../programFiles';
import { conditionsLine } from './tracepointText';
import { fileExists, workspaceFolders } from '../files';
import { joinPath } from '../../trace/paths';

/** Registers the commands; disposing of the result removes them. */
export function registerTracepointCommands(
  tracepoints: Tracepoints,
  targets: RecentTargets,
): vscode.Disposable {
  const onAll =
    (act: (tracepoint: PlannedTracepoint) => void) =>
    (argument: unknown): void => {
      const meant = tracepointsMeant(tracepoints, argument);
      if (meant.length === 0) inform(vscode.l10n.t('There is no tracepoint at this line.'));
      meant.forEach(act);
    };
  const commands: Record<string, (argument: unknown) => unknown> = {
    'tracefile.addTracepoint': (argument) => {
      addAtLine(tracepoints, argument);
    },
    'tracefile.addConditionalTracepoint': (argument) => addConditional(tracepoints, argument),
    'tracefile.addTracepointAt': () => addAt(tracepoints),
    'tracefile.editTracepoint': (argument) => edit(tracepoints, argument, targets.all[0]?.program),
    'tracefile.removeTracepoint': onAll(({ number }) => {
      tracepoints.remove(number);
    }),
    'tracefile.enableTracepoint': onAll(({ number }) => {
      tracepoints.setEnabled(number, true);
    }),
    'tracefile.disableTracepoint': onAll(({ number }) => {
      tracepoints.setEnabled(number, false);
    }),
    'tracefile.goToTracepoint': goTo,
    'tracefile.removeAllTracepoints': () => removeAll(tracepoints),
    'tracefile.addTraceVariable': () => editVariable(tracepoints, undefined),
    'tracefile.editTraceVariable': (item) => editVariable(tracepoints, item),
    'tracefile.removeTraceVariable': (item) => {
      if (item instanceof VariableItem) tracepoints.removeVariable(item.variable.name);
    },
    'tracefile.importTracepoints': () => importPlan(tracepoints),
    'tracefile.exportTracepoints': () => exportPlan(tracepoints.plan, targets.all[0]?.program),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

function addAtLine(tracepoints: Tracepoints, argument: unknown): void {
  const at = lineMeant(argument);
  if (at) addFirst(tracepoints, newTracepoint(locationOf(planned(at))));
  else informNoSource();
}

async function addConditional(tracepoints: Tracepoints, argument: unknown): Promise<void> {
  const at = lineMeant(argument);
  if (!at) {
    informNoSource();
    return;
  }
  const location = locationOf(planned(at));
  const { languageId } = await vscode.workspace.openTextDocument(at.uri);
  const title = vscode.l10n.t('Tracepoint at {0}: Condition', location);
  const condition = await askForCondition(title, '', expressionLanguageOf(languageId));
  if (condition === undefined) return;
  addFirst(tracepoints, { ...newTracepoint(location), ...(condition !== '' && { condition }) });
}

/** Adds a tracepoint; after the first one, says what to do next. */
function addFirst(tracepoints: Tracepoints, added: Omit<PlannedTracepoint, 'number'>): void {
  const tracepoint = tracepoints.add(added);
  if (!tracepoint || tracepoints.all.length > 1) return;
  const record = vscode.l10n.t('Record Trace…');
  const show = vscode.l10n.t('Show Tracepoints');
  const sentence = vscode.l10n.t(
    'Tracepoint {0} was added at {1}. It takes effect in the next recording.',
    tracepoint.number,
    tracepoint.location,
  );
  void showInformation(sentence, record, show).then((chosen) => {
    if (chosen === record) void vscode.commands.executeCommand('tracefile.recordTrace');
    if (chosen === show) void vscode.commands.executeCommand('tracefile.tracepoints.focus');
  });
}

async function addAt(tracepoints: Tracepoints): Promise<void> {
  const here = lineMeant(undefined);
  const value = here ? locationOf(planned(here)) : '';
  const location = await askForLocation(vscode.l10n.t('Location of the New Tracepoint'), value);
  if (location !== undefined) addFirst(tracepoints, newTracepoint(location));
}

async function edit(
  tracepoints: Tracepoints,
  argument: unknown,
  recorded: string | undefined,
): Promise<void> {
  const meant = tracepointsMeant(tracepoints, argument);
  if (meant.length === 0) inform(vscode.l10n.t('There is no tracepoint at this line.'));
  const one = await pickTracepoint(meant);
  if (one) await editTracepoint(tracepoints, one.number, recorded);
}

async function goTo(item: unknown): Promise<void> {
  const at = item instanceof TracepointItem && lineOf(item.tracepoint.location);
  if (!at || (await showLine(at))) return;
  inform(vscode.l10n.t('{0} was not found in the workspace.', at.file));
}

async function removeAll(tracepoints: Tracepoints): Promise<void> {
  const sentence = vscode.l10n.t('Remove all tracepoints and trace state variables?');
  if (await isConfirmed(sentence, vscode.l10n.t('Remove All'))) tracepoints.removeAll();
}

async function editVariable(tracepoints: Tracepoints, item: unknown): Promise<void> {
  const before = item instanceof VariableItem ? item.variable : undefined;
  const value = before ? `$${before.name} = ${before.initialValue}` : '';
  const title = vscode.l10n.t('Trace State Variable');
  const variable = await askForVariable(title, value);
  if (!variable) return;
  if (before && before.name !== variable.name) tracepoints.removeVariable(before.name);
  tracepoints.setVariable(variable);
}

/** A tracepoint that collects what the setting lists. */
function newTracepoint(location: string): Omit<PlannedTracepoint, 'number'> {
  return { kind: 'trap', location, enabled: true, passCount: 0, actions: usualActions() };
}

function usualActions(): PlannedAction[] {
  const settings = vscode.workspace.getConfiguration('tracefile.recording');
  return settings.get<string[]>('collect', []).flatMap((text) => {
    const read = readAction(text, 'c++');
    return 'problem' in read ? [] : [read];
  });
}

function informNoSource(): void {
  inform(vscode.l10n.t('Open a source file first: a tracepoint is set at one of its lines.'));
}

/** Problems that are shown; the others are counted. */
const maxProblems = 3;

/**
 * Opens the plan as gdb's commands in a new editor, from which it can be saved. Where the program
 * that was recorded last is known by its path, registers have its processor's names: gdb takes no
 * others.
 */
async function exportPlan(plan: RecordingPlan, program: string | undefined): Promise<void> {
  const architecture = program === undefined ? undefined : await architectureOfProgram(program);
  const named = architecture ? withOwnRegisterNames(plan, architecture) : plan;
  const document = await vscode.workspace.openTextDocument({ content: writeCommands(named) });
  await vscode.window.showTextDocument(document);
}

async function architectureOfProgram(path: string): Promise<Architecture | undefined> {
  const opened = await openProgramFile(path);
  if ('problem' in opened) return undefined;
  const { machine, bits } = opened.program.elf;
  opened.dispose();
  return architectureOf(undefined, { machine, bits });
}

/** Adds the tracepoints of gdb's commands, from a file or from the clipboard. */
async function importPlan(tracepoints: Tracepoints): Promise<void> {
  const text = await askForCommands();
  if (text === undefined) return;
  const { plan, problems } = readCommands(text);
  if (plan.tracepoints.length > 0 || plan.variables.length > 0) tracepoints.addPlan(plan);
  const sentence = vscode.l10n.t('{0} tracepoints were imported.', plan.tracepoints.length);
  if (problems.length === 0) void showInformation(sentence);
  else void showWarning(`${sentence} ${problemText(problems)}`);
}

async function askForCommands(): Promise<string | undefined> {
  const items = [
    { label: vscode.l10n.t('$(file) A File…'), read: readFile },
    {
      label: vscode.l10n.t('$(clippy) The Clipboard'),
      read: () => Promise.resolve(vscode.env.clipboard.readText()),
    },
  ];
  const title = vscode.l10n.t('Import Tracepoints from gdb Commands');
  const picked = await pickOne(items, { title });
  return picked?.read();
}

async function readFile(): Promise<string | undefined> {
  const filters = {
    [vscode.l10n.t('gdb Commands')]: ['gdb', 'gdbinit', 'txt'],
    [vscode.l10n.t('All Files')]: ['*'],
  };
  const [file] = (await vscode.window.showOpenDialog({ filters })) ?? [];
  return file && new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
}

function problemText(problems: readonly CommandProblem[]): string {
  const said = problems.slice(0, maxProblems).map(({ message }) => message);
  const rest = problems.length - said.length;
  return [...said, ...(rest > 0 ? [vscode.l10n.t('{0} more.', rest)] : [])].join(' ');
}

/** A line of a document. */
interface DocumentLine {
  readonly uri: vscode.Uri;
  /** Counts from 1. */
  readonly line: number;
}

/** The line that a command means: of the menu of the line numbers, else of the cursor. */
function lineMeant(argument: unknown): DocumentLine | undefined {
  if (isLineNumber(argument)) return { uri: argument.uri, line: argument.lineNumber };
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  return { uri: editor.document.uri, line: editor.selection.active.line + 1 };
}

/** The line as plans name it. */
function planned({ uri, line }: DocumentLine): PlannedLine {
  return { file: namedFile(uri).relative, line };
}

/** The tracepoints that a command means: the entry of the view, else those at the line. */
function tracepointsMeant(
  tracepoints: Tracepoints,
  argument: unknown,
): readonly PlannedTracepoint[] {
  if (argument instanceof TracepointItem) {
    const now = tracepoints.withNumber(argument.tracepoint.number);
    return now ? [now] : [];
  }
  const at = lineMeant(argument);
  return (at && tracepoints.in(namedFile(at.uri)).get(at.line)) ?? [];
}

/** One of several tracepoints; undefined if the user cancels. */
async function pickTracepoint(
  tracepoints: readonly PlannedTracepoint[],
): Promise<PlannedTracepoint | undefined> {
  if (tracepoints.length <= 1) return tracepoints[0];
  const items = tracepoints.map((tracepoint) => ({
    label: vscode.l10n.t('Tracepoint {0}', tracepoint.number),
    description: conditionsLine(tracepoint),
    tracepoint,
  }));
  const picked = await pickOne(items, { title: vscode.l10n.t('Which Tracepoint?') });
  return picked?.tracepoint;
}

function isLineNumber(argument: unknown): argument is { uri: vscode.Uri; lineNumber: number } {
  if (typeof argument !== 'object' || argument === null) return false;
  const { uri, lineNumber } = argument as Record<string, unknown>;
  return uri instanceof vscode.Uri && Number.isInteger(lineNumber);
}

/** A file as plans name it. */
export function namedFile(uri: vscode.Uri): NamedFile {
  return { path: uri.path, relative: vscode.workspace.asRelativePath(uri, false) };
}

/**
 * The document in which a line is: in a folder of the workspace, or of that name anywhere in it.
 */
export async function documentOf({ file }: PlannedLine): Promise<vscode.Uri | undefined> {
  const paths = [...workspaceFolders().map((folder) => joinPath(folder, [file])), file];
  for (const path of paths) if (await fileExists(path)) return vscode.Uri.file(path);
  const [found] = file.includes('/') ? [] : await vscode.workspace.findFiles(`**/${file}`, null, 1);
  return found;
}

/** Shows a line in a source editor; false where its file was not found. */
async function showLine(at: PlannedLine): Promise<boolean> {
  const uri = await documentOf(at);
  if (!uri) return false;
  const selection = new vscode.Range(at.line - 1, 0, at.line - 1, 0);
  await vscode.window.showTextDocument(uri, { selection });
  return true;
}
