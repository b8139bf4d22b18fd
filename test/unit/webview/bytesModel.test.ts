// The tab "Bytes": what it asks for, selects, finds and marks.
import { beforeEach, describe, expect, it } from 'vitest';
import type { BytesPart } from '../../../src/ask/bytes/fileBytes';
import type { TraceSummary } from '../../../src/ask/trace/summary';
import { pageBytes } from '../../../webview/bytes/bytesModel';
import { BytesModel } from '../../../webview/bytes/bytesModel';
import type { Ask } from '../../../webview/requests';
import { RequestCancelled, RequestError } from '../../../src/wire/page';

const fileSize = 20_000;
/** Frame n begins at 1000 n and has 1000 bytes: a header and a block. */
const frameBytes = 1000;

const trace: TraceSummary = {
  name: 'app.tf',
  fileSize,
  stopReason: '',
  status: [],
  tracepoints: [],
  variables: [],
  furtherPrograms: [],
  program: { state: 'none', explanation: '' },
  unknownLines: [],
  frameCount: 20,
  complete: true,
  diagnostics: [
    { severity: 'error', message: 'Wrong.', offset: '0x1388' },
    { severity: 'warning', message: 'No end.', offset: '0x4e20' },
    { severity: 'info', message: 'Somewhere.' },
  ],
};

function partsIn(start: number, end: number, kind: BytesPart['kind']): BytesPart[] {
  const parts: BytesPart[] = [];
  for (let at = start - (start % frameBytes); at < end; at += frameBytes) {
    const frame = at / frameBytes;
    const part = { within: `frame ${frame}`, frame, fields: [] };
    parts.push({ ...part, kind: 'header', name: 'header', offset: at, length: 6 });
    parts.push({ ...part, kind, name: 'block', offset: at + 6, length: frameBytes - 6 });
  }
  return parts.filter(({ offset, length }) => offset < end && offset + length > start);
}

let asked: string[];
let kind: BytesPart['kind'];
let selectedFrames: number[];
let found: { places: number[]; more: boolean; wrapped: boolean } | Error;
let model: BytesModel;

const answers: Record<string, (given: never) => unknown> = {
  bytes: ({ offset, length }: { offset: number; length: number }) => ({
    offset,
    hex: Array.from({ length }, (_, i) => ((offset + i) % 256).toString(16).padStart(2, '0')).join(
      '',
    ),
    parts: partsIn(offset, offset + length, kind),
  }),
  frameBytes: ({ frame }: { frame: number }) => ({
    offset: frame * frameBytes,
    length: frameBytes,
  }),
  findBytes: () => {
    if (found instanceof Error) throw found;
    return { ...found, length: 4 };
  },
  copyBytes: ({ length }: { length: number }) => ({ copied: length }),
  addressSymbol: ({ address }: { address: string }) => ({ symbol: `at_${address}` }),
  hasHexEditor: () => true,
};

/** Requests that are not answered yet. */
let underWay = 0;

const ask = ((name: string, given: unknown, { signal }: { signal?: AbortSignal } = {}) => {
  asked.push(`${name} ${JSON.stringify(given)}`);
  underWay++;
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(new RequestCancelled());
    });
    setTimeout(() => {
      underWay--;
      try {
        resolve(answers[name]?.(given as never));
      } catch (error) {
        reject(error instanceof Error ? error : new Error());
      }
    }, 0);
  });
}) as unknown as Ask;

/** Waits until every answer has come, and what it led to. */
async function settled(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, 0));
  while (underWay > 0);
}

beforeEach(async () => {
  asked = [];
  kind = 'memory';
  selectedFrames = [];
  found = { places: [], more: false, wrapped: false };
  model = new BytesModel(ask, () => undefined, {
    changed: () => undefined,
    selectFrame: (frame) => selectedFrames.push(frame),
  });
  model.take(trace);
  model.setShown(true);
  model.setInSight({ start: 0, end: 640 });
  await settled();
});

const askedFor = (name: string) => asked.filter((each) => each.startsWith(`${name} `));

describe('the bytes', () => {
  it('are asked for by pages, those in sight and the next', () => {
    expect(askedFor('bytes')).toEqual([
      `bytes {"offset":0,"length":${pageBytes}}`,
      `bytes {"offset":${pageBytes},"length":${pageBytes}}`,
    ]);
    expect(model.cache.byteAt(300)).toBe(300 % 256);
    expect(model.cache.byteAt(3 * pageBytes)).toBeUndefined();
  });

  it('end with the file', async () => {
    model.setInSight({ start: fileSize - 100, end: fileSize });
    await settled();
    const start = 4 * pageBytes;
    expect(asked).toContain(`bytes {"offset":${start},"length":${fileSize - start}}`);
    expect(model.cache.byteAt(fileSize - 1)).toBe((fileSize - 1) % 256);
    expect(model.cache.byteAt(fileSize)).toBeUndefined();
  });

  it('are read again where the index had not come to them', async () => {
    kind = 'unread';
    model.cache.refresh();
    await settled();
    asked = [];
    kind = 'memory';
    model.grow();
    await settled();
    expect(askedFor('bytes')).toHaveLength(2);
    expect(model.cache.partAt(100)?.kind).toBe('memory');
    asked = [];
    model.grow();
    await settled();
    expect(askedFor('bytes')).toEqual([]);
  });

  it('know their parts', () => {
    expect(model.cache.partAt(5)?.name).toBe('header');
    expect(model.cache.partAt(6)?.name).toBe('block');
    expect(model.cache.partsIn(0, 1003).map(({ offset }) => offset)).toEqual([0, 6, 1000]);
  });
});

