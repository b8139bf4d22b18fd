import { describe, expect, it, vi } from 'vitest';
import { TimeSlice } from '../../../src/bytes/timeSlice';

function keepThread(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

describe('a time slice', () => {
  it('lets other tasks run once it is used up: those that wait, then timers', async () => {
    const slice = new TimeSlice(1);
    const ran: string[] = [];
    setImmediate(() => ran.push('task'));
    setTimeout(() => ran.push('timer'), 0);
    keepThread(5);
    expect(slice.usedUp).toBe(true);
    await slice.yieldIfDue();
    expect(ran).toContain('task');
    keepThread(5);
    await slice.yieldIfDue();
    expect(ran.sort()).toEqual(['task', 'timer']);
    expect(new TimeSlice(60_000).usedUp).toBe(false);
  });

  it('is what work before it in the same task has left over', async () => {
    new TimeSlice();
    keepThread(5);
    await Promise.resolve();
    expect(new TimeSlice(1).usedUp).toBe(true);
    await new Promise(setImmediate);
    expect(new TimeSlice(60_000).usedUp).toBe(false);
  });

  it('begins a new slice when the clock was set back', async () => {
    const slice = new TimeSlice(60_000);
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() - 1000);
    expect(slice.usedUp).toBe(true);
    await slice.yieldIfDue();
    expect(slice.usedUp).toBe(false);
    clock.mockRestore();
  });

  it('keeps the thread until then', async () => {
    const slice = new TimeSlice(60_000);
    let ran = false;
    const timer = setTimeout(() => (ran = true), 0);
    keepThread(5);
    await slice.yieldIfDue();
    expect(ran).toBe(false);
    clearTimeout(timer);
  });

  it('that one of many takes is followed by what is due before the next one takes its own', async () => {
    const ran: string[] = [];
    const timer = setInterval(() => ran.push('timer'), 1);
    const work = async () => {
      const slice = new TimeSlice(1);
      for (let round = 0; round < 3; round++) {
        await slice.yieldIfDue();
        ran.push('work');
        keepThread(5);
      }
    };
    keepThread(5);
    await Promise.all(Array.from({ length: 8 }, work));
    clearInterval(timer);
    expect(ran.join(' ')).not.toContain('work work work');
  });
});
