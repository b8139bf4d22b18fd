// What the page is told of the bytes of a real trace.
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { fromHex } from '../../../../src/bytes/hex';
import { addressSymbol } from '../../../../src/ask/bytes/addressSymbol';
import { copyBytes, copyText } from '../../../../src/ask/bytes/copyBytes';
import { fileBytes, maxRequestedBytes } from '../../../../src/ask/bytes/fileBytes';
import { findBytes, maxPlaces } from '../../../../src/ask/bytes/findBytes';
import { frameBytes } from '../../../../src/ask/bytes/frameBytes';
import { RequestFailed } from '../../../../src/bytes/requestFailed';
import { runWith } from '../../../../src/ask/run';
import { traceQuestions } from '../../../../src/ask/traceQuestions';
import { Views, type TraceAsked } from '../../../../src/ask/views';
import type { Trace } from '../../../../src/trace/trace';
import { bytes, maker } from '../../format/traceBytes';
import { openedFile } from '../../growth/madeTraces';
import { openSample, repeatedSample, WatchedSource } from '../../trace/search/sample';
import { tracedBy } from '../../trace/tracedPrograms';

let trace: Trace;
let asked: TraceAsked;

beforeAll(async () => {
  trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
  asked = { trace, views: new Views() };
});

function find(search: Partial<v.InferOutput<typeof findBytes.input>>) {
  const usual = { kind: 'hex', pattern: '', matchCase: false, from: 0, direction: 1 } as const;
  const wanted = { ...usual, most: 1, wrap: false, ...search };
  return findBytes.answer(asked, wanted, { ...runWith(), report: () => undefined });
}

describe('a range of the file', () => {
  it('has its bytes and the parts that touch it', async () => {
    const range = await fileBytes.answer(asked, { offset: 0, length: 40 }, runWith());
    expect(range.offset).toBe(0);
    expect(fromHex(range.hex)).toEqual(Uint8Array.from(await trace.recording.bytes.read(0, 40)));
    expect(range.parts[0]).toEqual({
      kind: 'description',
      offset: 0,
      length: 8,
      within: 'description',
      name: 'header line',
      fields: [],
    });
    expect(range.parts[1]).toMatchObject({ offset: 8, within: 'description' });
    expect(range.parts[1]?.name).toBe(`line 2: ${trace.recording.description.lines.text(0)}`);
  });

  it('names the blocks of a frame, its registers and the addresses of its memory', async () => {
    const frame = await trace.recording.frame(0);
    const offset = frame.offset;
    const { parts } = await fileBytes.answer(
      asked,
      { offset, length: 6 + frame.bytes.length },
      runWith(),
    );
    expect(parts).toHaveLength(1 + frame.blocks.length);
    expect(parts.every((part) => part.frame === 0 && part.within === 'frame 0')).toBe(true);
    expect(parts[0]?.name).toBe(
      `frame header, tracepoint ${frame.tracepoint}, ${frame.bytes.length.toLocaleString('en')} bytes`,
    );
    const registers = parts.find(({ kind }) => kind === 'registers');
    const rip = registers?.fields.find(({ name }) => name === 'rip');
    const layout = trace.recording.layout?.registers.find(({ name }) => name === 'rip');
    expect(rip).toEqual({
      name: 'rip',
      length: 8,
      offset: (registers?.offset ?? 0) + 1 + (layout?.offset ?? -1),
    });
    const block = frame.blocks.find(({ kind }) => kind === 'M');
    const memory = parts.find(({ kind }) => kind === 'memory');
    const address = block?.kind === 'M' ? `0x${block.address.toString(16)}` : '';
    expect(memory?.name).toBe(`M block ${address}, ${block?.length ?? 0} bytes`);
    expect(memory?.fields.at(-1)).toMatchObject({ name: 'data', address });
  });

  it('names the registers, and what is there of one, in a block that its frame cuts off', async () => {
    const { description, bytes: file } = trace.recording;
    const head = await file.read(0, description.framesOffset);
    const { frame, framed, registers } = maker('little');
    const good = frame(2, registers(816));
    const short = framed(2, 1 + 20, registers(20));
    const made = await openedFile(bytes(head, good, short, good, [0, 0]));
    const { offset } = await made.recording.frame(1);
    const range = { offset, length: 1000 };
    const { parts } = await fileBytes.answer({ trace: made, views: new Views() }, range, runWith());
    const [, block] = parts;
    expect(
      block?.fields.map(({ name, offset: at, length }) => `${name} ${at - offset}+${length}`),
    ).toEqual(['type 6+1', 'rax 7+8', 'rbx 15+8', 'rcx 23+4']);
    made.dispose();
  });

  it('tells only the fields that touch it', async () => {
    const { offset } = await trace.recording.frame(0);
    const { parts } = await fileBytes.answer(asked, { offset: offset + 2, length: 4 }, runWith());
    expect(parts.flatMap(({ fields }) => fields.map(({ name }) => name))).toEqual(['size']);
  });

  it('says of a frame that it is cut off, once all frames are known', async () => {
    const whole = repeatedSample(24);
    const cut = new WatchedSource(Buffer.from(await whole.read(0, whole.size - 20)));
    cut.gate = 4 * 1024 * 1024;
    const growing = { trace: await openSample(cut), views: new Views() };
    const partsAt = async (offset: number) =>
      (await fileBytes.answer(growing, { offset, length: 1 }, runWith())).parts;
    expect(await partsAt(0)).toHaveLength(1);
    cut.open();
    await growing.trace.recording.indexed;
    expect(await partsAt(cut.size - 1)).toMatchObject([{ within: 'cut-off frame' }]);
    growing.trace.dispose();
  });

  it('ends with the file', async () => {
    const { size } = trace.recording.bytes;
    const range = await fileBytes.answer(asked, { offset: size - 4, length: 100 }, runWith());
    expect(range.hex).toBe('00000000');
    expect(range.parts).toMatchObject([{ kind: 'end', offset: size - 4, name: 'end marker' }]);
    const behind = await fileBytes.answer(asked, { offset: size + 4, length: 100 }, runWith());
    expect(behind).toEqual({ offset: size + 4, hex: '', parts: [] });
  });
});

