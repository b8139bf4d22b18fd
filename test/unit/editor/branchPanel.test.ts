// The page of a branch trace and its host: what the page asks and hears goes over both ends of the
// wire.
import type { Uri } from 'vscode';
import { expect, it } from 'vitest';
import type { BranchQuestions } from '../../../src/ask/branch/branchQuestions';
import { BranchPanel } from '../../../src/editor/branch/branchPanel';
import type { BranchAct, BranchEvent } from '../../../src/editor/branch/messages';
import { Emitter } from '../../../src/trace/emitter';
import { PageWire } from '../../../src/wire/page';
import { eventually } from '../../eventually';
import { openBranchTrace } from '../../oracle/branchTrace';

async function opened() {
  const { trace } = await openBranchTrace('tree.btrace', 'tree');
  const fromPage = new Emitter<unknown>();
  const toPage = new Emitter<unknown>();
  const sources: unknown[] = [];
  const window = {
    post: (message: unknown) => {
      toPage.fire(message);
    },
    onDidReceive: fromPage.event,
    showError: (sentence: string) => {
      throw new Error(sentence);
    },
  };
  const panel = new BranchPanel({ path: '/tree.btrace' } as Uri, trace, window, {
    chooseProgram: () => Promise.resolve(),
    showSource: (_, place) => Promise.resolve(void sources.push(place)),
    sourceText: () => Promise.resolve(undefined),
    debug: () => Promise.resolve(),
    isDebugged: () => false,
    onDidChangeDebugged: new Emitter<void>().event,
    openAsText: () => Promise.resolve(),
  });
  const heard: BranchEvent[] = [];
  const wire = new PageWire<BranchQuestions, BranchAct, BranchEvent>({
    post: (message) => {
      fromPage.fire(message);
    },
    listen: (receive, loaded) => {
      toPage.event(receive);
      loaded();
    },
    savedState: undefined,
    save: () => undefined,
  });
  wire.listen((event) => heard.push(event));
  const execution = () =>
    eventually(() => {
      const last = heard.filter((each) => each.type === 'summary').at(-1)?.summary.execution;
      if (!last) throw new Error('The blocks are being followed.');
      return last;
    });
  return { trace, panel, wire, ask: wire.ask, heard, sources, execution };
}

it('reads and expands the tree of calls by the number of its view', async () => {
  const { panel, ask, execution } = await opened();
  const { view, rows } = await execution();
  expect(await ask('tree', { view, first: 0, count: 1000 })).toHaveLength(rows);
  expect(await ask('expand', { view, segment: 1, expanded: false, all: true })).toEqual({
    rows: expect.any(Number) as number,
  });
  const collapsed = await ask('tree', { view, first: 0, count: 1000 });
  expect(collapsed.length).toBeLessThan(rows);
  const found = await ask('rowOf', { view, instruction: collapsed[0]?.last ?? 0 });
  expect(found.row).toBeLessThan(found.rows);
  panel.dispose();
});

it('says of a tree that is gone, or was never made, that it is none', async () => {
  const { trace, panel, ask, execution } = await opened();
  const { view } = await execution();
  await expect(ask('tree', { view: 99, first: 0, count: 1 })).rejects.toThrow('no view 99');
  // As with another program.
  trace.setRates({} as never);
  await expect(ask('tree', { view, first: 0, count: 1 })).rejects.toThrow('being followed');
  const next = await eventually(async () => {
    const again = await execution();
    expect(again.view).not.toBe(view);
    return again;
  });
  await expect(ask('rowOf', { view, instruction: 1 })).rejects.toThrow(`no view ${view}`);
  expect(await ask('tree', { view: next.view, first: 0, count: 1 })).toHaveLength(1);
  panel.dispose();
});

it('goes to an instruction that ran with its source, and to no other', async () => {
  const { trace, panel, wire, execution, sources, heard } = await opened();
  const { instructions } = await execution();
  wire.act({ type: 'goTo', instruction: instructions + 1 });
  wire.act({ type: 'goTo', instruction: 2 });
  expect(trace.position).toBe(2);
  await eventually(() => {
    expect(sources).toHaveLength(1);
  });
  trace.moveTo(3, 'a debugger');
  expect(heard.at(-1)).toEqual({ type: 'position', instruction: 3 });
  panel.dispose();
});
