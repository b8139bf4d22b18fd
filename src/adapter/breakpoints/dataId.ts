// The id of a data breakpoint: what to follow, written so that a client can keep it from one session to the next.
import { hexAddress } from '../../bytes/hex';
import { readReference } from '../memory';
import type { Followed } from './asked';

/** Writes an id. */
export function dataIdOf({ expression, label, within }: Followed): string {
  const ranges = within?.ranges.map(({ start, end }) => [hexAddress(start), hexAddress(end)]);
  return JSON.stringify({
    ...{ expression, label },
    ...(within && { function: within.name, ranges }),
  });
}

/** Reads an id; undefined where it is none of this adapter's. */
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
