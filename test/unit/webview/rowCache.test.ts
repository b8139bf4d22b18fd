// Which rows the page asks for, and which it keeps.
import { describe, expect, it } from 'vitest';
import { pageSize, RowCache } from '../../../webview/rowCache';
import { rowsFrom } from './rows';

interface Asked {
  readonly request: number;
  readonly first: number;
  readonly count: number;
}

class Fixture {
  readonly asked: Asked[] = [];
  readonly cache = new RowCache((request, first, count) => {
    this.asked.push({ request, first, count });
  });

  constructor(rowCount: number) {
    this.cache.rowCount = rowCount;
  }

  /** Answers what was asked since the last call, with `short` rows less than asked for. */
  answer(short = 0): void {
    for (const { request, first, count } of this.asked.splice(0)) {
      this.cache.accept(request, rowsFrom(first, count - short));
    }
  }

  answerAll(): void {
    while (this.asked.length > 0) this.answer();
  }

  get firstRows(): number[] {
    return this.asked.map(({ first }) => first);
  }
}

describe('RowCache', () => {
  it('asks for the page in sight, then for its neighbours', () => {
    const { cache, asked } = new Fixture(1000);
    cache.want(pageSize * 2 + 5, pageSize * 2 + 40);
    expect(asked.map(({ first, count }) => [first, count])).toEqual([
      [pageSize * 2, pageSize],
      [pageSize * 3, pageSize],
      [pageSize, pageSize],
    ]);
  });

  it('asks for no more rows than there are', () => {
    const { cache, asked } = new Fixture(10);
    cache.want(0, 40);
    expect(asked).toEqual([{ request: 1, first: 0, count: 10 }]);
  });

  it('asks for nothing while there are no rows', () => {
    const { cache, asked } = new Fixture(0);
    cache.want(0, 0);
    expect(asked).toEqual([]);
  });

  it('gives the rows that came, and does not ask for them again', () => {
    const fixture = new Fixture(1000);
    fixture.cache.want(0, 40);
    fixture.answerAll();
    expect(fixture.cache.get(39)?.frame).toBe(39);
    fixture.cache.want(0, 40);
    expect(fixture.asked).toEqual([]);
  });

  it('never asks for what scrolled by while requests were under way', () => {
    const fixture = new Fixture(10_000_000);
    for (let row = 0; row <= 9_000_000; row += 100_000) fixture.cache.want(row, row + 40);
    expect(fixture.asked).toHaveLength(3);
    fixture.answerAll();
    expect(fixture.cache.get(9_000_000)?.frame).toBe(9_000_000);
    expect(fixture.cache.get(4_500_000)).toBeUndefined();
  });

  it('forgets the rows that were in sight longest ago', () => {
    const fixture = new Fixture(10_000_000);
    for (let page = 0; page < 200; page += 1) {
      fixture.cache.want(page * pageSize, page * pageSize + 1);
      fixture.answerAll();
    }
    expect(fixture.cache.get(0)).toBeUndefined();
    expect(fixture.cache.get(199 * pageSize)?.frame).toBe(199 * pageSize);
  });

  it('asks again for a short last page once there are more rows', () => {
    const fixture = new Fixture(10);
    fixture.cache.want(0, 40);
    fixture.answerAll();
    fixture.cache.rowCount = 30;
    expect(fixture.asked.map(({ count }) => count)).toEqual([30]);
    fixture.answerAll();
    expect(fixture.cache.get(29)?.frame).toBe(29);
  });

  it('does not ask for ever where the host answers with fewer rows', () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    fixture.answer(90);
    fixture.cache.want(0, 40);
    expect(fixture.asked).toEqual([]);
    expect(fixture.cache.get(10)).toBeUndefined();
  });

  it('keeps the old rows until the new ones come after a refresh', () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    fixture.answerAll();
    fixture.cache.refresh(50);
    expect(fixture.asked.map(({ count }) => count)).toEqual([50]);
    expect(fixture.cache.get(20)?.frame).toBe(20);
  });

  it('drops an answer to a request from before a refresh', () => {
    const fixture = new Fixture(100);
    fixture.cache.want(0, 40);
    const [before] = fixture.asked.splice(0);
    fixture.cache.refresh(100);
    fixture.cache.accept(before?.request ?? 0, rowsFrom(0, 100));
    expect(fixture.cache.get(0)).toBeUndefined();
    expect(fixture.firstRows).toEqual([0]);
  });
});
