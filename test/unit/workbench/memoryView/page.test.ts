import { describe, expect, it } from 'vitest';
import type { MemoryContents, MemorySection } from '../../../../src/ask/memoryView/contents';
import { RequestError } from '../../../../src/wire/page';
import type { MemoryAct, MemorySettings } from '../../../../src/workbench/memoryView/messages';
import { eventually } from '../../../eventually';
import { MemoryModel } from '../../../../webview/memory/model';

/**
 * Bytes `00 01 02 …`, the first of them collected, then one of the program, then unavailable ones.
 */
function section(start: string, length: number, collected = length): MemorySection {
  return {
    kind: 'range',
    start,
    bytes: Array.from({ length }, (_, i) => i & 0xff),
    origins: Array.from({ length }, (_, i) => (i < collected ? 1 : i === collected ? 2 : 0)),
    before: [[1, 0x41]],
    labels: [{ offset: 16, text: '<g>', kind: 'symbol' }],
    left: 0,
  };
}

describe('the page', () => {
  function page() {
    const posted: MemoryAct[] = [];
    const asked: unknown[] = [];
    const host = { contents: undefined as MemoryContents | undefined };
    const model = new MemoryModel(
      {
        act: (act) => posted.push(act),
        ask: async (_, input) => {
          asked.push(input);
          await Promise.resolve();
          if (!host.contents) throw new RequestError('There is no frame 9.');
          return host.contents as never;
        },
      },
      () => undefined,
    );
    const show = async (contents: MemoryContents, shown = settings, anew = false) => {
      host.contents = contents;
      model.receive({ type: 'shown', settings: shown, anew });
      await eventually(() => {
        expect(model.contents).toBe(contents);
      });
    };
    return { model, posted, asked, host, show };
  }

  const settings: MemorySettings = { expression: '', history: [], groupSize: 1 };
  const contents = (
    sections: MemorySection[],
    more: Partial<MemoryContents> = {},
  ): MemoryContents => ({
    trace: 'a.tf',
    frame: 1,
    endian: 'little',
    addressSize: 8,
    rangesLeftOut: 0,
    sections,
    ...more,
  });

  it('keeps the cursor at its address from frame to frame, and takes it to a new place', async () => {
    const { model, show } = page();
    const [one, two] = [section('0x1000', 16), section('0x2000', 16)] as const;
    await show(contents([one, two]));
    model.selection.moveTo(16 + 3, false);
    await show(contents([two]));
    expect(model.selection.cursor).toBe(3);
    const place = { expression: '$sp', address: '0x1008' };
    await show(contents([one], { place }));
    expect([model.selection.cursor, model.selection.target]).toEqual([8, 8]);
    await show(contents([]));
    expect(model.selection.cursor).toBe(0);
  });

  it('goes to where a pointer points, in the byte order that is shown', async () => {
    const { model, posted, show } = page();
    const shown = [section('0x1000', 16)];
    await show(contents(shown));
    model.followPointer();
    await show(contents(shown), { ...settings, endian: 'big' });
    model.followPointer();
    model.selection.moveTo(12, false);
    expect(model.pointer).toBeUndefined();
    model.followPointer();
    expect(posted).toEqual([
      { type: 'look', expression: '0x706050403020100' },
      { type: 'look', expression: '0x1020304050607' },
    ]);
  });

  it('copies the selection', async () => {
    const { model, posted, show } = page();
    await show(contents([section('0x1000', 16)]));
    model.selection.moveByKey('ArrowRight', false, false, 8);
    model.selection.moveByKey('ArrowRight', false, true, 8);
    model.copy('hex');
    model.copy('c');
    model.copyAddress();
    expect(posted).toEqual([
      { type: 'copy', text: '01 02' },
      {
        type: 'copy',
        text: 'static const unsigned char memory_0x1001[2] = {\n  0x01, 0x02,\n};\n',
      },
      { type: 'copy', text: '0x1001' },
    ]);
  });

  it('copies numbers as wide as the groups, in the order that is shown', async () => {
    const { model, posted, show } = page();
    const grouped: MemorySettings = { ...settings, groupSize: 4 };
    await show(contents([section('0x1000', 16)]), grouped);
    model.selection.moveTo(5, false);
    model.copy('hex');
    await show(contents([section('0x1000', 16)]), { ...grouped, endian: 'big' });
    model.copy('hex');
    expect(posted).toEqual([
      { type: 'copy', text: '0x07060504' },
      { type: 'copy', text: '0x04050607' },
    ]);
  });

  it('knows the names of what is in a row, what changed, and where the place is', async () => {
    const { model, show } = page();
    const place = { expression: '$sp', address: '0x2003' };
    const shown = [section('0x1000', 32), section('0x2000', 32)];
    await show(contents(shown, { place }));
    const texts = (start: number, end: number) =>
      model.labelsOf({ start, end }).map(({ text }) => text);
    expect([texts(0, 16), texts(16, 32), texts(48, 64)]).toEqual([[], ['<g>'], ['<g>']]);
    expect(model.memory.wordsOf(33)).toBe('collected in this frame; was 41 at the last stop');
    expect([34, 35, 36].map((at) => model.isPlace(at))).toEqual([false, true, false]);
  });

  it('asks for more around the place, and begins anew with another', async () => {
    const { model, asked, host, show } = page();
    await show(contents([section('0x1000', 16)]), { ...settings, expression: '$sp' }, true);
    model.more('before');
    model.more('after');
    await show(contents([]), { ...settings, expression: '&g' }, true);
    const at = { expression: '$sp', bytesBefore: 256, bytesAfter: 256 };
    expect(asked).toEqual([
      { ...at, bytesBefore: 0 },
      at,
      { ...at, bytesAfter: 512 },
      { expression: '&g', bytesBefore: 0, bytesAfter: 256 },
    ]);
    host.contents = undefined;
    model.receive({ type: 'shown', settings, anew: false });
    await eventually(() => {
      expect(model.problem).toBe('There is no frame 9.');
    });
    model.receive({ type: 'nothing' });
    expect([model.contents, model.problem]).toEqual([undefined, undefined]);
  });
});
