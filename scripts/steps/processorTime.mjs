// The processor time of a child with all that it started. Linux alone tells it, in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second of /proc's times: the same on every machine that Linux runs on. */
const ticks = 100;

/** Milliseconds between two looks at what a child's processes have taken. */
const interval = 500;

/**
 * @typedef {object} ProcessTimes
 * @property {number} pid
 * @property {number} parent
 * @property {number} group of processes
 * @property {number} own seconds that it took itself, in user and system mode
 * @property {number} children seconds of those that ended and that it waited for, theirs included
 */

/**
 * What /proc/PID/stat says.
 * @param {string} stat
 * @returns {ProcessTimes}
 */
export function timesIn(stat) {
  // The name of the program, in brackets, may hold anything.
  const words = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0, group = 0] = words;
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = words.slice(11);
  return {
    pid: Number.parseInt(stat),
    parent,
    group,
    own: (user + system) / ticks,
    children: (childrenUser + childrenSystem) / ticks,
  };
}

/**
 * Adds up what a group of processes takes, from looks at those that live. A process that ended and
 * was waited for counts with its parent; the sum falls by what ended without that.
 */
export class ProcessorTime {
  /** Of processes that nobody waited for. */
  #lost = 0;
  #last = 0;
  /** @type {Set<number>} */
  #members = new Set();

  /** @param {number} leader the process whose descendants and whose group count */
  constructor(leader) {
    this.leader = leader;
    this.#members.add(leader);
  }

  /** @param {() => readonly ProcessTimes[]} read gives all that live, parents before children */
  look(read) {
    let sum = total(this.#living(read()));
    // One that was waited for after its parent was read, and before itself, is with its parent now.
    if (sum < this.#last) sum = Math.max(sum, total(this.#living(read())));
    this.#lost += Math.max(0, this.#last - sum);
    this.#last = sum;
  }

  /**
   * @param {readonly ProcessTimes[]} all that live, after the leader ended
   * @param {number} waitedFor seconds of the leader and of what it waited for
   * @returns {number} seconds; less than the truth by what ended between two looks and was not waited for
   */
  ended(all, waitedFor) {
    return waitedFor + this.#lost + total(this.#living(all));
  }

  /** @param {readonly ProcessTimes[]} all */
  #living(all) {
    /** @type {Set<number>} */
    const members = new Set();
    const living = all.filter(({ pid, parent, group }) => {
      const isMember = group === this.leader || members.has(parent) || this.#members.has(pid);
      if (isMember) members.add(pid);
      return isMember;
    });
    this.#members = members;
    return living;
  }
}

/** @param {readonly ProcessTimes[]} processes */
function total(processes) {
  return processes.reduce((sum, { own, children }) => sum + own + children, 0);
}

/**
 * Follows a child that leads a group of processes.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => number | undefined} asked when the child has ended: seconds; undefined where the
 *   system does not tell
 */
export function followed(child) {
  if (process.platform !== 'linux' || child.pid === undefined) return () => undefined;
  const time = new ProcessorTime(child.pid);
  const timer = setInterval(() => time.look(livingProcesses), interval).unref();
  /** @type {number | undefined} */
  let seconds;
  child.on('exit', () => {
    clearInterval(timer);
    seconds = time.ended(livingProcesses(), newlyWaitedFor());
  });
  return () => seconds;
}

/** Seconds of those children of this process that ended, and were asked about. */
let asked = 0;

/**
 * Seconds of the child that just ended, and of what it waited for. Right where it is asked at the
 * end of every child.
 */
export function newlyWaitedFor() {
  if (process.platform !== 'linux') return 0;
  const before = asked;
  asked = waitedFor();
  return asked - before;
}

/** Seconds of all children of this process that ended. */
function waitedFor() {
  return timesIn(readFileSync('/proc/self/stat', 'latin1')).children;
}

/** Parents come first, since the system counts up. */
function livingProcesses() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .map(Number)
    .sort((one, other) => one - other)
    .flatMap(timesOf);
}

/** @param {number} pid @returns {ProcessTimes[]} none where it has ended */
function timesOf(pid) {
  try {
    return [timesIn(readFileSync(`/proc/${pid}/stat`, 'latin1'))];
  } catch {
    return [];
  }
}
