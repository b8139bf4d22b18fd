// Frames that belong together: of a tracepoint, in a function, at a line, of equal value.
import { TimeSlice } from '../../bytes/timeSlice';
import { baseName } from '../paths';
import type { FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';
import { codePlace } from '../words/codePlace';
import type { FrameList } from './frameList';
import type { RowsDone } from './sortKeys';

/** What frames of a group have in common. */
export type GroupedBy =
  | { readonly kind: 'tracepoint' | 'function' | 'line' }
  | { readonly kind: 'value'; readonly value: FrameValue };

/** Frames that have something in common. */
export interface FrameGroup {
  /** What they have in common, for a person; absent for the frames of which it is not known. */
  readonly label?: string;
  /** A frame condition that holds in just these; absent where there is none. */
  readonly condition?: string;
  frames: number;
  /** The frames' numbers. */
  first: number;
  last: number;
  /** Of the numbers measured in them; absent where there were none. */
  least?: number;
  most?: number;
}

/** Groups kept at most; frames of further ones are counted in `others`. */
const mostGroups = 10_000;
/** Frames between two looks at the clock. */
const framesPerBreath = 1024;

/**
 * The groups of a list's frames, in the order in which they first come; `measured` is an expression whose least and most
 * are wanted in each. Undefined where it was cancelled.
 */
export async function groupsOf(
  trace: Trace,
  list: FrameList,
  by: GroupedBy,
  measured?: FrameValue,
  cancelled?: AbortSignal,
  done?: RowsDone,
): Promise<{ groups: FrameGroup[]; others: number } | undefined> {
  const groups = new Map<string | undefined, FrameGroup>();
  const common = commonOf(trace, by);
  const slice = new TimeSlice();
  let others = 0;
  for (let row = 0; row < list.count; row++) {
    const frame = list.frameAt(row);
    const key = await common(frame);
    const label = key?.label;
    const group = groups.get(label) ?? { ...key, frames: 0, first: frame, last: frame };
    if (groups.has(label) || groups.size < mostGroups) {
      groups.set(label, group);
      count(group, frame, await measured?.numberIn(frame));
    } else {
      others++;
    }
    if (row % framesPerBreath === 0) done?.(row);
    if (slice.usedUp) await slice.breathe();
    if (cancelled?.aborted) return undefined;
  }
  return { groups: [...groups.values()], others };
}

function count(group: FrameGroup, frame: number, number: number | undefined): void {
  group.frames++;
  group.first = Math.min(group.first, frame);
  group.last = Math.max(group.last, frame);
  if (number === undefined || Number.isNaN(number)) return;
  group.least = Math.min(group.least ?? number, number);
  group.most = Math.max(group.most ?? number, number);
}

type Common = { readonly label: string; readonly condition?: string } | undefined;

function commonOf(trace: Trace, by: GroupedBy): (frame: number) => Common | Promise<Common> {
  switch (by.kind) {
    case 'tracepoint':
      return (frame) => {
        const label = String(trace.index.tracepoint(frame));
        return { label, condition: `$tracepoint == ${label}` };
      };
    case 'function':
      return byPlace(trace, async (pc) => {
        const { functionName: label } = await trace.locate(pc);
        return label === undefined
          ? undefined
          : { label, condition: `$_streq($trace_func, ${quoted(label)})` };
      });
    case 'line':
      return byPlace(trace, async (pc) => {
        const place = await codePlace(trace.programs.placements, pc);
        return (
          place && {
            label: `${baseName(place.file)}:${place.line}`,
            condition: `$trace_line == ${place.line} && $_streq($trace_file, ${quoted(place.file)})`,
          }
        );
      });
    case 'value':
      return async (frame) => {
        const written = await by.value.textIn(frame);
        if ('problem' in written) return undefined;
        const { text } = written;
        const isNumber = /^-?\d+$/.test(text);
        return { label: text, ...(isNumber && { condition: `(${by.value.text}) == ${text}` }) };
      };
  }
}

/** Looks at each PC once. */
function byPlace(
  trace: Trace,
  common: (pc: bigint) => Promise<Common>,
): (frame: number) => Common | Promise<Common> {
  const known = new Map<bigint, Common>();
  return (frame) => {
    const at = trace.pc(frame);
    if (!at) return undefined;
    if (known.has(at.pc)) return known.get(at.pc);
    return common(at.pc).then((found) => {
      known.set(at.pc, found);
      return found;
    });
  };
}

/** A string literal of C. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
