// A frame that the page asks about may not be in the index yet, or not exist.
import { t } from '@vscode/l10n';
import type { Trace } from '../trace/trace';
import { RequestProblem } from './conversation';

/** Waits until the index holds a frame; a trace without it is the page's to show. */
export async function awaitFrame(trace: Trace, frame: number): Promise<void> {
  if (!(await trace.reach(frame))) throw new RequestProblem(t('There is no frame {0}.', frame));
}
