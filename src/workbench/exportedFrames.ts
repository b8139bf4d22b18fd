// Which frames are exported: all, those of the table, one, those marked, or those that a condition lets through.
import * as vscode from 'vscode';
import type { ExportColumn } from '../trace/export/columns';
import { AllFrames, ChosenFrames, SortedFrames, type FrameList } from '../trace/list/frameList';
import { FrameCondition } from '../trace/search/frameCondition';
import { matchingFrames } from '../trace/search/search';
import type { Trace } from '../trace/trace';
import { progressNotification } from './notify';

/** What a page shows. */
export interface ChosenTable {
  /** The frames that its filter lets through, in its order. */
  readonly frames: FrameList;
  exportColumns(): Promise<readonly ExportColumn[]>;
}

interface FramesItem extends vscode.QuickPickItem {
  /** Undefined where the user gives up. */
  readonly choose: () => FrameList | Promise<FrameList | undefined>;
}

/** Lets the user choose; waits for the whole index. Undefined where they give up. */
export async function chooseFrames(
  trace: Trace,
  table: ChosenTable | undefined,
  marked: readonly number[],
): Promise<FrameList | undefined> {
  await trace.indexed;
  const { index, position } = trace;
  const all = new AllFrames(index);
  const items: FramesItem[] = [
    {
      label: vscode.l10n.t('All Frames'),
      description: String(index.count),
      choose: () => all,
    },
  ];
  if (table) {
    const { frames } = table;
    items.unshift({
      label: vscode.l10n.t('Frames of the Table'),
      description: String(frames.count),
      detail: vscode.l10n.t('Filtered and sorted as they are shown.'),
      choose: () => copyOf(frames),
    });
  }
  const there = marked.filter((frame) => frame < index.count);
  if (there.length > 0) {
    items.push({
      label: vscode.l10n.t('Bookmarked Frames'),
      description: String(there.length),
      choose: () => listOf(there),
    });
  }
  if (position < index.count) {
    items.push({
      label: vscode.l10n.t('Frame {0}', position),
      choose: () => listOf([position]),
    });
  }
  items.push({
    label: vscode.l10n.t('Frames That Match a Condition…'),
    choose: () => askForCondition(trace),
  });
  const title = vscode.l10n.t('Export Frames: Which?');
  const picked = await vscode.window.showQuickPick(items, { title });
  return picked?.choose();
}

function listOf(frames: readonly number[]): FrameList {
  return new SortedFrames(Uint32Array.from(frames));
}

/** The table may be filtered anew while its frames are written. */
function copyOf(frames: FrameList): FrameList {
  if (frames instanceof AllFrames) return frames;
  const copy = new Uint32Array(frames.count);
  for (let row = 0; row < copy.length; row++) copy[row] = frames.frameAt(row);
  return new SortedFrames(copy);
}

async function askForCondition(trace: Trace): Promise<FrameList | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Frames to Export'),
    prompt: vscode.l10n.t('A condition that holds in them'),
    placeHolder: '$tracepoint == 2 && count > 10',
    validateInput: async (value) => {
      if (value.trim() === '') return undefined;
      const condition = await FrameCondition.compile(trace, value);
      return 'problem' in condition ? condition.problem : undefined;
    },
  });
  if (text === undefined || text.trim() === '') return undefined;
  const condition = await FrameCondition.compile(trace, text);
  return 'problem' in condition ? undefined : search(trace, condition);
}

function search(trace: Trace, condition: FrameCondition): Thenable<FrameList | undefined> {
  const title = vscode.l10n.t('Looking for frames: {0}', condition.text);
  return vscode.window.withProgress(progressNotification(title, true), async (progress, token) => {
    const cancelled = new AbortController();
    token.onCancellationRequested(() => {
      cancelled.abort();
    });
    const found = new ChosenFrames();
    const matching = matchingFrames(trace, [{ condition }], {
      ...{ from: -1, direction: 1, signal: cancelled.signal },
      onProgress: ({ matched }) => {
        progress.report({ message: vscode.l10n.t('{0} found', matched) });
      },
    });
    for await (const frames of matching) found.add(frames);
    return token.isCancellationRequested ? undefined : found;
  });
}
