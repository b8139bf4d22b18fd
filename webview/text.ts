// Numbers, places and rows as the words that the page shows or speaks.
import type { Collected, FrameRow } from '../src/ask/table/frameRow';
import type { SourcePlace } from '../src/ask/table/tableMessages';
import { language, t } from './l10n';

const digitGroups = new Intl.NumberFormat(language());
const conjunction = new Intl.ListFormat(language());

/** `1,093`. */
export function grouped(value: number): string {
  return digitGroups.format(value);
}

const hundredths = new Intl.NumberFormat(language(), {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A measured number: `65,535` in full, `62,258.50` so that points are below each other. */
export function measuredText(value: number): string {
  if (Number.isInteger(value)) return grouped(value);
  return Math.abs(value) >= 1 ? hundredths.format(value) : String(Number(value.toPrecision(6)));
}

const thousandths = new Intl.NumberFormat(language(), {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});

/** `42.943 ms`: to the microsecond, always of one unit. */
export function milliseconds(microseconds: number): string {
  return `${thousandths.format(microseconds / 1000)} ms`;
}

/** `a and b`. */
export function wordList(words: readonly string[]): string {
  return conjunction.format(words);
}

/** What is counted: how it is said of one, and of any other number. */
const nouns = {
  bookmark: [t('{0} bookmark'), t('{0} bookmarks')],
  begin: [t('{0} begin'), t('{0} begins')],
  byte: [t('{0} byte'), t('{0} bytes')],
  difference: [t('{0} difference'), t('{0} differences')],
  end: [t('{0} end'), t('{0} ends')],
  frame: [t('{0} frame'), t('{0} frames')],
  group: [t('{0} group'), t('{0} groups')],
  hit: [t('{0} hit'), t('{0} hits')],
  instruction: [t('{0} instruction'), t('{0} instructions')],
  interval: [t('{0} interval'), t('{0} intervals')],
  range: [t('{0} range'), t('{0} ranges')],
  markedPlace: [t('{0} marked place'), t('{0} marked places')],
  memoryBlock: [t('{0} memory block'), t('{0} memory blocks')],
  memoryByte: [t('{0} byte of memory'), t('{0} bytes of memory')],
  notCollected: [t('{0} value not collected'), t('{0} values not collected')],
  pair: [t('{0} pair of states'), t('{0} pairs of states')],
  place: [t('{0} place'), t('{0} places')],
  problem: [t('{0} problem'), t('{0} problems')],
  register: [t('{0} register'), t('{0} registers')],
  registerBlock: [t('{0} register block'), t('{0} register blocks')],
  row: [t('{0} row'), t('{0} rows')],
  singleStep: [t('{0} single step'), t('{0} single steps')],
  staticBlock: [t('{0} block of static trace data'), t('{0} blocks of static trace data')],
  step: [t('{0} step'), t('{0} steps')],
  stretch: [t('{0} more stretch was'), t('{0} more stretches were')],
  tracepoint: [t('{0} tracepoint'), t('{0} tracepoints')],
  traceStateVariable: [t('{0} trace state variable'), t('{0} trace state variables')],
  unknownBlock: [t('{0} unknown block'), t('{0} unknown blocks')],
  variable: [t('{0} variable'), t('{0} variables')],
} as const;

/** `1 variable`, `3 tracepoints`. */
export function countText(value: number, noun: keyof typeof nouns): string {
  const [one, other] = nouns[noun];
  return (value === 1 ? one : other).replace('{0}', grouped(value));
}

const binaryUnits = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A size to read at a glance: `5 MiB`, `1.4 GiB`, `816 bytes`. */
export function roughSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < binaryUnits.length - 1) {
    value /= 1024;
    unit++;
  }
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value);
  return unit === 0 ? countText(bytes, 'byte') : `${grouped(rounded)} ${binaryUnits[unit] ?? ''}`;
}

/** How full the trace buffer was: a share from 0 to 1, and `2 % of 5 MiB`. */
export function bufferUse(buffer: { readonly free: number; readonly size: number }): {
  readonly share: number;
  readonly text: string;
} {
  const used = Math.max(0, buffer.size - buffer.free);
  const share = buffer.size > 0 ? Math.min(1, used / buffer.size) : 0;
  const percent = share > 0 && share < 0.01 ? '< 1' : Math.floor(share * 100).toString();
  return { share, text: t('{0} % of {1}', percent, roughSize(buffer.size)) };
}

/** The last part of a path of any system. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** `app.c:13`. */
export function placeText(place: SourcePlace): string {
  return `${fileName(place.file)}:${place.line}`;
}

const blockNames = {
  R: 'registerBlock',
  M: 'memoryBlock',
  V: 'traceStateVariable',
  S: 'staticBlock',
  '?': 'unknownBlock',
} as const;

/** `M ×2`; a single block is its letter alone. */
export function collectedLabel(collected: Collected): string {
  return collected.count === 1 ? collected.kind : `${collected.kind} ×${collected.count}`;
}

/** `2 memory blocks`. */
export function collectedWords(collected: Collected): string {
  return countText(collected.count, blockNames[collected.kind]);
}

/** What a screen reader says of a row: `frame 41, tracepoint 2, helper, app.c line 13`. */
export function spokenRow(row: FrameRow): string {
  const parts = [t('frame {0}', grouped(row.frame)), t('tracepoint {0}', row.tracepoint)];
  if (row.stepping) parts.push(t('stepping'));
  if (row.functionName !== undefined) parts.push(row.functionName);
  if (row.at !== undefined) parts.push(row.at);
  if (row.place !== undefined)
    parts.push(t('{0} line {1}', fileName(row.place.file), row.place.line));
  if (row.damaged) parts.push(t('damaged'));
  return parts.join(', ');
}

/** The commands of a tracepoint with their depth: 1 between `while-stepping` and its `end`. */
export function indentCommands(
  commands: readonly string[],
): readonly { readonly depth: number; readonly text: string }[] {
  let depth = 0;
  return commands.map((command) => {
    const text = command.trim();
    if (text === 'end') depth = 0;
    const line = { depth, text };
    if (/^(while-stepping|stepping|ws)\b/.test(text)) depth = 1;
    return line;
  });
}

/** What is said of a frame that the user marked; `note` may be empty. */
export function bookmarkWords(note: string): string {
  return note === '' ? t('bookmarked') : t('bookmarked: {0}', note);
}
