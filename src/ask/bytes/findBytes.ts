// Searches the bytes of the file from an offset on.
import * as v from 'valibot';
import { append } from '../../bytes/arrays';
import { RequestFailed } from '../../bytes/requestFailed';
import type { Immutable } from '../../wire/contract';
import { question, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { hexPattern, searchBytes, textPattern, type BytesSearch } from './bytesSearch';

/** The most places that one search lists. */
export const maxPlaces = 1000;
/** Characters of the longest pattern that is searched for. */
const maxPatternText = 1000;

const foundBytes = v.strictObject({
  /** Where the places begin, in the order of finding; they do not overlap. */
  places: v.array(wholeNumber),
  /** Bytes of each. */
  length: wholeNumber,
  /** True where the search stopped at `most` places. */
  more: v.boolean(),
  /** True where it went on at the other end of the file. */
  wrapped: v.boolean(),
});
export type FoundBytes = Immutable<v.InferOutput<typeof foundBytes>>;

/** `findBytes`: the nearest `most` places. */
export const findBytes = question({
  input: v.strictObject({
    /** `hex`: two digits for each byte, `?` for any digit. */
    kind: v.picklist(['hex', 'text']),
    pattern: v.pipe(v.string(), v.maxLength(maxPatternText)),
    matchCase: v.boolean(),
    /** The first offset at which a place may begin; backward the last. */
    from: wholeNumber,
    direction: v.picklist([1, -1]),
    most: v.pipe(wholeNumber, v.minValue(1), v.maxValue(maxPlaces)),
    /** Continues at the other end of the file. */
    wrap: v.boolean(),
  }),
  result: foundBytes,
  /** Bytes searched of all that are to be searched, and places found. */
  progress: v.strictObject({ done: v.number(), total: v.number(), found: v.number() }),
  answer: async ({ trace }: TraceAsked, asked, { signal, report }) => {
    const { kind, from, direction, most, wrap } = asked;
    const pattern =
      kind === 'hex' ? hexPattern(asked.pattern) : textPattern(asked.pattern, asked.matchCase);
    if ('problem' in pattern) throw new RequestFailed(pattern.problem);
    const { bytes } = trace.recording;
    const total = wrap ? bytes.size : direction > 0 ? bytes.size - from : from;
    const search = (span: Pick<BytesSearch, 'from' | 'to'>, before: number) =>
      searchBytes(bytes, pattern, {
        ...{ ...span, direction, most, signal },
        onProgress: (done, found) => {
          report({ done: before + done, total, found });
        },
      });
    const end = direction > 0 ? bytes.size : 0;
    const places = await search({ from, to: end }, 0);
    const wrapped = wrap && places.length === 0;
    if (wrapped) {
      const rest = direction > 0 ? { from: 0, to: from } : { from: bytes.size, to: from + 1 };
      append(places, await search(rest, Math.abs(end - from)));
    }
    return { places, length: pattern.values.length, more: places.length === most, wrapped };
  },
});