describe('the selection', () => {
  it('follows the table, unless it stands in that frame', async () => {
    model.follow(3);
    await settled();
    expect(model.range).toEqual({ offset: 3000, length: 1000 });
    expect(model.selection.target).toBe(3000);
    model.selection.moveTo(3500, false);
    model.follow(3);
    await settled();
    expect(model.range).toEqual({ offset: 3500, length: 1 });
  });

  it('follows only when the tab is in front', async () => {
    model.setShown(false);
    model.follow(2);
    await settled();
    expect(askedFor('frameBytes')).toEqual([]);
    model.setShown(true);
    await settled();
    expect(model.range.offset).toBe(2000);
  });

  it('stays where it was asked for since', async () => {
    model.follow(3);
    model.show({ offset: 50, length: 2 });
    await settled();
    expect(model.range).toEqual({ offset: 50, length: 2 });
  });

  it('grows with Shift, and never leaves the file', () => {
    const press = (key: string, extend: boolean) =>
      model.selection.moveByKey(key, false, extend, 10);
    model.selection.moveTo(20, false);
    expect(press('ArrowDown', true)).toBe(true);
    expect(model.range).toEqual({ offset: 20, length: 17 });
    press('ArrowUp', false);
    expect(model.range).toEqual({ offset: 20, length: 1 });
    expect(press('q', false)).toBe(false);
    model.take({ ...trace, fileSize: 10 });
    expect(model.range).toEqual({ offset: 9, length: 1 });
  });

  it('goes from part to part', async () => {
    model.selection.moveTo(500, false);
    model.selectPart(0);
    await settled();
    expect(model.range).toEqual({ offset: 6, length: 994 });
    model.selectPart(1);
    await settled();
    expect(model.range).toEqual({ offset: 1000, length: 6 });
    model.selectPart(-1);
    await settled();
    model.selectPart(-1);
    await settled();
    model.selectPart(-1);
    await settled();
    expect(model.range).toEqual({ offset: 0, length: 6 });
  });

  it('names its frame for the table', () => {
    model.selection.moveTo(500, false);
    model.open();
    expect(selectedFrames).toEqual([0]);
    expect(model.path).toEqual(['frame 0', 'block', 'byte 494']);
  });

  it('goes where the user says, or says why not', () => {
    model.goTo('0x10');
    model.goTo('+16');
    expect(model.range.offset).toBe(32);
    model.goTo('nowhere');
    expect(model.range.offset).toBe(32);
    expect(model.note).toContain('Write an offset');
  });

  it('has the symbol of the address that it is', async () => {
    model.show({ offset: 16, length: 4 });
    await settled();
    expect(model.symbol).toBe('at_0x13121110');
    model.selection.moveTo(0, false);
    expect(model.symbol).toBeUndefined();
  });

  it('is copied by the host', async () => {
    model.show({ offset: 16, length: 4 });
    model.copy('c');
    await settled();
    expect(asked).toContain('copyBytes {"offset":16,"length":4,"format":"c"}');
    expect(model.note).toBe('4 bytes copied.');
  });
});

describe('damage', () => {
  it('is marked where the diagnostics say, at the last byte where they mean the end', () => {
    expect(model.damage.map(({ offset }) => offset)).toEqual([5000, fileSize - 1]);
    expect(model.damageOf(5000)?.message).toBe('Wrong.');
    expect(model.damageOf(fileSize - 1)?.message).toBe('No end.');
    expect(model.damageOf(0)).toBeUndefined();
  });
});

describe('the search', () => {
  it('goes on after the selection, or before it', async () => {
    found = { places: [700], more: false, wrapped: false };
    model.find.change({ kind: 'hex', pattern: 'ab' });
    model.selection.moveTo(10, false);
    await model.find.next(1, model.range, fileSize);
    expect(askedFor('findBytes').at(-1)).toContain('"from":11,"direction":1,"most":1');
    expect(model.range).toEqual({ offset: 700, length: 4 });
    await model.find.next(-1, model.range, fileSize);
    expect(askedFor('findBytes').at(-1)).toContain('"from":699,"direction":-1');
    model.selection.moveTo(0, false);
    await model.find.next(-1, model.range, fileSize);
    expect(askedFor('findBytes').at(-1)).toContain(`"from":${fileSize},"direction":-1`);
  });

  it('says where it found nothing, or that it began anew', async () => {
    await model.find.next(1, model.range, fileSize);
    expect(model.find.note).toBe('Not found.');
    found = { places: [3], more: false, wrapped: true };
    await model.find.next(1, model.range, fileSize);
    expect(model.find.note).toBe('Found from the file’s beginning on.');
  });

  it('lists places and marks their bytes', async () => {
    found = { places: [100, 200], more: false, wrapped: false };
    await model.find.list();
    expect(model.find.note).toBe('2 places.');
    expect([99, 100, 103, 104, 203].map((offset) => model.find.holds(offset))).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
    model.find.change({ pattern: 'other' });
    expect(model.find.holds(100)).toBe(false);
  });

  it('says what is wrong with the pattern', async () => {
    found = new RequestError('No digit.');
    await model.find.list();
    expect([model.find.note, model.find.isProblem]).toEqual(['No digit.', true]);
    expect(model.find.progress).toBeUndefined();
  });

  it('can be cancelled', async () => {
    const search = model.find.list();
    expect(model.find.progress).toBeDefined();
    model.find.cancel();
    await search;
    expect(model.find.progress).toBeUndefined();
    expect(model.find.note).toBe('The search was cancelled.');
  });
});
