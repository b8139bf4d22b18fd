// Traces whose frames collect a time, a number and a key, each or not.
import { Trace } from '../../../../src/trace/trace';
import { bytes, header, maker, sourceOf } from '../../format/traceBytes';

const { frame, variable } = maker('little');
const names = ['trace_timestamp', 'n', 'key'];

/** A frame: its tracepoint, 1 to 3, and what it collected. */
export interface Event {
  readonly tracepoint: number;
  /** Microseconds. */
  readonly time?: number;
  /** `$n` and `$key`. */
  readonly n?: number;
  readonly key?: number;
}

/** A trace of these frames; `addresses` are those of the tracepoints, hexadecimal. */
export async function traceOfEvents(
  events: readonly Event[],
  status = 'status 0;tnotrun:0',
  addresses = ['1000', '2000', '3000'],
): Promise<Trace> {
  const variables = names.map((name, i) => `tsv ${i + 1}:0:0:${Buffer.from(name).toString('hex')}`);
  const tracepoints = addresses.map((address, i) => `tp T${i + 1}:${address}:E:0:0`);
  const frames = events.map(({ tracepoint, time, n, key }) =>
    frame(
      tracepoint,
      ...[time, n, key].flatMap((value, i) =>
        value === undefined ? [] : [variable(i + 1, BigInt(value))],
      ),
    ),
  );
  const description = header('R 330', status, ...variables, ...tracepoints);
  const opened = await Trace.open(sourceOf(bytes(description, ...frames, [0, 0])), 'made.tf');
  if ('problem' in opened) throw new Error(opened.problem);
  await opened.trace.recording.indexed;
  return opened.trace;
}
