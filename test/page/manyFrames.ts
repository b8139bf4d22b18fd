// A trace file of any number of frames, written in a moment: in none of them was anything
// collected.
import { closeSync, openSync, writeSync } from 'node:fs';
import { endMarker, frameHeader } from '../../src/format/writer';

/** They are hit in turn: frame N is of tracepoint 1 + N % 4. */
const tracepoints = [1, 2, 3, 4];
/** The frames are written so many at once: a multiple of those above. */
const atOnce = 1_000_000;

export function writeManyFrames(path: string, count: number): void {
  const layout = { order: 'little', registerBlockSize: 0 } as const;
  const frames = Buffer.concat(tracepoints.map((each) => frameHeader(each, 0, layout)));
  const size = frames.length / tracepoints.length;
  const part = Buffer.alloc(Math.min(count, atOnce) * size, frames);
  const file = openSync(path, 'w');
  writeSync(file, description(count));
  for (let left = count; left > 0; left -= atOnce)
    writeSync(file, part, 0, Math.min(left, atOnce) * size);
  writeSync(file, endMarker);
  closeSync(file);
}

function description(count: number): string {
  const frames = count.toString(16);
  const status = `status 0;tstop::0;tframes:${frames};tcreated:${frames}`;
  const places = tracepoints.map((each) => `tp T${each}:40${each}000:E:0:0`);
  return ['\x7fTRACE0', 'R 0', status, ...places, '', ''].join('\n');
}
