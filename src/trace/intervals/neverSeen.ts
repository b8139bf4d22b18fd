// Of an enumeration it is known which transitions there could be: those that a trace never showed.
import { enumeratorName } from '../../values/text/scalars';
import { strip } from '../../values/types';
import type { FrameValue } from '../search/frameValues';
import type { Transitions } from './transitions';

/** Pairs of enumerators, by name, that are no transition in a trace. */
export interface NeverSeen {
  readonly total: number;
  /** The first of them. */
  readonly pairs: readonly { readonly from: string; readonly to: string }[];
}

/** Pairs that are listed. */
const maxPairs = 1000;

/**
 * Undefined where the value is no enumeration, and where more pairs were seen than are known.
 */
export async function neverSeen(
  value: FrameValue,
  { states, transitions, others }: Transitions,
): Promise<NeverSeen | undefined> {
  const [first] = states;
  if (!first || others > 0) return undefined;
  const names = await enumerators(value, first.frame);
  if (!names) return undefined;
  const keys = states.map(({ key }) => Number(key));
  const seen = new Set(
    transitions.map(({ from, to }) => `${keys[from] ?? NaN} ${keys[to] ?? NaN}`),
  );
  const among = transitions.filter(({ from, to }) =>
    [from, to].every((state) => names.has(keys[state] ?? NaN)),
  );
  const pairs: { from: string; to: string }[] = [];
  for (const [from, name] of names) {
    for (const [to, other] of names) {
      if (pairs.length >= maxPairs) break;
      if (from !== to && !seen.has(`${from} ${to}`)) pairs.push({ from: name, to: other });
    }
  }
  return { total: names.size * (names.size - 1) - among.length, pairs };
}

/** Names by number; of several for one number gdb writes the first. */
async function enumerators(
  value: FrameValue,
  frame: number,
): Promise<ReadonlyMap<number, string> | undefined> {
  const kind = await value.kindIn(frame);
  const type = 'problem' in kind ? undefined : strip(kind.type);
  if (type?.kind !== 'enum') return undefined;
  const names = new Map<number, string>();
  for (const { name, value: number } of type.enumerators) {
    if (!names.has(Number(number))) names.set(Number(number), enumeratorName(type, name, 'c'));
  }
  return names;
}
