// The condition of a data breakpoint: `$_changed`, which compares with the nearest earlier frame
// that has the value.
import type { ModuleList } from '../../trace/moduleList';
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { linkAddress } from '../../machine/stackFrame';
import { argumentsOf, localsOf } from '../../values/frameVariables';
import { framePcs } from '../../trace/framePcs';
import type { PcRange } from '../../trace/search/framePredicate';
import { namesIn } from '../../trace/changes/followedValue';
import type { Trace } from '../../trace/trace';
import type { Followed } from './requestedStop';
import { readReference } from '../memory';

/** So many places of frames are looked at for variables of the same name. */
const maxPlaces = 1000;

/** A frame condition that holds where the value is another. */
export async function changeCondition(trace: Trace, followed: Followed): Promise<string> {
  const { expression, within } = followed;
  const isOnlyThere = !within || (await meansNothingOutside(trace, expression, within.ranges));
  return `$_changed(${isOnlyThere ? expression : onlyIn(within.ranges, expression)})`;
}

/**
 * An expression that has no value in frames of other functions, where the same name is another
 * variable: left of the comma it divides by zero in those. Searches for it are slower, so it is
 * used only where it is needed.
 */
function onlyIn(ranges: readonly PcRange[], expression: string): string {
  const inside = ranges.map(
    ({ start, end }) => `($pc >= ${hexAddress(start)} && $pc < ${hexAddress(end)})`,
  );
  return `(1 / (${inside.join(' || ')}), (${expression}))`;
}

/**
 * Whether no frame outside of the ranges knows a name of the expression; false where that is not
 * known at once.
 */
async function meansNothingOutside(
  trace: Trace,
  expression: string,
  ranges: readonly PcRange[],
): Promise<boolean> {
  if (!trace.recording.indexProgress.complete) return false;
  const names = namesIn(expression);
  for (const { program } of trace.modules.current.loaded) {
    for (const name of names) if ((await program.globalsNamed(name)).length > 0) return false;
  }
  const pcs = await framePcs(trace.recording);
  const isInside = (pc: bigint) => ranges.some(({ start, end }) => pc >= start && pc < end);
  if (pcs.size > maxPlaces) return false;
  const slice = new TimeSlice();
  for (const pc of pcs) {
    await slice.yieldIfDue();
    if (!isInside(pc) && (await hasLocal(trace.modules.current, pc, names))) return false;
  }
  return true;
}

async function hasLocal(
  modules: ModuleList,
  pc: bigint,
  names: ReadonlySet<string>,
): Promise<boolean> {
  for (const { program, slide } of modules.loaded) {
    for (const scope of await program.scopesAt(linkAddress(pc, slide))) {
      const variables = [...argumentsOf(scope), ...localsOf(scope)];
      if (variables.some(({ name }) => names.has(name))) return true;
    }
  }
  return false;
}

// The id of a data breakpoint: what to follow, written so that a client can keep it from one
// session to the next.

/** Writes an id. */
export function dataIdOf({ expression, label, within }: Followed): string {
  const ranges = within?.ranges.map(({ start, end }) => [hexAddress(start), hexAddress(end)]);
  return JSON.stringify({
    ...{ expression, label },
    ...(within && { function: within.name, ranges }),
  });
}

/** Reads an id; undefined for an id of another adapter. */
export function readDataId(dataId: unknown): Followed | undefined {
  if (typeof dataId !== 'string') return undefined;
  const fields = new Map<string, unknown>(Object.entries(parsed(dataId)));
  const expression = fields.get('expression');
  const name = fields.get('function');
  const label = fields.get('label');
  if (typeof expression !== 'string') return undefined;
  if (name === undefined) return { expression, ...(typeof label === 'string' && { label }) };
  const ranges = rangesOf(fields.get('ranges'));
  return typeof name === 'string' && ranges ? { expression, within: { name, ranges } } : undefined;
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value ? value : {};
  } catch {
    return {};
  }
}

function rangesOf(value: unknown): { start: bigint; end: bigint }[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const ranges = value.map((range: unknown) => {
    const [start, end] = Array.isArray(range) ? range.map(addressOf) : [];
    return start === undefined || end === undefined ? undefined : { start, end };
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function addressOf(value: unknown): bigint | undefined {
  return typeof value === 'string' ? readReference(value) : undefined;
}
