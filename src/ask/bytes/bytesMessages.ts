// Requests about the bytes of the file, and their answers. Offsets and lengths are bytes of the
// file, as numbers: a file is shorter than 2^53 bytes.
import * as v from 'valibot';

/** The most bytes that one request may ask for. */
export const maxRequestedBytes = 16 * 1024;
/** The most places that one search lists. */
export const maxPlaces = 1000;
/** Characters of the longest pattern that is searched for. */
const maxPatternText = 1000;

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** How selected bytes are written into the clipboard. */
const copyFormats = ['hex', 'text', 'c'] as const;
export type CopyFormat = (typeof copyFormats)[number];

/** The arguments of each request. */
export const bytesRequests = {
  /** The bytes from `offset` on and what they are. */
  bytes: v.strictObject({ offset: number, length: v.pipe(number, v.maxValue(maxRequestedBytes)) }),
  /** Where a frame is in the file. */
  frameBytes: v.strictObject({ frame: number }),
  /** Searches from an offset on; the nearest `most` places, which do not overlap. */
  findBytes: v.strictObject({
    /** `hex`: two digits for each byte, `?` for any digit. */
    kind: v.picklist(['hex', 'text']),
    pattern: v.pipe(v.string(), v.maxLength(maxPatternText)),
    matchCase: v.boolean(),
    /** The first offset at which a place may begin; backward the last. */
    from: number,
    direction: v.picklist([1, -1]),
    most: v.pipe(number, v.minValue(1), v.maxValue(maxPlaces)),
    /** Continues at the other end of the file. */
    wrap: v.boolean(),
  }),
  /** Puts bytes into the clipboard. */
  copyBytes: v.strictObject({ offset: number, length: number, format: v.picklist(copyFormats) }),
  /** The symbol at or before a run-time address. */
  addressSymbol: v.strictObject({ address: v.pipe(v.string(), v.regex(/^0x[0-9a-f]{1,16}$/)) }),
  /** Whether the file can be opened in VS Code's hex editor, which is an extension. */
  hasHexEditor: v.strictObject({}),
};

/** Opens the file in VS Code's hex editor. */
export const hexEditorRequest = v.strictObject({
  type: v.literal('openInHexEditor'),
  offset: number,
});

/** What a part of the file is; it decides its colour. */
export type PartKind =
  | 'description'
  | 'header'
  | 'registers'
  | 'memory'
  | 'variable'
  | 'static'
  | 'end'
  | 'damage'
  | 'unread';

/** A named range of a part. */
export interface BytesField {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  /** The run-time address of its first byte, where it is memory. */
  readonly address?: string;
}

/** A range of the file: a line of the description, a frame's header, a block, and so on. */
export interface BytesPart {
  readonly kind: PartKind;
  readonly offset: number;
  readonly length: number;
  /** What contains it: `description`, `frame 41`; empty for the file itself. */
  readonly within: string;
  readonly name: string;
  /** Number of the frame that it belongs to. */
  readonly frame?: number;
  /** Those that touch what was asked for. */
  readonly fields: readonly BytesField[];
}

/** A range of the file. */
export interface BytesRange {
  readonly offset: number;
  /** Two digits for each byte; fewer bytes than asked for where the file ends. */
  readonly hex: string;
  /** Those that touch it, in their order. */
  readonly parts: readonly BytesPart[];
}

/** What a search found. */
export interface FoundBytes {
  /** Where the places begin, in the order of finding. */
  readonly places: readonly number[];
  /** Bytes of each. */
  readonly length: number;
  /** True where the search stopped at `most` places. */
  readonly more: boolean;
  /** True where it went on at the other end of the file. */
  readonly wrapped: boolean;
}

/** What each request is answered with. */
export interface BytesAnswers {
  readonly bytes: BytesRange;
  readonly frameBytes: { readonly offset: number; readonly length: number };
  readonly findBytes: FoundBytes;
  /** Bytes that were copied. */
  readonly copyBytes: { readonly copied: number };
  readonly addressSymbol: { readonly symbol?: string };
  readonly hasHexEditor: boolean;
}

/** What a request that takes its time reports on the way. */
export interface BytesReports {
  readonly bytes: never;
  readonly frameBytes: never;
  /** Bytes searched of all that are to be searched, and places found. */
  readonly findBytes: { readonly done: number; readonly total: number; readonly found: number };
  readonly copyBytes: never;
  readonly addressSymbol: never;
  readonly hasHexEditor: never;
}
