// What the page of a branch trace knows and asks, without a document, over a host of the tests'
// own.
import { describe, expect, it } from 'vitest';
import type { BranchQuestions } from '../../../src/ask/branch/branchQuestions';
import type { SegmentRow } from '../../../src/ask/branch/tree';
import type { BranchAct, BranchSummary } from '../../../src/editor/branch/messages';
import type { AnswerOf } from '../../../src/wire/contract';
import { RequestError } from '../../../src/wire/page';
import { BranchModel } from '../../../webview/branch/model';

const summary: BranchSummary = {
  name: 'x.btrace',
  fileSize: 1000,
  format: 'bts',
  blocks: 250,
  diagnostics: [],
  program: { state: 'placed', name: 'x', explanation: '', doubtful: false },
  execution: {
    instructions: 900,
    segments: 300,
    depth: 3,
    gaps: 0,
    hasTimes: false,
    unfollowed: 0,
    view: 1,
    rows: 3,
  },
  followed: { done: 250, of: 250, isBytes: false },
  stopped: false,
  position: 5,
  debugged: false,
};

/** The call of `main`, one in it, and one beside that. */
const segments: readonly SegmentRow[] = [
  ...[{ level: 0, expanded: true }, { level: 1 }, { level: 1 }].map((each, i) => ({
    segment: i + 1,
    functionName: 'f',
    first: 10 * i + 1,
    last: 10 * i + 10,
    total: 10,
    ...each,
  })),
];

const usual: { readonly [Name in keyof BranchQuestions]: AnswerOf<BranchQuestions, Name> } = {
  tree: segments,
  blocks: [{ block: 1, begin: '0x1', end: '0x2', functionName: 'f', first: 1, count: 2 }],
  instructions: [{ number: 5, address: '0x1004', symbol: 'f+4', text: 'ret' }],
  depth: [{ least: 0, most: 2, instruction: 1 }],
  expand: { rows: 1 },
  rowOf: { row: 1, rows: 3, block: 7 },
  move: { instruction: 42 },
};

/** A model whose host has answers, a problem in words where one is named. */
function opened(answers: Partial<typeof usual> & { readonly problem?: string } = {}) {
  const posted: Posted[] = [];
  const revealed: number[] = [];
  const { problem } = answers;
  const model = new BranchModel({
    act: (act) => {
      posted.push({ name: act.type, asked: act });
    },
    ask: async (name, asked) => {
      posted.push({ name, asked });
      await Promise.resolve();
      if (problem !== undefined) throw new RequestError(problem);
      return { ...usual, ...answers }[name] as never;
    },
  });
  model.attach({ changed: () => undefined, reveal: (row) => revealed.push(row) });
  return { model, posted, revealed, settled: () => new Promise((resolve) => setTimeout(resolve)) };
}

/** What was asked or told, by its name. */
interface Posted {
  readonly name: keyof BranchQuestions | BranchAct['type'];
  readonly asked: unknown;
}

const names = (posted: readonly Posted[]): string[] => posted.map(({ name }) => name);

