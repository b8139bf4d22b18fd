// What an export writes of each frame: columns with a heading, and a value in each frame. A face
// hands in the columns of its table; those here are what every frame has.
import { hexAddress } from '../../bytes/hex';
import { FrameFlags } from '../../format/blocks';
import type { AddressDescription } from '../traceModule';
import type { FrameValue } from '../search/frameValues';
import type { Trace } from '../trace';

/** A number, or text; undefined where a frame has neither. */
export type ExportedValue = string | number | undefined;

/** A column of an export. */
export interface ExportColumn {
  readonly heading: string;
  valueIn(frame: number): ExportedValue | Promise<ExportedValue>;
}

/** The values of a frame, column by column. */
export async function valuesIn(
  columns: readonly ExportColumn[],
  frame: number,
): Promise<ExportedValue[]> {
  const values: ExportedValue[] = [];
  for (const column of columns) {
    const value = column.valueIn(frame);
    values.push(value instanceof Promise ? await value : value);
  }
  return values;
}

/** The columns that every trace has. */
type OwnColumn =
  'frame' | 'tracepoint' | 'pc' | 'function' | 'file' | 'line' | 'collected' | 'size';

/** All of them, in the order of a table. */
export const ownColumns: readonly OwnColumn[] = [
  'frame',
  'tracepoint',
  'pc',
  'function',
  'file',
  'line',
  'collected',
  'size',
];

/** One of the columns that every trace has. The frames asked for must be in the index. */
export function ownColumn(trace: Trace, name: OwnColumn): ExportColumn {
  return { heading: name, valueIn: valuesOf(trace, name) };
}

/** What `print` writes of an expression; nothing where it complains instead. */
export function valueColumn(value: FrameValue): ExportColumn {
  return {
    heading: value.text,
    valueIn: async (frame) => {
      const written = await value.textIn(frame);
      return 'problem' in written ? undefined : numberOrText(written.text);
    },
  };
}

/** The notes that a person made on frames. */
export function noteColumn(notes: ReadonlyMap<number, string>): ExportColumn {
  return { heading: 'note', valueIn: (frame) => notes.get(frame) };
}

/** A decimal number that loses nothing as a double, else the text. */
export function numberOrText(text: string): string | number {
  const number = Number(text);
  const isExact = /^-?(?:0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number);
  return isExact && !Object.is(number, -0) ? number : text;
}

function valuesOf(trace: Trace, name: OwnColumn): ExportColumn['valueIn'] {
  const { index } = trace.recording;
  switch (name) {
    case 'frame':
      return (frame) => frame;
    case 'tracepoint':
      return (frame) => index.tracepoint(frame);
    case 'size':
      return (frame) => index.size(frame);
    case 'collected':
      return (frame) => kindsIn(index.flags(frame));
    case 'pc':
      return (frame) => {
        const at = trace.recording.pc(frame);
        return at && hexAddress(at.pc);
      };
    case 'function':
      return async (frame) => (await locate(trace, frame)).functionName;
    case 'file':
      return async (frame) => (await locate(trace, frame)).source?.file;
    case 'line':
      return async (frame) => (await locate(trace, frame)).source?.line;
  }
}

async function locate(trace: Trace, frame: number): Promise<AddressDescription> {
  const at = trace.recording.pc(frame);
  return at ? trace.modules.current.locate(at.pc) : {};
}

/** The letters of the kinds of blocks, as the file has them. */
function kindsIn(holds: number): string {
  const kinds = [
    ['R', FrameFlags.registers],
    ['M', FrameFlags.memory],
    ['V', FrameFlags.variables],
    ['S', FrameFlags.staticData],
  ] as const;
  return kinds.flatMap(([letter, bit]) => ((holds & bit) === 0 ? [] : [letter])).join(' ');
}
