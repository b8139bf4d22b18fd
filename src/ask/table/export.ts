// Frames written as text or as a file.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { exportFrames, type ExportFormat } from '../../trace/export/exportFrames';
import type { Sink } from '../../trace/export/sink';
import { ownColumns } from '../../trace/export/tables';
import type { AskedTrace } from '../askedTrace';
import { requireUncancelled } from '../expressions';
import { described, publicQuestion, wholeNumber } from '../question';
import type { QuestionRun } from '../run';
import { frameChoice, type FrameChoice, frameTable } from './frames';

/** Characters of an export that comes as an answer. */
const maxExportText = 1_000_000;

const textFormats = ['csv', 'jsonLines', 'markdown', 'tdump'] as const;

const exportInput = v.strictObject({
  ...frameChoice.entries,
  format: described(v.picklist(textFormats), 'tdump: what gdb prints of each frame.'),
});

const exported = v.strictObject({
  frames: wholeNumber,
  text: v.string(),
  /** Whether the text ends before the last frame. */
  shortened: v.boolean(),
});

/** `export`, as text; nothing is written. */
export const exportText = publicQuestion({
  name: 'export',
  title: () => t('Export frames of a trace as text'),
  description:
    "Frames, all or those in which a condition holds, as CSV, JSON Lines, a Markdown table, or as gdb's tdump prints them. Without columns: frame, tracepoint, pc, function, file, line, collected, size.",
  input: exportInput,
  result: exported,
  answer: async (asked, { format, ...choice }, run) => {
    const decoder = new TextDecoder();
    let written = '';
    const end = new AbortController();
    const sink: Sink = {
      write: (bytes) => {
        written += decoder.decode(bytes, { stream: true });
        if (written.length > maxExportText) end.abort();
        return Promise.resolve();
      },
    };
    const signal = AbortSignal.any([run.signal, end.signal]);
    const count = await exportTo(asked, format, choice, sink, { ...run, signal });
    requireUncancelled(run.signal);
    const shortened = written.length > maxExportText;
    return { frames: count, text: written.slice(0, maxExportText), shortened };
  },
});

/** Writes the frames of a choice to a sink; gives how many there are. */
export async function exportTo(
  asked: AskedTrace,
  format: ExportFormat,
  choice: FrameChoice,
  sink: Sink,
  run: QuestionRun,
): Promise<number> {
  const meant = { ...choice, columns: choice.columns ?? [...ownColumns] };
  const { list, columns } = await frameTable(asked, meant, run);
  const { signal, report } = run;
  await exportFrames(asked.trace, { format, frames: list, columns }, sink, {
    signal,
    onProgress: (done) => {
      report({ done, total: list.count });
    },
  });
  return list.count;
}
