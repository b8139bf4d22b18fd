// The selected frame beside another one.
import { beforeEach, describe, expect, it } from 'vitest';
import type { FrameDetails } from '../../../../src/ask/frame/frameDetails';
import type { MemoryRow } from '../../../../src/ask/frame/memoryRows';
import { readCompared, type ComparedState } from '../../../../webview/pageState';
import { FrameModel } from '../../../../webview/frame/frameModel';
import { askedHost, settle, type AskedHost } from '../askedRequests';

const row: MemoryRow = {
  address: '0x404060',
  bytes: Array.from({ length: 16 }, () => '16'),
  origins: Array.from({ length: 16 }, () => 'collected' as const),
  text: '................',
};

const other: MemoryRow = { ...row, address: '0x404070' };

function details(frame: number): FrameDetails {
  return {
    frame,
    tracepoint: 2,
    stepping: false,
    offset: '0x0',
    size: 0,
    registers: [],
    variables: [],
    blocks: [],
    diagnostics: [],
    memory: [{ length: 32, rows: [row, other] }],
    leftOut: { ranges: 0, blocks: 0, variables: 0 },
  };
}

const changes = {
  before: 41,
  values: [{ name: 'n', value: '2', was: '1' }],
  registers: [{ name: 'rax', text: '0x2' }],
  variables: [{ name: 'hits', text: '10' }],
  memory: [{ address: '0x404062', bytes: ['07', '08'] }],
};

let host: AskedHost;
let compared: ComparedState;
let address: string;
let copied: string[];
let model: FrameModel;

beforeEach(() => {
  host = askedHost();
  compared = readCompared(undefined);
  address = '';
  copied = [];
  model = new FrameModel({
    ask: host.ask,
    compared: () => compared,
    changed: () => undefined,
    copyText: (text) => copied.push(text),
    remember: (change) => {
      compared = { ...compared, ...change };
    },
    selected: () => 42,
    address: () => address,
    rememberAddress: (given) => {
      address = given;
    },
  });
});

async function answerChanges(): Promise<void> {
  await host.named('changes').at(-1)?.answer(changes);
}

describe('changes', () => {
  it('are asked for with each frame, and looked up by name and address', async () => {
    model.show(details(42));
    expect(host.named('changes')[0]?.asked).toEqual({ frame: 42, since: { kind: 'hit' } });
    expect(model.earlierRegister('rax')).toBeUndefined();
    await answerChanges();
    expect(model.earlierRegister('rax')).toBe('0x2');
    expect(model.earlierRegister('rbx')).toBeUndefined();
    expect(model.earlierVariable('hits')).toBe('10');
    expect([0, 1, 2, 3, 4].map((place) => model.memory.wordsOf(place))).toEqual([
      'collected in this frame',
      'collected in this frame',
      'collected in this frame; was 07',
      'collected in this frame; was 08',
      'collected in this frame',
    ]);
    expect(model.linesBefore).toBe(2);
    expect(host.named('variables')[0]?.asked).toMatchObject({ frame: 42, before: 41 });
  });

  it('of the frame before are not shown in the next', async () => {
    model.show(details(42));
    await answerChanges();
    model.show(details(43));
    expect(model.changes).toBeUndefined();
    expect(model.earlierRegister('rax')).toBeUndefined();
  });

  it('are asked for anew when another frame is to be compared with', async () => {
    model.show(details(42));
    const [first] = host.named('changes');
    model.setSince({ kind: 'picked', frame: 7 });
    expect(first?.signal?.aborted).toBe(true);
    expect(host.named('changes')[1]?.asked).toEqual({
      frame: 42,
      since: { kind: 'picked', frame: 7 },
    });
    expect(compared.since).toEqual({ kind: 'picked', frame: 7 });
    await settle();
  });
});

