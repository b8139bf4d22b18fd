// Makes a trace file of any number of frames, the same in every run, to measure with:
//
//     node test/bench/bigTrace.mjs OUT.tf [frames]
//
// It repeats the frames of samples/callqueue.tf. The description stays, but for the counts of frames in its status.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const sample = new URL('../../samples/callqueue.tf', import.meta.url);
const endOfFrames = Buffer.alloc(4);
const frameHeader = 6; // i16 tracepoint, u32 size of the blocks, little endian

/** The sample as its description, without the empty line, and the offsets at which its frames begin and the last ends. */
function readSample() {
  const bytes = readFileSync(sample);
  const endOfDescription = bytes.indexOf('\n\n') + 1;
  const offsets = [endOfDescription + 1];
  for (let at = offsets[0]; bytes.readInt16LE(at) !== 0; offsets.push(at)) {
    at += frameHeader + bytes.readUInt32LE(at + 2);
  }
  return { bytes, description: bytes.toString('latin1', 0, endOfDescription), offsets };
}

function withFrameCounts(description, frames) {
  const count = frames.toString(16);
  return description.replace(
    /;tframes:[^;]*;tcreated:[^;]*/,
    `;tframes:${count};tcreated:${count}`,
  );
}

function writeBigTrace(path, frames) {
  const { bytes, description, offsets } = readSample();
  const sampleFrames = offsets.length - 1;
  const file = openSync(path, 'w');
  writeSync(file, withFrameCounts(description, frames) + '\n', null, 'latin1');
  for (let left = frames; left > 0; left -= sampleFrames) {
    writeSync(file, bytes.subarray(offsets[0], offsets[Math.min(left, sampleFrames)]));
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
