// What a hover over source evaluates while a trace is debugged: the whole chain of members, not one word.
import * as vscode from 'vscode';
import { debugType } from './debugType';
import { codeOnly, expressionAtColumn, sourceLanguages } from './sourceText';

/** Longer files are taken as code throughout: to know what is a comment, all before it must be read. */
const longestText = 2_000_000;

/** Registers the provider for every language whose programs are debugged. */
export function registerHovers(): vscode.Disposable {
  const languages = sourceLanguages.map((language) => ({ language }));
  return vscode.languages.registerEvaluatableExpressionProvider(languages, {
    provideEvaluatableExpression: (document, position) => {
      // Other debuggers have providers of their own.
      if (vscode.debug.activeDebugSession?.type !== debugType) return undefined;
      const line = codeLine(document, position.line);
      const found = expressionAtColumn(line, position.character);
      if (!found) return undefined;
      const range = new vscode.Range(position.line, found.start, position.line, found.end);
      const expression = line.slice(found.start, found.end).replace(/^%/, '$');
      return new vscode.EvaluatableExpression(range, expression);
    },
  });
}

/** The line without its comments and texts, character for character. */
export function codeLine(document: vscode.TextDocument, line: number): string {
  const whole = document.lineAt(line);
  const before = new vscode.Range(new vscode.Position(0, 0), whole.range.end);
  if (document.offsetAt(whole.range.end) > longestText) return whole.text;
  const code = codeOnly(document.getText(before), document.languageId);
  return code.slice(code.lastIndexOf('\n') + 1);
}
