// Locations as the program records its sources. A plan names files of the workspace, which may lie elsewhere than where they
// were compiled, or end as others do.
import type { PlannedTracepoint, RecordingPlan } from '../../remote/record/plan';
import { isMeantFile } from '../../trace/linespec';
import { SourceLookup } from '../../trace/sourceLookup';
import { fileExists, workspaceFolders } from '../files';
import { savedSourceMap } from '../sources';
import { documentOf } from './documents';
import { lineOf, locationOf } from './locations';

/** The plan with the locations of lines as the compiler recorded their files, where one name does not tell. */
export async function asRecorded(
  plan: RecordingPlan,
  recorded: readonly string[],
): Promise<RecordingPlan> {
  const where = { sourceMap: savedSourceMap(), folders: workspaceFolders() };
  const lookup = new SourceLookup(where, fileExists);
  const tracepoints: PlannedTracepoint[] = [];
  for (const tracepoint of plan.tracepoints) {
    const location = await recordedLocation(tracepoint.location, recorded, lookup);
    tracepoints.push({ ...tracepoint, location });
  }
  return { ...plan, tracepoints };
}

async function recordedLocation(
  location: string,
  recorded: readonly string[],
  lookup: SourceLookup,
): Promise<string> {
  const at = lineOf(location);
  if (!at || recorded.filter((file) => isMeantFile(at.file, file)).length === 1) return location;
  const document = await documentOf(at);
  const [file] = document ? await lookup.recordedAs(document.fsPath, recorded) : [];
  return file === undefined ? location : locationOf({ file, line: at.line });
}
