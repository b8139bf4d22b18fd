// Numbers, places and rows as the words that the page shows or speaks.
import type { Collected, FrameRow, Place } from '../src/editor/messages';

const digitGroups = new Intl.NumberFormat('en-US');

/** `1,093`. */
export function grouped(value: number): string {
  return digitGroups.format(value);
}

/** `1 variable`, `3 tracepoints`. */
export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
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
  return unit === 0 ? counted(bytes, 'byte') : `${grouped(rounded)} ${binaryUnits[unit] ?? ''}`;
}

/** How full the trace buffer was: a share from 0 to 1, and `2 % of 5 MiB`. */
export function bufferUse(buffer: { readonly free: number; readonly size: number }): {
  readonly share: number;
  readonly text: string;
} {
  const used = Math.max(0, buffer.size - buffer.free);
  const share = buffer.size > 0 ? Math.min(1, used / buffer.size) : 0;
  const percent = share > 0 && share < 0.01 ? '< 1' : Math.floor(share * 100).toString();
  return { share, text: `${percent} % of ${roughSize(buffer.size)}` };
}

/** The last part of a path of any system. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** `app.c:13`. */
export function placeText(place: Place): string {
  return `${fileName(place.file)}:${place.line}`;
}

const blockNames = {
  R: 'register block',
  M: 'memory block',
  V: 'trace state variable',
  S: 'block of static trace data',
  '?': 'unknown block',
};

/** `M ×2`; a single block is its letter alone. */
export function collectedLabel(collected: Collected): string {
  return collected.count === 1 ? collected.kind : `${collected.kind} ×${collected.count}`;
}

/** `2 memory blocks`. */
export function collectedWords(collected: Collected): string {
  const name = blockNames[collected.kind];
  return collected.kind === 'S' && collected.count > 1
    ? `${collected.count} blocks of static trace data`
    : counted(collected.count, name);
}

/** What a screen reader says of a row: `frame 41, tracepoint 2, helper, app.c line 13`. */
export function spokenRow(row: FrameRow): string {
  const parts = [`frame ${row.frame}`, `tracepoint ${row.tracepoint}`];
  if (row.stepping) parts.push('stepping');
  if (row.functionName !== undefined) parts.push(row.functionName);
  if (row.place !== undefined) parts.push(`${fileName(row.place.file)} line ${row.place.line}`);
  if (row.damaged) parts.push('damaged');
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
