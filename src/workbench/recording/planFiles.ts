// Tracepoints as gdb's commands: exported for a `gdb -x`, imported from what somebody typed there.
import * as vscode from 'vscode';
import { architectureOf } from '../../machine/arch';
import type { Architecture } from '../../machine/arch/architecture';
import { writeCommands } from '../../remote/record/commandText';
import { withOwnRegisterNames } from '../../remote/record/ownRegisterNames';
import type { RecordingPlan } from '../../remote/record/plan';
import { readCommands, type CommandProblem } from '../../remote/record/readCommands';
import { showInformation, showWarning } from '../notify';
import { openProgramFile } from '../programFiles';
import { pickOne } from './pick';
import type { Tracepoints } from './tracepoints';

/** Problems that are said; the rest is counted. */
const mostProblems = 3;

/**
 * Opens the plan as gdb's commands in a new editor, from which it can be saved. Where the program that was recorded last is
 * known by its path, registers have its processor's names: gdb takes no others.
 */
export async function exportPlan(plan: RecordingPlan, program: string | undefined): Promise<void> {
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
export async function importPlan(tracepoints: Tracepoints): Promise<void> {
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
  const said = problems.slice(0, mostProblems).map(({ message }) => message);
  const rest = problems.length - said.length;
  return [...said, ...(rest > 0 ? [vscode.l10n.t('{0} more.', rest)] : [])].join(' ');
}
