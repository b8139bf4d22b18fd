// The state of a run while it continues: gdb manual, "Tracepoint Packets", qTStatus, qTP, qTV.
import type { CounterDigits } from '../../format/description';
import { readReply } from '../packets/fields';
import {
  readStatusReply,
  readTracepointStatus,
  readVariableValue,
  writeStatusPacket,
  type TraceStatusReply,
} from '../packets/run';
import { malformed, type RspClient } from './rspClient';
import type { TracepointCount, VariableNow } from './recording';

/** A tracepoint at one address. */
export interface TracepointPlace {
  readonly number: number;
  readonly address: bigint;
  readonly enabled: boolean;
}

/** The run's status; undefined where the target knows no tracepoints, or its program is gone. */
export async function readRunStatus(client: RspClient): Promise<TraceStatusReply | undefined> {
  const packet = writeStatusPacket({ kind: 'trace-status' });
  const reply = await client.request(packet);
  const { kind } = readReply(reply);
  if (kind === 'unsupported' || kind === 'error') return undefined;
  const status = readStatusReply(reply);
  if ('kind' in status) throw malformed(packet, reply, status.expected);
  return status;
}

/** A tracepoint's counters as the target writes them; undefined where it does not count. */
export async function readCounterDigits(
  client: RspClient,
  { number, address }: TracepointPlace,
): Promise<CounterDigits | undefined> {
  const packet = writeStatusPacket({ kind: 'tracepoint-status', number, address });
  const digits = readTracepointStatus(await client.request(packet));
  return 'kind' in digits ? undefined : digits;
}

/** All tracepoints with their counters. */
export async function countTracepoints(
  client: RspClient,
  places: readonly TracepointPlace[],
  run: TraceStatusReply,
): Promise<TracepointCount[]> {
  const counted: { place: TracepointPlace; digits: CounterDigits | undefined }[] = [];
  for (const place of places) {
    counted.push({ place, digits: await readCounterDigits(client, place) });
  }
  const radix = radixOf(
    counted.flatMap(({ digits }) => digits ?? []),
    run,
  );
  return counted.map(({ place, digits }) => ({
    ...place,
    ...(digits && {
      hits: Number.parseInt(digits.hits, radix),
      usage: Number.parseInt(digits.usage, radix),
    }),
  }));
}

/** The variables with their values now. */
export async function readValues(
  client: RspClient,
  variables: readonly Omit<VariableNow, 'value'>[],
): Promise<VariableNow[]> {
  const values: VariableNow[] = [];
  for (const { number, name } of variables) {
    const packet = writeStatusPacket({ kind: 'variable-value', number });
    const read = readVariableValue(await client.request(packet));
    const value = 'kind' in read ? undefined : read.value;
    values.push({ number, name, ...(value !== undefined && { value }) });
  }
  return values;
}

/**
 * Digits of counters should be hexadecimal, but gdbserver's are decimal. What the tracepoints
 * used together is near what the buffer holds; where old frames gave way, the hits are near the
 * frames created.
 */
function radixOf(counters: readonly CounterDigits[], run: TraceStatusReply): 10 | 16 {
  if (counters.some(({ hits, usage }) => /[a-f]/i.test(hits + usage))) return 16;
  const { bufferSize = 0, bufferFree = 0, framesInBuffer, framesCreated = 0 } = run;
  const isWhole = framesInBuffer === framesCreated;
  const near = (radix: 10 | 16): number => {
    const sum = (digits: (each: CounterDigits) => string) =>
      counters.reduce((total, each) => total + Number.parseInt(digits(each), radix), 0);
    return isWhole
      ? Math.abs(sum(({ usage }) => usage) - (bufferSize - bufferFree))
      : Math.abs(sum(({ hits }) => hits) - framesCreated);
  };
  return near(16) <= near(10) ? 16 : 10;
}