describe('a search', () => {
  it('finds every frame header of a tracepoint with wildcards for its size', async () => {
    const { places } = await find({ pattern: '7f5452414345' });
    expect(places).toEqual([0]);
    const listed = await find({ kind: 'text', pattern: 'TP ', from: 0, most: 1000 });
    const lines = [...trace.recording.description.lines].filter(({ text }) =>
      text.startsWith('tp '),
    );
    expect(listed.places).toEqual(lines.map(({ offset }) => offset));
    expect(listed).toMatchObject({ length: 3, more: false, wrapped: false });
  });

  it('goes on at the other end where it is asked to', async () => {
    expect((await find({ pattern: '7f545241', from: 100 })).places).toEqual([]);
    const found = await find({ pattern: '7f545241', from: 100, wrap: true });
    expect(found).toMatchObject({ places: [0], wrapped: true });
    const { size } = trace.recording.bytes;
    const back = await find({ pattern: '00000000', from: 0, direction: -1, wrap: true });
    expect(back).toMatchObject({ places: [size - 4], wrapped: true });
  });

  it('does not go on there where it has found some', async () => {
    const lines = { kind: 'text', pattern: 'tp ', matchCase: true, most: maxPlaces } as const;
    const [first = 0, second] = (await find(lines)).places;
    const found = await find({ ...lines, from: first + 1, wrap: true });
    const after = await find({ ...lines, from: first + 1 });
    expect(found.places[0]).toBe(second);
    expect(found).toEqual(after);
  });

  it('stops at as many places as are wanted', async () => {
    const found = await find({ pattern: '00', most: 10 });
    expect(found.places).toHaveLength(10);
    expect(found.more).toBe(true);
  });

  it('of what is no pattern says why', async () => {
    await expect(find({ pattern: '7' })).rejects.toBeInstanceOf(RequestFailed);
  });
});

describe('the rest', () => {
  it('knows where a frame is', async () => {
    const { offset, bytes: blocks } = await trace.recording.frame(41);
    expect(await frameBytes.answer(asked, { frame: 41 }, runWith())).toEqual({
      offset,
      length: 6 + blocks.length,
    });
    await expect(frameBytes.answer(asked, { frame: 114 }, runWith())).rejects.toThrow(
      'There is no frame 114.',
    );
  });

  it('copies, but not without an end', async () => {
    const few = { offset: 0, length: 4, format: 'hex' } as const;
    const answer = await copyBytes.answer(asked, few, runWith());
    expect(answer).toEqual({ copied: 4, text: '7f 54 52 41' });
    const many = { ...few, length: 2 ** 30 };
    await expect(copyBytes.answer(asked, many, runWith())).rejects.toBeInstanceOf(RequestFailed);
  });

  it('knows symbols', async () => {
    const pc = trace.recording.index.pc(0) ?? 0n;
    const symbol = await trace.modules.current.symbol(pc);
    expect(symbol).toBeDefined();
    expect(
      await addressSymbol.answer(asked, { address: `0x${pc.toString(16)}` }, runWith()),
    ).toEqual({ symbol });
    expect(await addressSymbol.answer(asked, { address: '0x1' }, runWith())).toEqual({});
  });
});

describe('copies', () => {
  it.each([
    ['hex', '41 42 c3 a4 0a'],
    ['text', 'ABä\n'],
    ['c', 'static const unsigned char bytes[] = {\n  0x41, 0x42, 0xc3, 0xa4, 0x0a,\n};\n'],
  ] as const)('as %s', (format, text) => {
    expect(copyText(Uint8Array.from([0x41, 0x42, 0xc3, 0xa4, 0x0a]), format)).toBe(text);
  });
});

describe('what a page may ask', () => {
  const search = {
    kind: 'hex',
    pattern: '00',
    matchCase: false,
    from: 0,
    direction: 1,
    most: 1,
    wrap: true,
  };

  it.each<[keyof typeof traceQuestions, unknown]>([
    ['bytes', { offset: -1, length: 1 }],
    ['bytes', { offset: 0.5, length: 1 }],
    ['bytes', { offset: 0, length: maxRequestedBytes + 1 }],
    ['bytes', { offset: 2 ** 60, length: 1 }],
    ['bytes', { offset: 0, length: 1, more: 1 }],
    ['findBytes', { ...search, most: 0 }],
    ['findBytes', { ...search, most: maxPlaces + 1 }],
    ['findBytes', { ...search, direction: 0 }],
    ['findBytes', { ...search, pattern: '0'.repeat(1001) }],
    ['copyBytes', { offset: 0, length: 1, format: 'exe' }],
    ['addressSymbol', { address: '0x' + 'f'.repeat(17) }],
  ])('is not %s %j', (name, given) => {
    expect(v.safeParse(traceQuestions[name].input, given).success).toBe(false);
  });

  it('is any range within the limits', () => {
    expect(v.safeParse(findBytes.input, search).success).toBe(true);
    const range = { offset: 2 ** 40, length: maxRequestedBytes };
    expect(v.safeParse(fileBytes.input, range).success).toBe(true);
  });
});
