// Where a command on tracepoints was given: at a line number, in the text, on an entry of the view, or from the palette.
import * as vscode from 'vscode';
import type { PlannedTracepoint } from '../../remote/record/plan';
import { namedFile } from './documents';
import type { PlannedLine } from './locations';
import { pickOne } from './pick';
import type { Tracepoints } from './tracepoints';
import { TracepointItem } from './tracepointsView';
import { conditionsLine } from './words';

/** A line of a document. */
interface DocumentLine {
  readonly uri: vscode.Uri;
  /** Counts from 1. */
  readonly line: number;
}

/** The line that a command means: of the menu of the line numbers, else where the cursor stands. */
export function lineMeant(argument: unknown): DocumentLine | undefined {
  if (isLineNumber(argument)) return { uri: argument.uri, line: argument.lineNumber };
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  return { uri: editor.document.uri, line: editor.selection.active.line + 1 };
}

/** The line as plans name it. */
export function planned({ uri, line }: DocumentLine): PlannedLine {
  return { file: namedFile(uri).relative, line };
}

/** The tracepoints that a command means: the entry of the view, else those at the line. */
export function tracepointsMeant(
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

/** One of several tracepoints; undefined where the person gave up. */
export async function pickTracepoint(
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
