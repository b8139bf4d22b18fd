// The commands that move: by the debugger where the trace is debugged, else in the trace editor.
import * as vscode from 'vscode';
import { navigationTo, type MoveName } from '../adapter/stepping';
import { messageOf } from '../adapter/requestFailed';
import type { Trace } from '../trace/trace';
import { debugType } from './contributions';
import { activeTrace, type WithTrace, debuggedTrace } from './shownTrace';
import { inform } from './notify';
import { expressionOfMenu } from './variableMenu';

/** Commands that move, by what the adapter's request `traceMove` calls the move. */
const moves: Readonly<Record<string, MoveName>> = {
  'tracefile.firstFrame': 'first',
  'tracefile.lastFrame': 'last',
  'tracefile.nextHit': 'nextHit',
  'tracefile.previousHit': 'previousHit',
  'tracefile.nextInFunction': 'nextInFunction',
  'tracefile.previousInFunction': 'previousInFunction',
};

/** Registers the commands that move; disposing of the result removes them. */
export function registerNavigation(withTrace: WithTrace): vscode.Disposable {
  const commands: Record<string, (menu?: unknown) => Promise<void>> = {
    'tracefile.goBack': () => moveDebugger({ to: 'back' }),
    'tracefile.goForward': () => moveDebugger({ to: 'forward' }),
    'tracefile.nextChange': (menu) => moveToChange('nextChange', menu),
    'tracefile.previousChange': (menu) => moveToChange('previousChange', menu),
  };
  for (const [command, to] of Object.entries(moves)) {
    commands[command] = () => move(withTrace, to);
  }
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([id, run]) => vscode.commands.registerCommand(id, run)),
  );
}

async function move(withTrace: WithTrace, to: MoveName): Promise<void> {
  const active = activeTrace();
  const traced = debuggedTrace();
  const file = active ?? traced;
  if (traced && file?.toString() === traced.toString()) await moveDebugger({ to });
  else if (file) await withTrace(file, (trace) => moveTrace(trace, to));
  else inform(vscode.l10n.t('Open a trace file first: no trace is shown or debugged.'));
}

async function moveTrace(trace: Trace, to: MoveName): Promise<void> {
  try {
    const from = trace.cursor.frame;
    const { move: go, none } = await navigationTo(trace, to);
    const frame = await go({ trace, from });
    if (frame === undefined || frame === from) inform(none);
    else trace.cursor.moveTo(frame, moves);
  } catch (error) {
    inform(messageOf(error));
  }
}

async function moveToChange(to: 'nextChange' | 'previousChange', menu: unknown): Promise<void> {
  const expression = menu === undefined ? await askForExpression() : expressionOfMenu(menu);
  if (expression !== undefined) await moveDebugger({ to, expression });
  else if (menu !== undefined) inform(vscode.l10n.t('This value has no expression of its own.'));
}

async function moveDebugger(asked: object): Promise<void> {
  try {
    await debugged()?.customRequest('traceMove', asked);
  } catch (error) {
    inform(messageOf(error));
  }
}

function debugged(): vscode.DebugSession | undefined {
  const session = vscode.debug.activeDebugSession;
  return session?.type === debugType ? session : undefined;
}

function askForExpression(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Go to Change'),
    prompt: vscode.l10n.t('An expression whose value changes from frame to frame'),
    placeHolder: 'count',
  });
}
