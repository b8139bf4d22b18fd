// DAP's `stopped`, which every move ends with, and the words that say where and why.
import { t } from '@vscode/l10n';
import { StoppedEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Trace } from '../trace/trace';

/** The one thread. */
export const threadId = 1;

/**
 * The reason for which VS Code selects a stack frame without a source, and opens its disassembly.
 */
export const stoppedAtInstruction = 'instruction breakpoint';

/** Why the debugger stopped, in DAP's words and for the user. */
export interface DapStopReason {
  readonly reason: string;
  /** Said behind the frame's number. */
  readonly note?: string;
  /** The breakpoints that stop here, with what to say before the frame's number. */
  readonly hit?: { readonly text: string; readonly ids: number[] };
}

/** The event for a stop where the trace is; its description is for the user. */
export function stoppedEvent(
  { recording: { index }, cursor: { frame } }: Trace,
  { reason, note, hit }: DapStopReason,
): { readonly event: DebugProtocol.StoppedEvent; readonly description: string } {
  const { count } = index;
  const place = t('Frame {0} of {1} · tracepoint {2}', frame, count, index.tracepoint(frame));
  const description = hit
    ? t('{0} · frame {1} of {2}', hit.text, frame, count)
    : [place, ...(note === undefined ? [] : [note])].join(' · ');
  const event: DebugProtocol.StoppedEvent = new StoppedEvent(reason, threadId);
  event.body.description = description;
  event.body.allThreadsStopped = true;
  if (hit) event.body.hitBreakpointIds = hit.ids;
  return { event, description };
}