describe('memory', () => {
  it('is what was looked up, then what was collected', async () => {
    model.show(details(42));
    model.lookUp('$sp');
    await host.last('memory').answer({ label: 'at', length: 16, rows: [other] });
    expect(model.ranges.map(({ memory: { label }, head }) => [label, head])).toEqual([
      ['at', true],
      [undefined, false],
    ]);
    model.lookUp('');
    expect(model.ranges).toHaveLength(1);
  });

  it('has the cursor at what was looked up, once: the next frame leaves it where it is', async () => {
    model.show(details(42));
    model.lookUp('&n');
    const found = { label: '&n = 0x404074', lookedUp: '0x404074', length: 16, rows: [other] };
    await host.last('memory').answer(found);
    expect(model.selection.address).toBe(0x404074n);
    model.selection.moveTo(1, false);
    model.show(details(42));
    await host.last('memory').answer(found);
    expect(model.selection.address).toBe(0x404071n);
  });

  it('has the digits of collected bytes, and marks what nothing is known of', () => {
    model.show(details(42));
    expect(model.digitsAt('0x40406e', 4)).toEqual(['16', '16', '16', '16']);
    expect(model.digitsAt('0x40407f', 2)).toEqual(['16', '??']);
  });

  it('tells where a pointer at the cursor leads, and forgets it with the selection', async () => {
    model.show(details(42));
    model.selection.moveTo(3, false);
    expect(host.named('pointer').at(-1)?.asked).toEqual({ frame: 42, address: '0x404063' });
    await host.named('pointer').at(-1)?.answer({ value: '0x16', symbol: 'g' });
    expect(model.pointer).toEqual({ value: '0x16', symbol: 'g' });
    model.followPointer();
    expect([address, host.last('memory').asked]).toEqual(['0x16', { frame: 42, address: '0x16' }]);
    model.selection.clear();
    await settle();
    expect(model.pointer).toBeUndefined();
  });
});

describe('what is of another frame', () => {
  const range = { label: 'at', length: 16, rows: [other] };

  it('is not shown while replies are under way: variables, memory, the pointer', async () => {
    model.show(details(42));
    await answerChanges();
    await host.last('stackFrames').answer({ frames: [{ level: 0, name: 'main' }] });
    const row = { name: 'n', value: '7', hasChildren: false };
    await host.last('variables').answer({ variables: [row], total: 1 });
    model.lookUp('$sp');
    await host.last('memory').answer(range);
    model.selection.moveTo(0, false);
    await host.last('pointer').answer({ value: '0x16' });
    const shown = () => [
      model.variables.lines.length,
      model.variables.stackFrames.length,
      model.lookup?.address,
      model.ranges.length,
      model.pointer?.value,
    ];
    expect(shown()).toEqual([1, 1, '$sp', 2, '0x16']);
    model.show(details(43));
    expect(shown()).toEqual([0, 0, undefined, 1, undefined]);
    expect(model.variables.awaited).toEqual({ lines: 1, stackFrames: 1 });
  });

  it('is not shown where changes cannot be had', async () => {
    model.show(details(42));
    await answerChanges();
    await host.last('stackFrames').answer({ frames: [] });
    await host.last('variables').answer({ variables: [], total: 0 });
    model.show(details(43));
    await host.last('changes').fail(new Error());
    expect([model.variables.frame, model.variables.awaited]).toEqual([undefined, undefined]);
  });

  it('is not compared with the frame before, once another is chosen', async () => {
    model.show(details(42));
    await answerChanges();
    model.setSince({ kind: 'frame' });
    expect([model.changes, model.earlierRegister('rax')]).toEqual([undefined, undefined]);
  });
});

describe('bytes', () => {
  it('are copied as the page has them', () => {
    model.show(details(42));
    model.copy('hex');
    model.selection.moveTo(2, false);
    model.selection.moveTo(3, true);
    model.copy('hex');
    model.copy('c');
    model.copyAddress();
    expect(copied).toEqual([
      '16 16',
      'static const unsigned char memory_0x404062[2] = {\n  0x16, 0x16,\n};\n',
      '0x404062',
    ]);
  });
});

describe('what is remembered', () => {
  it.each([
    [undefined, { since: { kind: 'hit' } }],
    ['x', { since: { kind: 'hit' } }],
    [
      { since: { kind: 'picked', frame: 9 }, pinned: 4 },
      { since: { kind: 'picked', frame: 9 }, pinned: 4 },
    ],
    [{ since: { kind: 'frame' } }, { since: { kind: 'frame' } }],
    [{ since: { kind: 'picked', frame: -1 }, pinned: 1.5 }, { since: { kind: 'hit' } }],
  ])('is read as far as it makes sense: %j', (saved, read) => {
    expect(readCompared(saved)).toEqual(read);
  });
});
