// Makes a trace file of any number of frames, the same in every run, to measure with:
//
//     node test/bench/bigTrace.mjs OUT.tf [frames]
//
// It repeats frames of samples/callqueue.tf: all the small ones and two of seven of the large ones, about 880 bytes each. The
// description stays, but for the counts of frames in its status.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const sample = new URL('../../samples/callqueue.tf', import.meta.url);
const endOfFrames = Buffer.alloc(4);
const frameHeader = 6; // i16 tracepoint, u32 size of the blocks, little endian
const small = 1000; // bytes

/** The sample's description, without the empty line, and the frames that are repeated. */
function readSample() {
  const bytes = readFileSync(sample);
  const endOfDescription = bytes.indexOf('\n\n') + 1;
  const frames = [];
  let large = 0;
  for (let at = endOfDescription + 1; bytes.readInt16LE(at) !== 0;) {
    const end = at + frameHeader + bytes.readUInt32LE(at + 2);
    if (end - at < small || large++ % 7 === 0 || large % 7 === 4)
      frames.push(bytes.subarray(at, end));
    at = end;
  }
  return { description: bytes.toString('latin1', 0, endOfDescription), frames };
}

function withFrameCounts(description, frames) {
  const count = frames.toString(16);
  return description.replace(
    /;tframes:[^;]*;tcreated:[^;]*/,
    `;tframes:${count};tcreated:${count}`,
  );
}

function writeBigTrace(path, count) {
  const { description, frames } = readSample();
  const all = Buffer.concat(frames);
  const file = openSync(path, 'w');
  writeSync(file, withFrameCounts(description, count) + '\n', null, 'latin1');
  for (let left = count; left > 0; left -= frames.length) {
    writeSync(file, left < frames.length ? Buffer.concat(frames.slice(0, left)) : all);
  }
  writeSync(file, endOfFrames);
  closeSync(file);
}

const [path, count = '1000000'] = process.argv.slice(2);
const frames = Number(count);
if (path === undefined || !Number.isSafeInteger(frames) || frames < 0) {
  console.error('usage: node test/bench/bigTrace.mjs OUT.tf [frames]');
  process.exit(2);
}
writeBigTrace(path, frames);
