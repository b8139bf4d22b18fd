// Made-up rows, for the tests of what keeps and shows them.
import type { FrameRow } from '../../../src/ask/table/frameRow';

export function rowOf(frame: number): FrameRow {
  return {
    frame,
    tracepoint: 2,
    stepping: false,
    pc: '0x40117b',
    pcInferred: false,
    functionName: 'helper',
    place: { file: '/src/app.c', line: 13 },
    collected: [{ kind: 'R', count: 1 }],
    size: 816,
    damaged: false,
    values: [],
    matches: false,
  };
}

export function rowsFrom(first: number, count: number): FrameRow[] {
  return Array.from({ length: count }, (_, i) => rowOf(first + i));
}
