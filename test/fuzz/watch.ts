// What runs without end holds the thread that would notice it: another one watches the rounds, says
// which one it is, and ends the process, which the test runner reports.
import { Worker } from 'node:worker_threads';

/** Milliseconds after which a round counts as endless: thousands of times what one takes. */
const timeLimit = 150_000;

const watching = `
const { workerData: { round, timeLimit } } = require('node:worker_threads');
let [last, since] = [round[0], Date.now()];
setInterval(() => {
  if (round[0] !== last) [last, since] = [round[0], Date.now()];
  else if (Date.now() - since > timeLimit) {
    require('node:fs').writeSync(2, 'Without end: generator(' + last + ').\\n');
    process.kill(process.pid, 'SIGKILL');
  }
}, 1000);`;

/** Watches rounds: each says the number that its generator begins with. */
export class Watch {
  private readonly round = new Float64Array(new SharedArrayBuffer(8));
  private readonly worker = new Worker(watching, {
    eval: true,
    workerData: { round: this.round, timeLimit },
  });

  constructor() {
    this.worker.unref();
  }

  begins(seed: number): void {
    this.round[0] = seed;
  }

  async end(): Promise<void> {
    await this.worker.terminate();
  }
}
