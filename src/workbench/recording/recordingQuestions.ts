// What is said and asked around a recording.
import * as vscode from 'vscode';
import { showError, showInformation, showWarning } from '../notify';

/** What to do with a run that the target has already; undefined where the person gave up. */
export async function askWhatToTakeUp(isTracing: boolean): Promise<'take' | 'anew' | undefined> {
  const sentence = isTracing
    ? vscode.l10n.t('The target is recording already.')
    : vscode.l10n.t('The target holds the frames of a run that is over.');
  const take = isTracing ? vscode.l10n.t('Follow It') : vscode.l10n.t('Download Them');
  const anew = vscode.l10n.t('Record Anew');
  const answer = await showInformation(sentence, take, anew);
  if (answer === undefined) return undefined;
  return answer === take ? 'take' : 'anew';
}

/** Whether a run begins although tracepoints cannot be recorded; `problems` by number. */
export async function goesOnWithout(
  missing: readonly number[],
  problems: ReadonlyMap<number, string>,
): Promise<boolean> {
  const [first = 0] = missing;
  const problem = problems.get(first) ?? '';
  const sentence =
    missing.length === 1
      ? vscode.l10n.t('Tracepoint {0} cannot be recorded. {1}', first, problem)
      : vscode.l10n.t(
          '{0} tracepoints cannot be recorded. Tracepoint {1}: {2}',
          missing.length,
          first,
          problem,
        );
  const goOn = vscode.l10n.t('Record the Others');
  return (await showWarning(sentence, goOn)) === goOn;
}

export function sayNothingPlanned(): void {
  const add = vscode.l10n.t('Add Tracepoint at…');
  const sentence = vscode.l10n.t(
    'No tracepoint is enabled, and tracepoints say what is recorded. Click a line number with the right button to add one.',
  );
  void showInformation(sentence, add).then((chosen) => {
    if (chosen === add) void vscode.commands.executeCommand('tracefile.addTracepointAt');
  });
}

export function say(sentence: string): void {
  void showInformation(sentence);
}

export function sayProblem(sentence: string): void {
  showError(sentence);
}
