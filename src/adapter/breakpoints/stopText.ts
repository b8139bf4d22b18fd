// Why the debugger stopped, when breakpoints stop it.
import { FrameValue } from '../../trace/search/frameValues';
import type { Trace } from '../../trace/trace';
import type { Breakpoint } from './breakpoint';
import { stopPlaceText } from './place';
import type { RunStop } from './run';

/** DAP's reason for a stop. */
export function dapStopReason({ breakpoints: [first] }: RunStop): string {
  const kind = first?.asked.kind;
  return kind === 'line' || kind === undefined ? 'breakpoint' : `${kind} breakpoint`;
}

/** For a person: `Breakpoint 2 at helper, app.c:13`. */
export async function stopNote(trace: Trace, { frame, breakpoints }: RunStop): Promise<string> {
  const names = await Promise.all(breakpoints.map((each) => nameOf(trace, each, frame)));
  return `${names.join(', ')} at ${await stopPlaceText(trace, frame)}`;
}

async function nameOf(trace: Trace, { id, asked }: Breakpoint, frame: number): Promise<string> {
  switch (asked.kind) {
    case 'function':
      return `Function breakpoint ${id}`;
    case 'instruction':
      return `Instruction breakpoint ${id}`;
    case 'data': {
      const { expression, label } = asked.followed;
      if (label !== undefined) return `Data breakpoint ${id}: ${label} changed`;
      const value = await FrameValue.compile(trace, expression);
      const written = 'problem' in value ? value : await value.textIn(frame);
      const became = 'problem' in written ? '' : ` to ${written.text}`;
      return `Data breakpoint ${id}: ${expression} changed${became}`;
    }
    case 'line':
    case 'nowhere':
      return `Breakpoint ${id}`;
  }
}
