// Measures opening gdb's CTF, beside the trace file that it is made into: the pass over the datastream, the index, memory,
// the longest hold of the thread, and frames read anywhere.
//
//     node test/bench/ctf.mjs [FRAMES]
//
// The run is made up: the frames of test/corpus/x86_64/app.ctf again and again, 200,000 unless told otherwise.
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { core, root } from './core.mjs';
import { figure, given, percentile, timed, watchHolds } from './figures.mjs';

const [count = '200000'] = given;
const recorded = join(root, 'test/corpus/x86_64/app.ctf');

/** Writes a folder as `tsave -ctf` does. @param {string} folder @param {number} frames */
function writeCtf(folder, frames) {
  const datastream = readFileSync(join(recorded, 'datastream'));
  /** @type {Buffer[]} */
  const packets = [];
  for (let at = 0; at < datastream.length;) {
    const end = at + datastream.readUInt32LE(at + 8) / 8;
    packets.push(datastream.subarray(at, end));
    at = end;
  }
  const [definitions, ...recordedFrames] = packets;
  const file = openSync(join(folder, 'datastream'), 'w');
  writeSync(file, definitions);
  for (let left = frames; left > 0; left -= recordedFrames.length) {
    writeSync(file, Buffer.concat(recordedFrames.slice(0, left)));
  }
  closeSync(file);
  writeFileSync(join(folder, 'metadata'), readFileSync(join(recorded, 'metadata')));
}

/** @param {any} module @param {() => Promise<any>} open */
async function measure(module, open) {
  globalThis.gc?.();
  const rest = process.memoryUsage();
  const holds = watchHolds();
  const opened = await timed(open);
  const { trace } = (await module.Trace.open(opened.result, 'trace')) ?? {};
  const indexed = await timed(() => trace.recording.indexed);
  const hold = holds();
  globalThis.gc?.();
  const now = process.memoryUsage();
  return {
    trace,
    opened: opened.milliseconds,
    indexed: indexed.milliseconds,
    hold,
    memory: (now.heapUsed + now.arrayBuffers - rest.heapUsed - rest.arrayBuffers) / 2 ** 20,
  };
}

/** Milliseconds of a frame read somewhere. @param {any} trace */
async function anywhere(trace) {
  const times = [];
  for (let i = 0; i < 2000; i++) {
    const read = await timed(() => trace.recording.frame((i * 7919) % trace.recording.index.count));
    times.push(read.milliseconds);
  }
  return times;
}

const folder = mkdtempSync(join(tmpdir(), 'bench-ctf-'));
try {
  writeCtf(folder, Number(count));
  const module = await core({
    'trace/openTraceFile': ['openTraceFile'],
    'platform/fileSource': ['filesOnDisk', 'openFile'],
    'trace/trace': ['Trace'],
  });
  const openCtf = () => module.openTraceFile(module.filesOnDisk, folder);
  const made = await openCtf();
  const copy = join(folder, 'copy.tf');
  const file = openSync(copy, 'w');
  for (let at = 0; at < made.size; at += 1 << 20) writeSync(file, await made.read(at, 1 << 20));
  closeSync(file);
  await made.close();

  const ctf = await measure(module, openCtf);
  const plain = await measure(module, () => module.openFile(copy));
  const name = `${ctf.trace.recording.index.count.toLocaleString('en')} frames of CTF`;
  figure(`${name}: pass over the datastream`, ctf.opened, 'ms');
  figure(`${name}: indexed after that`, ctf.indexed, 'ms', {
    beside: { 'trace file': plain.indexed },
  });
  figure(`${name}: longest hold of the thread`, ctf.hold, 'ms', { limit: { most: 50 } });
  figure(`${name}: memory kept`, ctf.memory, 'MiB', { beside: { 'trace file': plain.memory } });
  const [times, plainTimes] = [await anywhere(ctf.trace), await anywhere(plain.trace)];
  figure(`${name}: a frame read anywhere, median`, percentile(times, 0.5), 'ms', {
    beside: { 'trace file': percentile(plainTimes, 0.5) },
  });
  figure(`${name}: a frame read anywhere, 95 %`, percentile(times, 0.95), 'ms');
  figure(`${name}: frames`, ctf.trace.recording.index.count, '', {
    limit: { least: Number(count), most: Number(count) },
  });
} finally {
  rmSync(folder, { recursive: true });
}
process.exit();
