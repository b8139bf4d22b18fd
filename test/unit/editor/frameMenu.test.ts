// What the host does at a place of the page.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as v from 'valibot';
import { FrameMenu } from '../../../src/editor/frameMenu';
import { menuContext, menuPlace } from '../../../src/editor/menuMessages';
import { TableView } from '../../../src/ask/table/tableView';
import type { Trace } from '../../../src/trace/trace';
import { tracedBy } from '../trace/tracedPrograms';

vi.mock('vscode', () => ({}));

let trace: Trace;
let menu: FrameMenu;
let table: TableView;
let done: string[];

beforeEach(async () => {
  trace = await tracedBy('x86_64/app.tf', 'x86_64/app');
  table = new TableView(trace);
  const columns = [
    { kind: 'frame' },
    { kind: 'tracepoint' },
    { kind: 'value', text: '1 + 1' },
  ] as const;
  await table.rows(0, 1, columns);
  done = [];
  menu = new FrameMenu(trace, table, {
    copy: (text) => {
      done.push(text);
      return Promise.resolve();
    },
    goToSource: ({ file, line }) => {
      done.push(`${file}:${line}`);
      return Promise.resolve();
    },
    debug: (frame) => {
      done.push(`debug ${frame}`);
      return Promise.resolve();
    },
  });
});

describe('the menu', () => {
  it('copies a row as the page shows it, and a cell', async () => {
    expect(await menu.run('copyRow', { frame: 5 })).toBe(true);
    await menu.run('copyText', { frame: 5, column: { kind: 'where' } });
    await menu.run('copyText', { frame: 5, column: { kind: 'value', text: '2 * 21' } });
    await menu.run('copyText', { frame: 5, text: 'as it stands' });
    const at = trace.recording.pc(5);
    const { functionName, source } = at ? await trace.modules.current.locate(at.pc) : {};
    expect(done).toEqual([
      `5\t${trace.recording.index.tracepoint(5)}\t2\n`,
      `${functionName ?? ''} ${source?.file ?? ''}:${source?.line ?? ''}`,
      '42',
      'as it stands',
    ]);
  });

  it('copies all rows that are selected, in the order of the table', async () => {
    const sort = { column: { kind: 'frame' } as const, descending: true };
    const run = { signal: new AbortController().signal, report: () => undefined };
    await table.arrange({ filter: '', hide: true, sort }, run);
    table.selectRows([
      [0, 1],
      [4, 4],
      [200, 300],
    ]);
    await menu.run('copyRow', { frame: 113, selected: true });
    const of = (frame: number) => `${frame}\t${trace.recording.index.tracepoint(frame)}\t2\n`;
    expect(done).toEqual([of(113) + of(112) + of(109)]);
    expect(table.selection?.count).toBe(3);
    await table.arrange({ filter: '', hide: true }, run);
    expect(table.selection).toBeUndefined();
  });

  it('copies registers and memory as arrays of C', async () => {
    let frame = 0;
    while (!(await trace.machine(frame)).registers?.read('rip')?.bytes) frame++;
    const machine = await trace.machine(frame);
    await menu.run('copyBytes', { frame, register: 'rip' });
    const [first] = machine.registers?.read('rip')?.bytes ?? [];
    expect(done[0]).toContain('rip[8] = {');
    expect(done[0]).toContain(`  0x${first?.toString(16).padStart(2, '0') ?? ''}, `);
    const address = `0x${(machine.memory.ranges[0]?.address ?? 0n).toString(16)}` as const;
    await menu.run('copyBytes', { frame, memory: { address, length: 20 } });
    expect(done[1]).toContain(`memory_${address}[20] = {`);
    await menu.run('copyBytes', { frame, memory: { address: '0xffffffffffffffff', length: 4 } });
    expect(done[2]).toContain('/* unavailable */');
  });

  it('goes to the source and debugs', async () => {
    await menu.run('goToSource', { source: { file: 'a.c', line: 3 } });
    await menu.run('debugFrame', { frame: 2 });
    expect(done).toEqual(['a.c:3', 'debug 2']);
  });

  it.each([
    ['copyRow', {}],
    ['copyRow', { frame: 114 }],
    ['copyText', { frame: 5 }],
    ['copyBytes', { frame: 5 }],
    ['copyBytes', { frame: 5, register: 'nonsense' }],
    ['goToSource', { frame: 5 }],
    ['debugFrame', {}],
    ['debugFrame', { frame: 1e9 }],
  ] as const)('does nothing where %s has no %j to act on', async (act, place) => {
    expect([await menu.run(act, place), done]).toEqual([false, []]);
  });
});

it.each([
  [undefined],
  ['x'],
  [{ frame: -1 }],
  [{ frame: 1, more: 1 }],
  [{ frame: 0.5 }],
  [{ function: 'yes' }],
  [{ value: 'x'.repeat(20_000) }],
  [{ column: { kind: 'constructor' } }],
  [{ memory: { address: '1', length: 1 } }],
  [{ memory: { address: '0x1', length: 1e9 } }],
  [{ source: { file: 'x', line: 1, run: 'x' } }],
])('a place that VS Code hands back is checked: %j is none', (given) => {
  expect([v.is(menuPlace, given), v.is(menuContext, { place: given })]).toEqual([false, false]);
});

it('what VS Code adds to a place is left out', () => {
  const words = { webview: 'tracefile.option', tracePlace: 'frame', frame: 4 };
  expect(v.parse(menuContext, { ...words, place: { frame: 3 } })).toEqual({ place: { frame: 3 } });
});
