// Tracepoints in words, for the view, hovers and pickers.
import * as vscode from 'vscode';
import {
  stackBytes,
  stringsOption,
  type PlannedAction,
  type PlannedTracepoint,
  type TracepointKind,
  tracepointCommands,
} from '../../remote/record/plan';
import { sizeText } from '../../trace/text/statusText';
import type { LiveTracepoints } from './currentRecording';

/** What an item collects, where it is no expression. */
function itemWord(item: string): string | undefined {
  const bytes = stackBytes(item);
  if (bytes !== undefined) return vscode.l10n.t('{0} bytes of stack', bytes);
  switch (item) {
    case '$regs':
      return vscode.l10n.t('registers');
    case '$args':
      return vscode.l10n.t('arguments');
    case '$locals':
      return vscode.l10n.t('locals');
    case '$_ret':
      return vscode.l10n.t('return address');
    case '$_sdata':
      return vscode.l10n.t('static marker’s data');
    default:
      return undefined;
  }
}

/** An action in a list: what it collects or computes. */
export function actionWord(action: PlannedAction): string {
  if (action.action === 'teval') return action.expression;
  const word = itemWord(action.item) ?? action.item;
  return action.strings === undefined ? word : vscode.l10n.t('{0} with its text', word);
}

/** gdb’s own text for an action, where {@link actionWord} uses other words. */
export function actionDetail(action: PlannedAction): string {
  if (action.action === 'teval') return 'teval';
  return itemWord(action.item) ? action.item : `collect${stringsOption(action)}`;
}

/** The actions of a list, in one line. */
export function actionsLine(actions: readonly PlannedAction[]): string {
  if (actions.length === 0) return vscode.l10n.t('nothing');
  return actions.map(actionWord).join(', ');
}

export function kindWord(kind: TracepointKind): string {
  switch (kind) {
    case 'trap':
      return vscode.l10n.t('Tracepoint');
    case 'fast':
      return vscode.l10n.t('Fast Tracepoint');
    case 'static':
      return vscode.l10n.t('Static Tracepoint');
  }
}

/** Whether a tracepoint collects and computes nothing, at a hit or at the steps after it. */
export function hasNoAction({ actions, stepping }: PlannedTracepoint): boolean {
  return actions.length === 0 && (stepping?.actions ?? []).length === 0;
}

/** What makes a tracepoint differ from a plain one, in one line; empty for a plain one. */
export function conditionsLine(tracepoint: PlannedTracepoint): string {
  const { condition, passCount, stepping } = tracepoint;
  const parts = [
    hasNoAction(tracepoint) ? vscode.l10n.t('collects nothing') : '',
    condition === undefined ? '' : vscode.l10n.t('if {0}', condition),
    passCount === 0 ? '' : vscode.l10n.t('ends the run at hit {0}', passCount),
    stepping ? vscode.l10n.t('{0} steps', stepping.count) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** Hits, and bytes in the buffer. */
export function countersLine(hits: number, bytes: number): string {
  const counted = hits === 1 ? vscode.l10n.t('1 hit') : vscode.l10n.t('{0} hits', hits);
  return bytes === 0 ? counted : `${counted} · ${sizeText(bytes)}`;
}

/** A tracepoint, as hovers and the view's tooltips show it. */
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
