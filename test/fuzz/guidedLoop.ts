// Fuzzes one reader, led by coverage, in a thread of its own (guided.mjs starts it). V8 counts how
// often each block of the bundle ran; an input that reaches another block, or one far more often,
// is altered further.
import { Session, type Profiler } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { alterNumbers, repeated } from './alter';
import { readTwice, type Reader } from './reader';
import { readers } from './readers';
import { generator, mutate, oneOf, type Random } from './rounds';

interface Task {
  readonly name: string | undefined;
  readonly milliseconds: number;
  readonly seed: number;
  /** Inputs that were begun, and the length of the last one, which `current` holds. */
  readonly beat: Int32Array;
  readonly current: Uint8Array;
}

const task = workerData as Task;

/** What of this bundle has run. */
class Coverage {
  private readonly session = new Session();
  private readonly seen = new Set<string>();

  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  get blocks(): number {
    return this.seen.size;
  }

  /** How many blocks ran, since this was asked last, that had not run as often before. */
  news(): number {
    const before = this.seen.size;
    this.session.post('Profiler.takePreciseCoverage', (error, covered) => {
      if (error) throw error;
      for (const script of covered.result) if (script.url === import.meta.url) this.note(script);
    });
    return this.seen.size - before;
  }

  private note({ functions }: Profiler.ScriptCoverage): void {
    for (const { ranges } of functions) {
      for (const { startOffset, endOffset, count } of ranges) {
        // How often, by powers of four: a loop that runs longer is something else, one that runs
        // once more is not.
        if (count > 0) this.seen.add(`${startOffset} ${endOffset} ${Math.clz32(count) >> 1}`);
      }
    }
  }
}

/** An input made of one that is known: of another, too, where there are several. */
function altered(reader: Reader, known: readonly Uint8Array[], random: Random): Uint8Array {
  const recent = random(2) === 0 ? known.slice(-16) : known;
  let input = oneOf(recent, random);
  for (let times = 1 + random(3); times > 0; times--) {
    const other = oneOf(known, random);
    const at = random(Math.min(input.length, other.length) + 1);
    const way = random(9);
    if (way === 8) input = repeated(input, random)(1 << random(12));
    else if (way < 4) input = reader.alter(input, random);
    else if (way < 6) input = mutate(input, random, 0, 100);
    else if (way < 7) input = alterNumbers(input, random);
    else input = new Uint8Array(Buffer.concat([input.subarray(0, at), other.subarray(at)]));
  }
  return input.slice(0, task.current.length);
}

async function fuzz(reader: Reader): Promise<string> {
  const random = generator(task.seed);
  const known = [...(await reader.seeds())];
  const coverage = new Coverage();
  const failures = new Set<string>();
  const attempt = async (input: Uint8Array) => {
    task.current.set(input);
    Atomics.store(task.beat, 1, input.length);
    Atomics.add(task.beat, 0, 1);
    try {
      await readTwice(reader, input);
    } catch (error) {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
      const kind = why.split('\n').slice(0, 3).join(' ').replaceAll(/\d+/g, 'N');
      if (!failures.has(kind)) parentPort?.postMessage({ why, input });
      failures.add(kind);
    }
  };
  for (const seed of known) await attempt(seed);
  coverage.news();
  const end = performance.now() + task.milliseconds;
  let rounds = 0;
  for (; performance.now() < end; rounds++) {
    const input = altered(reader, known, random);
    await attempt(input);
    if (coverage.news() > 0) known.push(input);
  }
  return `${rounds} inputs, ${known.length} kept, ${coverage.blocks} blocks, ${failures.size} failures`;
}

const reader = readers.find(({ name }) => name === task.name);
if (reader) parentPort?.postMessage({ done: await fuzz(reader) });
else parentPort?.postMessage({ names: readers.map(({ name }) => name) });
