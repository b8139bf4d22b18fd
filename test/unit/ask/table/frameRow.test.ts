import { describe, expect, it } from 'vitest';
import { frameRow } from '../../../../src/ask/table/frameRow';
import type { Trace } from '../../../../src/trace/trace';
import { traceWithProgram } from '../../trace/programInUse';
import { traceOf } from '../../trace/tracedPrograms';

const place = (line: number) => ({ file: '/build/app/app.c', line });

function frameRows(trace: Trace, first: number, count: number) {
  return Promise.all(Array.from({ length: count }, (_, i) => frameRow(trace, first + i)));
}

describe('rows of the frame table', () => {
  it('say of each frame where it stopped and what it collected', async () => {
    const app = await traceWithProgram('x86_64/app.tf', 'x86_64/app');
    expect(await frameRows(app, 1, 2)).toEqual([
      {
        frame: 1,
        tracepoint: 2,
        stepping: false,
        pc: '0x40117b',
        pcInferred: false,
        functionName: 'helper',
        place: place(13),
        collected: [
          { kind: 'R', count: 1 },
          { kind: 'M', count: 9 },
          { kind: 'V', count: 1 },
        ],
        size: 1153,
        damaged: false,
      },
      {
        frame: 2,
        tracepoint: 3,
        stepping: true,
        pc: '0x401204',
        pcInferred: false,
        functionName: 'helper',
        place: place(16),
        collected: [
          { kind: 'R', count: 1 },
          { kind: 'M', count: 1 },
        ],
        size: 832,
        damaged: false,
      },
    ]);
  });

  it('have no function and no place without a program', async () => {
    const [row] = await frameRows(await traceOf('x86_64/app.tf'), 0, 1);
    expect(row?.pc).toBe('0x401159');
    expect(row).not.toHaveProperty('functionName');
    expect(row).not.toHaveProperty('place');
  });

  it('are where their tracepoint was set without a program, but for steps', async () => {
    const [, hit, step] = await frameRows(await traceOf('x86_64/app.tf'), 0, 3);
    expect([hit?.stepping, hit?.at, step?.stepping]).toEqual([false, 'app.c:13', true]);
    expect(step).not.toHaveProperty('at');
  });

  it('say whether a PC is inferred, and have none where it cannot be', async () => {
    const [inferred] = await frameRows(await traceOf('extra/x86_64/meter.circular.tf'), 0, 1);
    expect(inferred).toMatchObject({ pc: '0x401181', pcInferred: true });
    const boxes = await frameRows(await traceOf('extra/x86_64/boxes.memory.tf'), 0, 12);
    const unknown = boxes.filter(({ pc }) => pc === undefined);
    expect(unknown).toHaveLength(8);
    expect(unknown.every(({ tracepoint, pcInferred }) => tracepoint === 2 && !pcInferred)).toBe(
      true,
    );
  });

  it('show frames that are empty or damaged', async () => {
    const empty = await frameRows(await traceOf('extra/x86_64/meter.empty.tf'), 0, 21);
    const ofNoBytes = empty.filter(({ size }) => size === 0);
    expect(ofNoBytes.length).toBeGreaterThan(0);
    expect(ofNoBytes.every(({ collected }) => collected.length === 0)).toBe(true);
    const circular = await frameRows(await traceOf('extra/x86_64/meter.circular.tf'), 0, 34);
    expect(circular.filter(({ damaged }) => damaged).map(({ frame }) => frame)).toEqual([16]);
    expect(circular[16]?.collected).toEqual([{ kind: '?', count: 1 }]);
  });
});
