// The command "Export Branch Trace…": calls or instructions, in which format, where.
import { groupedDigits } from '../../bytes/groupedDigits';
import * as vscode from 'vscode';
import type { BranchTrace, Execution } from '../../trace/branch/branchTrace';
import {
  exportBranches,
  rowCount,
  type BranchExportFormat,
  type BranchRows,
} from '../../trace/branch/exportBranches';
import { baseName } from '../../trace/paths';
import { inform } from '../notify';
import { saveExport } from '../saveExport';

interface RowsItem extends vscode.QuickPickItem {
  readonly rows: BranchRows;
}

interface FormatItem extends vscode.QuickPickItem {
  readonly format: BranchExportFormat;
  readonly extension: string;
}

/** Exports a trace as the user wants it. */
export async function exportBranchTrace(trace: BranchTrace, file: vscode.Uri): Promise<void> {
  const execution = await trace.execution();
  if (!execution) {
    inform(vscode.l10n.t('The blocks are being followed: try again when the calls are shown.'));
    return;
  }
  const chosen = await vscode.window.showQuickPick(rowItems(execution), {
    title: vscode.l10n.t('Export Branch Trace: Which Rows?'),
  });
  if (!chosen) return;
  const as = await vscode.window.showQuickPick(formatItems, {
    title: vscode.l10n.t('Export Branch Trace: Format'),
  });
  if (!as) return;
  const target = await askWhere(file, chosen, as);
  if (target) await save(trace, execution, chosen, as, target);
}

function rowItems(execution: Execution): RowsItem[] {
  const described = (rows: BranchRows) => groupedDigits(rowCount(execution, rows));
  return [
    {
      rows: 'calls',
      label: vscode.l10n.t('Calls'),
      description: described('calls'),
      detail: vscode.l10n.t('A row for each range in a function, as gdb numbers them.'),
    },
    {
      rows: 'instructions',
      label: vscode.l10n.t('Instructions'),
      description: described('instructions'),
    },
  ];
}

const formatItems: readonly FormatItem[] = [
  { format: 'csv', extension: 'csv', label: 'CSV' },
  { format: 'jsonLines', extension: 'jsonl', label: 'JSON Lines' },
  { format: 'markdown', extension: 'md', label: 'Markdown' },
];

function askWhere(
  file: vscode.Uri,
  { rows }: RowsItem,
  { extension, label }: FormatItem,
): Thenable<vscode.Uri | undefined> {
  const stem = baseName(file.path).replace(/\.(btrace|xml)$/, '');
  const defaultUri = vscode.Uri.joinPath(file, '..', `${stem}-${rows}.${extension}`);
  return vscode.window.showSaveDialog({ defaultUri, filters: { [label]: [extension] } });
}

function save(
  trace: BranchTrace,
  execution: Execution,
  { rows }: RowsItem,
  { format }: FormatItem,
  target: vscode.Uri,
): Promise<void> {
  const words = {
    title: vscode.l10n.t('Exporting to {0}', baseName(target.path)),
    count: rowCount(execution, rows),
    holds: (name: string, count: string) => vscode.l10n.t('{0} holds {1} rows.', name, count),
  };
  return saveExport(
    target,
    words,
    (signal, onProgress) => (sink) =>
      exportBranches(trace, execution, { rows, format }, sink, { signal, onProgress }),
  );
}