describe('the model of a branch trace’s page', () => {
  it('asks for nothing while the blocks are followed', async () => {
    const { model, posted, settled } = opened();
    const { execution: followed, ...unfollowed } = summary;
    expect(followed).toBeDefined();
    model.receive({ type: 'summary', summary: unfollowed });
    model.want(0, 20);
    model.measureDepth(100);
    await settled();
    expect(posted).toEqual([]);
    expect(model.rowCount).toBe(0);
    model.setFollowing(false);
    model.setFollowing(true);
    expect(names(posted)).toEqual(['stopFollowing', 'follow']);
  });

  it('stands where the trace does, with its row and its instructions', async () => {
    const { model, posted, revealed, settled } = opened();
    model.receive({ type: 'summary', summary });
    await settled();
    expect(names(posted)).toEqual(['rowOf', 'instructions']);
    expect([model.position, model.selectedRow, model.rowCount]).toEqual([5, 1, 3]);
    expect(revealed).toEqual([1]);
    expect(model.spoken).toBe('5 f+4 ret');
    model.show('blocks');
    await settled();
    expect([model.selectedRow, model.rowCount]).toEqual([7, 250]);
  });

  it('goes where a row or a move leads, and tells the host once', async () => {
    const { model, posted, settled } = opened();
    model.receive({ type: 'summary', summary });
    model.want(0, 3);
    await settled();
    posted.length = 0;
    model.selectRow(2);
    expect(posted[0]?.asked).toEqual({ type: 'goTo', instruction: 21 });
    model.move('nextCall');
    await settled();
    expect(model.position).toBe(42);
    model.receive({ type: 'position', instruction: 7 });
    expect(model.position).toBe(7);
    expect(names(posted).filter((name) => name === 'goTo')).toHaveLength(2);
  });

  it('goes where a row leads that was selected before it was here', async () => {
    const { model, posted, settled } = opened();
    model.receive({ type: 'summary', summary });
    model.want(0, 3);
    model.selectRow(2);
    expect(names(posted)).not.toContain('goTo');
    await settled();
    expect([model.position, model.selectedRow]).toEqual([21, 1]);
    expect(names(posted).filter((name) => name === 'goTo')).toHaveLength(1);
  });

  it('stays where another place was gone to before a selected row was here', async () => {
    const { model, posted, settled } = opened();
    model.receive({ type: 'summary', summary });
    model.want(0, 3);
    model.selectRow(2);
    model.receive({ type: 'position', instruction: 7 });
    await settled();
    expect(model.position).toBe(7);
    expect(names(posted)).not.toContain('goTo');
  });

  it('forgets a selected row that was not here when the tree has other rows', async () => {
    const { model, posted, settled } = opened({ rowOf: { row: 1, rows: 4, block: 0 } });
    model.receive({ type: 'summary', summary });
    model.selectRow(2);
    await settled();
    model.want(0, 4);
    await settled();
    expect([model.selectedRow, model.rowCount, model.position]).toEqual([1, 4, 5]);
    expect(names(posted)).not.toContain('goTo');
    model.show('blocks');
    model.selectRow(0);
    model.want(0, 1);
    await settled();
    expect(model.position).toBe(1);
  });

  it('makes a move from where the move before it led', async () => {
    const { model, posted, settled } = opened();
    model.receive({ type: 'summary', summary });
    await settled();
    posted.length = 0;
    model.move('nextCall');
    model.move('nextCall');
    await settled();
    const told = names(posted);
    expect(told.filter((each) => each === 'move' || each === 'goTo')).toEqual([
      'move',
      'goTo',
      'move',
      'goTo',
    ]);
  });

  it('stays where a move leads nowhere', async () => {
    const { model, settled } = opened({ move: {} });
    model.receive({ type: 'summary', summary });
    model.move('nextCall');
    await settled();
    expect(model.position).toBe(5);
  });

  it('expands rows that call something, and knows the row above each', async () => {
    const { model, posted, settled } = opened();
    model.receive({ type: 'summary', summary });
    model.want(0, 3);
    await settled();
    expect([model.parentRow(2), model.parentRow(0)]).toEqual([0, 0]);
    posted.length = 0;
    model.expand(1, true);
    model.expand(0, true);
    expect(posted).toEqual([]);
    model.expand(0, false);
    await settled();
    expect(model.treeRows).toBe(1);
    expect(posted[0]).toMatchObject({
      name: 'expand',
      asked: { view: 1, segment: 1, expanded: false },
    });
  });

  it('asks for the tree anew once the blocks were followed again', async () => {
    const { model, posted, settled } = opened();
    model.receive({ type: 'summary', summary });
    await settled();
    posted.length = 0;
    model.receive({ type: 'summary', summary });
    expect(posted).toEqual([]);
    const again = { ...summary.execution, view: 2, rows: 9 } as BranchSummary['execution'] & object;
    model.receive({ type: 'summary', summary: { ...summary, execution: again } });
    expect(model.rowCount).toBe(9);
    expect(posted[0]).toEqual({ name: 'rowOf', asked: { view: 2, instruction: 5 } });
  });

  it('shows the host’s sentence where that cannot answer', async () => {
    const { model, settled } = opened({ problem: 'The file is gone.' });
    model.receive({ type: 'summary', summary });
    await settled();
    expect(model.problem).toBe('The file is gone.');
    model.receive({ type: 'failed', message: 'This is no branch trace.' });
    expect(model.failure).toBe('This is no branch trace.');
  });

  it('has an axis of time where time passes in the recording', async () => {
    const byTime = [
      { least: 0, most: 2, instruction: 1 },
      { least: 0, most: 0, instruction: 40, gap: '[disabled]' },
      { least: 1, most: 1, instruction: 40 },
      { least: 1, most: 1, instruction: 800 },
    ];
    const { model, posted, settled } = opened({
      depth: byTime,
      instructions: [{ number: 5, address: '0x1004', text: 'ret', ticks: 250 }],
    });
    const timed = { ...summary.execution, view: 2, hasTimes: true, ticks: 1000 };
    model.receive({ type: 'summary', summary });
    model.setAxis('time');
    expect([model.span, model.axis]).toEqual([undefined, 'instruction']);
    model.receive({ type: 'summary', summary: { ...summary, execution: timed } as BranchSummary });
    await settled();
    expect([model.span, model.axis, model.positionShare]).toEqual([1000, 'time', 0.25]);
    posted.length = 0;
    model.measureDepth(4);
    model.measureDepth(4);
    await settled();
    expect(posted).toEqual([{ name: 'depth', asked: { columns: 4, axis: 'time' } }]);
    expect(model.columnAt(0.3)?.gap).toBe('[disabled]');
    model.goToShare(0.3);
    expect(model.position).toBe(40);
    model.goToShare(1);
    expect(model.position).toBe(800);
    model.setAxis('instruction');
    expect(model.depth).toEqual([]);
    model.goToShare(0.5);
    expect([model.position, model.positionShare]).toEqual([450, 449.5 / 900]);
    model.measureDepth(4);
    expect(posted.at(-1)).toMatchObject({ name: 'depth', asked: { axis: 'instruction' } });
  });
});
