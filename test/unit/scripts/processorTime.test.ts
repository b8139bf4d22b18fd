import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { followed, ProcessorTime, timesIn } from '../../../scripts/steps/processorTime.mjs';

/** What /proc says of a process, with times in ticks. */
function stat(pid: number, parent: number, group: number, own: number, children = 0): string {
  return `${pid} (a) b) c) S ${parent} ${group} 1 0 -1 0 0 0 0 0 ${own} 0 ${children} 0 20 0`;
}

/** A look at these processes. */
function seen(...stats: string[]) {
  return () => stats.map(timesIn);
}

describe('processor time', () => {
  it('is read whatever a program is called', () => {
    const times = { pid: 7, parent: 1, group: 7, own: 2, children: 3 };
    expect(timesIn(stat(7, 1, 7, 200, 300))).toEqual(times);
  });

  it('is that of the child and of what it waited for', () => {
    const time = new ProcessorTime(7);
    time.look(seen(stat(7, 1, 7, 100), stat(8, 7, 7, 400), stat(9, 1, 9, 9900)));
    time.look(seen(stat(7, 1, 7, 100, 500)));
    expect(time.ended([], 6)).toBe(6);
  });

  it('counts what nobody waited for, and what lives on', () => {
    const time = new ProcessorTime(7);
    time.look(seen(stat(7, 1, 7, 100), stat(8, 7, 8, 400), stat(9, 8, 9, 300)));
    time.look(seen(stat(7, 1, 7, 100), stat(9, 1, 9, 300)));
    expect(time.ended([timesIn(stat(9, 1, 9, 350))], 1)).toBe(1 + 4 + 3.5);
  });

  it('looks again where a process was waited for during the look', () => {
    const time = new ProcessorTime(7);
    time.look(seen(stat(7, 1, 7, 100), stat(8, 7, 7, 400)));
    const looks = [[stat(7, 1, 7, 100)], [stat(7, 1, 7, 100, 400)]];
    time.look(() => (looks.shift() ?? []).map(timesIn));
    expect(time.ended([], 5)).toBe(5);
  });

  it.runIf(process.platform === 'linux')(
    'of a child is what it and its own children took',
    async () => {
      const busy =
        'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);';
      const both = `require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);${busy}`;
      const child = spawn(process.execPath, ['-e', both], { detached: true });
      const seconds = followed(child);
      await once(child, 'close');
      // Linux alone tells it.
      expect(seconds() ?? Infinity).toBeGreaterThanOrEqual(0.59);
    },
  );
});
