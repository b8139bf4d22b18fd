// Two recordings in VS Code's diff editor: their status, tracepoints and frames in gdb's words.
import * as vscode from 'vscode';
import { writeCommands } from '../../remote/record/plan';
import { baseName } from '../../trace/paths';
import { tdumpLines } from '../../trace/text/tdump';
import { stopReasonText } from '../../trace/text/statusText';
import type { Trace } from '../../trace/trace';
import type { TracePrograms } from '../programs';
import type { WithTrace } from '../shownTrace';
import type { RecordedTrace } from './recordedTraces';
import { countedFrames } from './recordingStatus';
import { tracedPlan } from './tracedPlan';

const scheme = 'tracefile-text';
/** Frames that are written: more make a text in which nobody finds anything. */
const maxFrames = 2000;

/** What texts are made of. */
interface ComparedServices {
  readonly withTrace: WithTrace;
  readonly programs: TracePrograms;
}

/** Registers the texts; disposing of the result removes them. */
export function registerRecordingTexts(services: ComparedServices): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => textOf(vscode.Uri.parse(uri.query), services),
  });
}

export async function compareRecordings(one: RecordedTrace, other: RecordedTrace): Promise<void> {
  const [left, right] = [one.file, other.file];
  const title = `${baseName(left.path)} ↔ ${baseName(right.path)}`;
  await vscode.commands.executeCommand('vscode.diff', textUri(left), textUri(right), title);
}

function textUri(file: vscode.Uri): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `${file.path}.txt`, query: file.toString() });
}

async function textOf(
  file: vscode.Uri,
  { withTrace, programs }: ComparedServices,
): Promise<string> {
  const lines = await withTrace(file, async (trace) => {
    await trace.recording.indexed;
    await programs.ensure(trace, file);
    return [...descriptionLines(trace), ...(await frameLines(trace))];
  });
  return `${(lines ?? []).join('\n')}\n`;
}

function descriptionLines({ recording }: Trace): string[] {
  const { description, index } = recording;
  const counted = countedFrames(index.count);
  return [stopReasonText(description.status), counted, '', writeCommands(tracedPlan(description))];
}

async function frameLines(trace: Trace): Promise<string[]> {
  const { count } = trace.recording.index;
  const lines: string[] = [];
  for (let frame = 0; frame < Math.min(count, maxFrames); frame++) {
    const dump = await tdumpLines(trace, frame);
    const all = 'problem' in dump ? [...dump.before, dump.problem] : dump;
    // No two runs have the same times.
    for (const line of all) if (!line.startsWith('$trace_timestamp = ')) lines.push(line);
    lines.push('');
  }
  if (count > maxFrames) lines.push(vscode.l10n.t('{0} more frames.', count - maxFrames));
  return lines;
}
