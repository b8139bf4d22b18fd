// The commands that move: by the debugger where the trace is debugged, else in the trace editor.
import * as vscode from 'vscode';
import { navigationTo, type MoveName } from '../adapter/stepping';
import { messageOf } from '../bytes/requestFailed';
import type { Trace } from '../trace/trace';
import { activeSession, activeTrace, debuggedTrace } from './shownTrace';
import type { WithTrace } from './workspaceTraces';
import { inform } from './notify';

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
  const commands: Record<string, () => Promise<void>> = {
    'tracefile.goBack': () => moveDebugger({ to: 'back' }),
    'tracefile.goForward': () => moveDebugger({ to: 'forward' }),
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

async function moveDebugger(asked: object): Promise<void> {
  try {
    await activeSession()?.customRequest('traceMove', asked);
  } catch (error) {
    inform(messageOf(error));
  }
}
