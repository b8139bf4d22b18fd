// Values at the ends of source lines while a trace is debugged (the setting debug.inlineValues): of the variables that were
// collected, in the function where the debugger stands, up to its line.
import * as vscode from 'vscode';
import { collectedVariables, type CollectedVariable } from '../trace/collectedVariables';
import { debugType } from './debugType';
import type { WithTrace } from './launchPickers';
import { debuggedTrace, levelOf } from './shownTrace';
import { codeOnly, variableNamesIn, sourceLanguages } from './sourceText';

/** The one thread. */
const threadId = 1;
/** A longer value does not help at the end of a line; hovers show it. */
const longestText = 60;

/** Registers the provider for every language whose programs are debugged. */
export function registerInlineValues(withTrace: WithTrace): vscode.Disposable {
  const languages = sourceLanguages.map((language) => ({ language }));
  return vscode.languages.registerInlineValuesProvider(languages, {
    provideInlineValues: async (document, viewport, context) => {
      const session = vscode.debug.activeDebugSession;
      const file = debuggedTrace();
      if (session?.type !== debugType || !file) return [];
      const level = await levelOf(session, threadId, context.frameId);
      const prettyPrint = session.configuration['prettyPrint'] !== false;
      const known = await withTrace(file, async (trace) => {
        const stackFrame = (await trace.callStack(trace.position)).frames[level];
        const machine = await trace.machine(trace.position);
        return stackFrame && collectedVariables(trace, machine, stackFrame, prettyPrint);
      });
      if (known?.firstLine === undefined) return [];
      const first = Math.max(viewport.start.line, known.firstLine - 1);
      const last = Math.min(viewport.end.line, context.stoppedLocation.end.line);
      return inlineValues(document, first, last, known.variables);
    },
  });
}

/** The values of names in the lines from `first` to `last`, counted from 0. */
function inlineValues(
  document: vscode.TextDocument,
  first: number,
  last: number,
  variables: readonly CollectedVariable[],
): vscode.InlineValue[] {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const lines = codeOnly(document.getText(), document.languageId).split('\n');
  const values: vscode.InlineValue[] = [];
  for (let line = first; line <= last; line++) {
    for (const { name, start, end } of variableNamesIn(lines[line] ?? '')) {
      const variable = byName.get(name);
      if (!variable || (variable.line ?? 0) > line + 1) continue;
      const range = new vscode.Range(line, start, line, end);
      values.push(new vscode.InlineValueText(range, `${name} = ${shortened(variable.text)}`));
    }
  }
  return values;
}

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`;
}
