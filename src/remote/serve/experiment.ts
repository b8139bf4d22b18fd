// The trace's tracepoints and variables as a target tells of them (qTfP, qTfV), and how they and
// the run stand (qTStatus, qTP, qTV).
import type { Recording } from '../../trace/recording';
import type { Tracepoint, TracepointLocation } from '../../format/description';
import type { TraceStatusReply } from '../packets/run';
import type { TracepointPiece, UploadedVariable } from '../packets/upload';

const utf8 = new TextEncoder();

/**
 * Every piece of every tracepoint. gdb numbers tracepoints in the reverse of the order in which
 * they come; the order is the file's, so that it gives them the numbers that it gives when it
 * reads the file itself.
 */
export function tracepointPieces(recording: Recording): TracepointPiece[] {
  const locations = recording.description.tracepoints.flatMap((tracepoint) =>
    tracepoint.locations.map((location) => ({ tracepoint, location })),
  );
  return locations
    .sort((a, b) => a.location.fileIndex - b.location.fileIndex)
    .flatMap(({ tracepoint, location }) => piecesOf(recording, tracepoint, location));
}

function piecesOf(
  recording: Recording,
  tracepoint: Tracepoint,
  location: TracepointLocation,
): TracepointPiece[] {
  const { number, step, pass } = tracepoint;
  const { address, enabled, kind, fastLength, conditionBytecode } = location;
  const place = { number, address };
  const definition: TracepointPiece = {
    piece: 'T',
    ...place,
    enabled,
    step,
    pass,
    isStatic: kind === 'static',
    ...(fastLength !== undefined && { fastLength }),
    ...(conditionBytecode && { conditionBytecode }),
  };
  const noStepping = { opensStepping: false, steppingActions: [] };
  const actions = location.actions.map((action): TracepointPiece => ({
    piece: 'A',
    ...place,
    actions: [action],
    ...noStepping,
  }));
  const steppingActions = location.steppingActions.map((action): TracepointPiece => ({
    piece: 'S',
    ...place,
    actions: [action],
    ...noStepping,
  }));
  const counters = locationCounters(recording, tracepoint, location);
  return [
    definition,
    ...actions,
    ...steppingActions,
    ...sourcesOf(tracepoint, address),
    ...(counters ? [{ piece: 'V' as const, ...place, ...counters }] : []),
  ];
}

function sourcesOf(tracepoint: Tracepoint, address: bigint): TracepointPiece[] {
  const { number, at, condition, commands } = tracepoint;
  const strings = [
    ...(at === undefined ? [] : [['at', at] as const]),
    ...(condition === undefined ? [] : [['cond', condition] as const]),
    ...commands.map((command) => ['cmd', command] as const),
  ];
  return strings.map(([type, string]) => {
    const text = utf8.encode(string);
    return { piece: 'Z', number, address, type, start: 0, length: text.length, text };
  });
}

/** Every trace state variable, in the file's order. */
export function uploadedVariables({ description }: Recording): UploadedVariable[] {
  return description.variables.map(({ number, name, initialValue, builtin }) => ({
    piece: 'variable',
    number,
    initialValue,
    builtin,
    name: utf8.encode(name),
  }));
}

/**
 * The run's status. It is over, whatever the file says: gdb looks at no frames of a run that goes
 * on.
 */
export function statusOf({ description, index }: Recording): TraceStatusReply {
  const { status } = description;
  if (!status) return { ...overForSomeReason, framesInBuffer: index.count };
  const isKnown = status.stopReason !== 'unknown' && !status.running;
  return { ...status, ...(!isKnown && overForSomeReason), running: false, unknownFields: [] };
}

const overForSomeReason: TraceStatusReply = {
  running: false,
  stopReason: 'unknown',
  stopWord: '',
  stopTracepoint: 0,
  stopText: '',
  unknownFields: [],
};

/**
 * A tracepoint's hits and bytes, as hexadecimal digits; undefined where the file does not count
 * them, or not all frames are known yet, which tell how its digits are meant.
 */
export function countersOf(
  recording: Recording,
  number: number,
  address: bigint,
): { hits: string; usage: string } | undefined {
  const tracepoint = recording.description.tracepoints.find((each) => each.number === number);
  const location = tracepoint?.locations.find((each) => each.address === address);
  return tracepoint && location && locationCounters(recording, tracepoint, location);
}

function locationCounters(
  recording: Recording,
  tracepoint: Tracepoint,
  { counters }: TracepointLocation,
): { hits: string; usage: string } | undefined {
  const base = counters && recording.counters(tracepoint)?.base;
  if (!base) return undefined;
  const radix = base === 'decimal' ? 10 : 16;
  const { hits, usage } = counters;
  const hex = (digits: string) => Number.parseInt(digits, radix).toString(16);
  return { hits: hex(hits), usage: hex(usage) };
}
