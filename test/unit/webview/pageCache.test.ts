// Which rows the page asks for, and which it keeps.
import { describe, expect, it } from 'vitest';
import type { FrameRow } from '../../../src/ask/table/frameRow';
import { rowsAtOnce as pageSize } from '../../../src/ask/table/tableMessages';
import { RowCache } from '../../../webview/pageCache';
import { rowsFrom } from './rows';

interface Asked {
  readonly first: number;
  readonly count: number;
  readonly answer: (rows: readonly FrameRow[]) => void;
  readonly fail: () => void;
}

class Fixture {
  readonly asked: Asked[] = [];
  changes = 0;
  readonly cache = new RowCache(
    (first, count) =>
      new Promise((resolve, reject) => {
        const fail = () => {
          reject(new Error('no rows'));
        };
        this.asked.push({ first, count, answer: resolve, fail });
      }),
    () => {
      this.changes++;
    },
  );

  constructor(rowCount: number) {
    this.cache.rowCount = rowCount;
  }

  /** Answers what was asked since the last call, with `short` rows less than asked for. */
  async answer(short = 0): Promise<void> {
    for (const { first, count, answer } of this.asked.splice(0)) {
      answer(rowsFrom(first, count - short));
    }
    await settled();
  }

  async answerAll(): Promise<void> {
    while (this.asked.length > 0) await this.answer();
  }

  get places(): [first: number, count: number][] {
    return this.asked.map(({ first, count }) => [first, count]);
  }
}

/** What waits for an answer that came has gone on. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

describe('RowCache', () => {
  it('asks for the page in sight, then for its neighbours', () => {
    const fixture = new Fixture(1000);
    fixture.cache.want(pageSize * 2 + 5, pageSize * 2 + 40);
    expect(fixture.places).toEqual([
      [pageSize * 2, pageSize],
      [pageSize * 3, pageSize],
      [pageSize, pageSize],
    ]);
  });

  it('asks for no more rows than there are', () => {
    const fixture = new Fixture(10);
    fixture.cache.want(0, 40);
    expect(fixture.places).toEqual([[0, 10]]);
  });

  it('asks for nothing while there are no rows', () => {
    const { cache, asked } = new Fixture(0);
    cache.want(0, 0);
    expect(asked).toEqual([]);
  });

  it('gives the rows that came, and does not ask for them again', async () => {
    const fixture = new Fixture(1000);
    fixture.cache.want(0, 40);
    await fixture.answerAll();
    expect(fixture.cache.get(39)?.frame).toBe(39);
    fixture.cache.want(0, 40);
    expect(fixture.asked).toEqual([]);
  });

  it('never asks for what scrolled by while requests were under way', async () => {
    const fixture = new Fixture(10_000_000);
    for (let row = 0; row <= 9_000_000; row += 100_000) fixture.cache.want(row, row + 40);
    expect(fixture.asked).toHaveLength(3);
    await fixture.answerAll();
    expect(fixture.cache.get(9_000_000)?.frame).toBe(9_000_000);
    expect(fixture.cache.get(4_500_000)).toBeUndefined();
  });

  it('forgets the rows that were in sight longest ago', async () => {
    const fixture = new Fixture(10_000_000);
    for (let page = 0; page < 200; page += 1) {
      fixture.cache.want(page * pageSize, page * pageSize + 1);
      await fixture.answerAll();
    }
    expect(fixture.cache.get(0)).toBeUndefined();
    expect(fixture.cache.get(199 * pageSize)?.frame).toBe(199 * pageSize);
  });

  it('asks again for a short last page once there are more rows', async () => {
    const fixture = new Fixture(10);
    fixture.cache.want(0, 40);
    await fixture.answerAll();
    fixture.cache.rowCount = 30;
    expect(fixture.asked.map(({ count }) => count)).toEqual([30]);
    await fixture.answerAll();
    expect(fixture.cache.get(29)?.frame).toBe(29);
  });

  it('does not ask for ever where the host answers with fewer rows', async () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    await fixture.answer(90);
    fixture.cache.want(0, 40);
    expect(fixture.asked).toEqual([]);
    expect(fixture.cache.get(10)).toBeUndefined();
  });

  it('keeps the old rows until the new ones come after a refresh', async () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    await fixture.answerAll();
    fixture.cache.refresh(50);
    expect(fixture.asked.map(({ count }) => count)).toEqual([50]);
    expect(fixture.cache.get(20)?.frame).toBe(20);
  });

  it('shows an answer to a request from before a refresh until the newer one comes', async () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    // As a host that takes longer to answer than the trace takes to change.
    for (let change = 0; change < 3; change++) {
      fixture.cache.refresh(100);
      expect(fixture.places).toEqual([[0, 100]]);
      await fixture.answer();
      expect(fixture.cache.get(20)?.frame).toBe(20);
    }
    await fixture.answer();
    expect(fixture.asked).toEqual([]);
  });

  it('drops an answer to a request from before a reset', async () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    const [before] = fixture.asked.splice(0);
    fixture.cache.reset(100);
    before?.answer(rowsFrom(0, 100));
    await settled();
    expect(fixture.cache.get(0)).toBeUndefined();
    expect(fixture.places).toEqual([[0, 100]]);
  });

  it('asks at once for rows that could not be had before a refresh', async () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    const [before] = fixture.asked.splice(0);
    fixture.cache.refresh(100);
    before?.fail();
    await settled();
    expect(fixture.places).toEqual([[0, 100]]);
  });

  it('asks again for rows that could not be had when they are wanted again', async () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    for (const { fail } of fixture.asked.splice(0)) fail();
    await settled();
    expect(fixture.asked).toEqual([]);
    fixture.cache.want(0, 40);
    expect(fixture.places).toEqual([[0, 100]]);
  });

  it('says when rows came', async () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    await fixture.answerAll();
    expect(fixture.changes).toBe(1);
  });
});
