// A hover over a line that has tracepoints: each as gdb's user would type it, and how it stands.
import * as vscode from 'vscode';
import { tracepointCommands } from '../../remote/record/commandText';
import type { PlannedTracepoint } from '../../remote/record/plan';
import { sourceLanguages } from '../sourceText';
import { namedFile } from './documents';
import type { LiveTracepoints } from './liveTracepoints';
import type { Tracepoints } from './tracepoints';
import { countersLine, kindWord } from './words';

/** Registers the hovers; disposing of the result takes them away. */
export function registerTracepointHovers(
  tracepoints: Tracepoints,
  live: LiveTracepoints,
): vscode.Disposable {
  const languages = sourceLanguages.map((language) => ({ language }));
  return vscode.languages.registerHoverProvider(languages, {
    provideHover: (document, { line, character }) => {
      // Elsewhere in the line hovers tell of its names.
      if (character > document.lineAt(line).firstNonWhitespaceCharacterIndex) return undefined;
      const at = tracepoints.in(namedFile(document.uri)).get(line + 1);
      return at && new vscode.Hover(at.map((each) => tracepointText(each, live)));
    },
  });
}

/** A tracepoint, as hovers and the view's tooltips tell it. */
export function tracepointText(
  tracepoint: PlannedTracepoint,
  live: LiveTracepoints,
): vscode.MarkdownString {
  const { number, kind, enabled } = tracepoint;
  const { hits, bytes, problem } = live.of(number) ?? {};
  const text = new vscode.MarkdownString('', true);
  const title = `${kindWord(kind)} ${number}`;
  text.appendMarkdown(`**${enabled ? title : vscode.l10n.t('{0}, disabled', title)}**\n\n`);
  if (problem !== undefined) text.appendMarkdown('$(warning) ').appendText(`${problem}\n\n`);
  if (hits !== undefined) text.appendText(`${countersLine(hits, bytes ?? 0)}\n\n`);
  return text.appendCodeblock(tracepointCommands(tracepoint, false).join('\n'), 'text');
}
