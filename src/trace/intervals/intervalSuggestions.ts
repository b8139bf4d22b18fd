// Intervals that a trace suggests by its tracepoints: from the entry of a function to its others,
// and from one hit of a tracepoint to the next, by an argument that tells hits apart.
import { rowsPerBreath, TimeSlice } from '../../bytes/timeSlice';
import type { Tracepoint } from '../../format/description';
import { argumentsOf } from '../../values/frameVariables';
import { clockOf } from '../overview/frameTimes';
import { FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';
import { frameKeys, type FrameKey } from './frameKeys';

/** Intervals from hits of tracepoints to hits of tracepoints, by the file's numbers. */
export interface IntervalSuggestion {
  /** `calls`: from the entry of a function; `hits`: from each hit of a tracepoint to the next. */
  readonly kind: 'calls' | 'hits';
  readonly begin: readonly number[];
  readonly end: readonly number[];
  /** The function that the tracepoints are in, where it is known. */
  readonly functionName?: string;
  /** An expression to pair by. */
  readonly key?: string;
}

/** Tracepoints that are looked at. */
const maxTracepoints = 100;
/** Suggestions of a kind. */
const maxSuggestions = 3;
/** Hits that are asked for their arguments. */
const maxHits = 64;
/** Arguments that are looked at. */
const maxArguments = 8;

interface HitTracepoint {
  readonly tracepoint: Tracepoint;
  readonly hits: readonly number[];
  readonly functionName: string | undefined;
}

/** Waits for the whole index. */
export async function intervalSuggestions(
  trace: Trace,
  signal?: AbortSignal,
): Promise<IntervalSuggestion[]> {
  await trace.recording.indexed;
  const hit = await hitTracepoints(trace, signal);
  const suggestions = await callsOf(trace, hit);
  for (const { tracepoint, hits, functionName } of await timedFirst(trace, hit)) {
    if (signal?.aborted) break;
    const { number } = tracepoint;
    const key = await tellingArgument(trace, hits, signal);
    suggestions.push({
      ...{ kind: 'hits', begin: [number], end: [number] },
      ...(functionName !== undefined && { functionName }),
      ...(key !== undefined && { key }),
    });
  }
  return suggestions;
}

/** Tracepoints with hits in the trace, each with the first of them. */
async function hitTracepoints(
  { recording, modules }: Trace,
  signal: AbortSignal | undefined,
): Promise<HitTracepoint[]> {
  const { index, stepping, description } = recording;
  const tracepoints = description.tracepoints.slice(0, maxTracepoints);
  const hitsOf = new Map(tracepoints.map(({ number }) => [number, [] as number[]]));
  const slice = new TimeSlice();
  for (let frame = 0; frame < index.count; frame++) {
    if (frame % rowsPerBreath === 0) await slice.yieldIfDue();
    if (signal?.aborted) return [];
    const hits = hitsOf.get(index.tracepoint(frame));
    if (hits && hits.length < maxHits && !stepping.isStep(frame)) hits.push(frame);
  }
  const found: HitTracepoint[] = [];
  for (const tracepoint of tracepoints) {
    const [first] = tracepoint.locations;
    const { functionName } = first ? await modules.current.locate(first.address) : {};
    const hits = hitsOf.get(tracepoint.number) ?? [];
    if (hits.length > 0) found.push({ tracepoint, hits, functionName });
  }
  return found;
}

/** From a function's entry to its other tracepoints. */
async function callsOf(trace: Trace, hit: readonly HitTracepoint[]): Promise<IntervalSuggestion[]> {
  const suggestions: IntervalSuggestion[] = [];
  for (const functionName of new Set(hit.map((each) => each.functionName))) {
    if (functionName === undefined || suggestions.length >= maxSuggestions) continue;
    const inFunction = hit.filter((each) => each.functionName === functionName);
    const begin: number[] = [];
    const end: number[] = [];
    for (const { tracepoint } of inFunction) {
      const isEntry = await isAtEntry(trace, functionName, tracepoint);
      (isEntry ? begin : end).push(tracepoint.number);
    }
    if (begin.length > 0 && end.length > 0) {
      suggestions.push({ kind: 'calls', begin, end, functionName });
    }
  }
  return suggestions;
}

/** At its first instruction, or where gdb's `trace FUNCTION` is. */
async function isAtEntry(
  { modules }: Trace,
  functionName: string,
  { locations }: Tracepoint,
): Promise<boolean> {
  const entries = await modules.current.addressesOfFunction(functionName);
  for (const { address } of locations) {
    if (entries.includes(address)) return true;
    const symbol = await modules.current.symbol(address);
    if (symbol !== undefined && !symbol.includes('+')) return true;
  }
  return false;
}

/** Those whose hits collected a time; where there are none, those with the most hits. */
async function timedFirst(trace: Trace, hit: readonly HitTracepoint[]): Promise<HitTracepoint[]> {
  const clock = await clockOf(trace);
  const repeated = hit
    .filter(({ hits }) => hits.length > 1)
    .sort((a, b) => b.hits.length - a.hits.length);
  const timed: HitTracepoint[] = [];
  for (const each of repeated) {
    const [first = 0] = each.hits;
    if ((await clock?.numberFrom(first, undefined, undefined)) !== undefined) timed.push(each);
  }
  return (timed.length > 0 ? timed : repeated).slice(0, maxSuggestions);
}

/** An argument with few values, each in several hits: it tells what is counted apart. */
async function tellingArgument(
  trace: Trace,
  hits: readonly number[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const [first] = hits;
  if (first === undefined) return undefined;
  const [innermost] = (await trace.callStack(first)).frames;
  const scope = innermost?.scope;
  for (const { name } of scope ? argumentsOf(scope).slice(0, maxArguments) : []) {
    const value = await FrameValue.compile(trace, name);
    if ('problem' in value) continue;
    const keyIn = frameKeys(value);
    const keys: FrameKey[] = [];
    for (const frame of hits) keys.push(await keyIn(frame, undefined, signal));
    const known = keys.filter((key) => key !== undefined);
    const different = new Set(known).size;
    if (different > 1 && 2 * different <= known.length) return name;
  }
  return undefined;
}
