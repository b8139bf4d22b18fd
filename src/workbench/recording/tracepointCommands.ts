// The commands that plan tracepoints: in source editors, in the view and in the palette.
import * as vscode from 'vscode';
import type { PlannedAction, PlannedTracepoint } from '../../remote/record/plan';
import { readAction } from './actions';
import { askForCondition, askForLocation, askForVariable } from './askFor';
import { editTracepoint } from './editTracepoint';
import { styleOfLanguage } from './expressionProblem';
import { lineOf, locationOf } from './locations';
import { showLine } from './documents';
import { exportPlan, importPlan } from './planFiles';
import { lineMeant, pickTracepoint, planned, tracepointsMeant } from './tracepointPlaces';
import type { RememberedTargets } from './rememberedTargets';
import type { Tracepoints } from './tracepoints';
import { TracepointItem, VariableItem } from './tracepointsView';
import { isConfirmed, showInformation } from '../notify';

/** Registers the commands; disposing of the result takes them away. */
export function registerTracepointCommands(
  tracepoints: Tracepoints,
  targets: RememberedTargets,
): vscode.Disposable {
  const onAll =
    (act: (tracepoint: PlannedTracepoint) => void) =>
    (argument: unknown): void => {
      const meant = tracepointsMeant(tracepoints, argument);
      if (meant.length === 0) say(vscode.l10n.t('There is no tracepoint at this line.'));
      meant.forEach(act);
    };
  const commands: Record<string, (argument: unknown) => unknown> = {
    'tracefile.addTracepoint': (argument) => {
      addAtLine(tracepoints, argument);
    },
    'tracefile.addConditionalTracepoint': (argument) => addConditional(tracepoints, argument),
    'tracefile.addTracepointAt': () => addAt(tracepoints),
    'tracefile.editTracepoint': (argument) => edit(tracepoints, argument),
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
  if (at) tracepoints.add(newTracepoint(locationOf(planned(at))));
  else sayNoSource();
}

async function addConditional(tracepoints: Tracepoints, argument: unknown): Promise<void> {
  const at = lineMeant(argument);
  if (!at) {
    sayNoSource();
    return;
  }
  const location = locationOf(planned(at));
  const { languageId } = await vscode.workspace.openTextDocument(at.uri);
  const title = vscode.l10n.t('Tracepoint at {0}: Condition', location);
  const condition = await askForCondition(title, '', styleOfLanguage(languageId));
  if (condition === undefined) return;
  tracepoints.add({ ...newTracepoint(location), ...(condition !== '' && { condition }) });
}

async function addAt(tracepoints: Tracepoints): Promise<void> {
  const here = lineMeant(undefined);
  const value = here ? locationOf(planned(here)) : '';
  const location = await askForLocation(vscode.l10n.t('Location of the New Tracepoint'), value);
  if (location !== undefined) tracepoints.add(newTracepoint(location));
}

async function edit(tracepoints: Tracepoints, argument: unknown): Promise<void> {
  const meant = tracepointsMeant(tracepoints, argument);
  if (meant.length === 0) say(vscode.l10n.t('There is no tracepoint at this line.'));
  const one = await pickTracepoint(meant);
  if (one) await editTracepoint(tracepoints, one.number);
}

async function goTo(item: unknown): Promise<void> {
  const at = item instanceof TracepointItem && lineOf(item.tracepoint.location);
  if (!at || (await showLine(at))) return;
  say(vscode.l10n.t('{0} was not found in the workspace.', at.file));
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

/** A tracepoint that collects what the setting says. */
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

function sayNoSource(): void {
  say(vscode.l10n.t('Open a source file first: a tracepoint is set at one of its lines.'));
}

function say(sentence: string): void {
  void showInformation(sentence);
}
