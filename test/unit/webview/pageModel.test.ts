// What the page asks for and remembers, message by message.
import { beforeEach, describe, expect, it } from 'vitest';
import type { FrameDetails } from '../../../src/ask/frame/frameDetails';
import type { TraceSummary } from '../../../src/ask/trace/summary';
import type { HostEvent } from '../../../src/editor/pageMessages';
import type { Act } from '../../../src/editor/pageMessages';
import { PageModel } from '../../../webview/pageModel';
import { readState } from '../../../webview/pageState';
import { rowsFrom } from './rows';
import type { Said } from '../../wireMessages';
import { wiredPage, type WiredPage } from './wiredPage';

const trace: TraceSummary = {
  name: 'app.tf',
  fileSize: 118_479,
  stopReason: 'stopped',
  status: [],
  tracepoints: [],
  variables: [],
  furtherPrograms: [],
  program: { state: 'none', explanation: '' },
  diagnostics: [],
  unknownLines: [],
  frameCount: 114,
  complete: true,
};

function detailsOf(frame: number): FrameDetails {
  return {
    frame,
    tracepoint: 2,
    stepping: false,
    offset: '0x9c4e',
    size: 816,
    registers: [],
    memory: [],
    variables: [],
    blocks: [],
    leftOut: { ranges: 0, blocks: 0, variables: 0 },
    diagnostics: [],
  };
}

let posted: Said<Act>[];
let page: WiredPage;
let scrolled: string[];

function modelWith(saved?: unknown): PageModel {
  page = wiredPage((message) => posted.push(message));
  return new PageModel(page.wire, readState(saved), {
    changed: () => undefined,
    canvasChanged: () => undefined,
    reveal: (frame) => scrolled.push(`reveal ${frame}`),
    scrollTo: (row) => scrolled.push(`top ${row}`),
    focus: () => scrolled.push('focus'),
    showColumns: () => scrolled.push('columns'),
    chosen: () => undefined,
  });
}

function opened(saved?: unknown): PageModel {
  const model = modelWith(saved);
  model.receive({ type: 'summary', trace });
  model.receive({ type: 'frame', details: detailsOf(model.selected ?? -1) });
  posted = [];
  scrolled = [];
  return model;
}

function selections(): Said<Act>[] {
  return posted.filter(({ type }) => type === 'select');
}

beforeEach(() => {
  posted = [];
  scrolled = [];
});

describe('the first rows, which come unasked', () => {
  const rows = rowsFrom(0, 114);
  const opening = (table: unknown): PageModel => {
    const model = modelWith();
    model.receive({ type: 'remembered', view: 1, table, filters: [] });
    model.receive({ type: 'summary', trace });
    model.receive({ type: 'rows', rows });
    return model;
  };

  it('are shown without a request', () => {
    const model = opening(undefined);
    model.table.rows.want(0, 30);
    expect(model.table.get(29)).toBe(rows[29]);
    expect(posted.filter(({ type }) => type === 'request')).toEqual([]);
  });

  it.each([
    ['filtered', { filter: '$tracepoint == 2' }],
    ['sorted', { sort: { column: { kind: 'pc' }, descending: false } }],
    ['given a column of one’s own', { columns: [{ column: { kind: 'value', text: '$pc' } }] }],
  ])('are not those of a table that was %s', (_, settings) => {
    expect(opening(JSON.parse(JSON.stringify(settings))).table.get(0)).toBeUndefined();
  });
});

describe('a table that was filtered and scrolled', () => {
  const settings = { filter: '$tracepoint == 2' };
  /** The number of the request that asks for this. */
  const asked = (name: string) =>
    posted.filter((message) => message.type === 'request' && message.name === name).at(-1);
  const answer = (name: string, given: unknown) => {
    const request = asked(name);
    if (request?.type !== 'request') throw new Error(`No ${name} was asked for.`);
    return page.answer({ type: 'answer', id: request.id, answer: given });
  };

  it('stands where it stood once its rows are there, and knows the selected one', async () => {
    const model = modelWith({ selected: 42, firstRow: 9 });
    model.receive({ type: 'remembered', view: 1, table: settings, filters: [] });
    model.receive({ type: 'summary', trace });
    expect(model.selected).toBe(42);
    model.setFirstRow(0);
    expect(scrolled).toEqual([]);
    await answer('view', { rows: 20, matched: 20 });
    await answer('rowOf', { row: 3 });
    expect(scrolled).toEqual(['top 9']);
    expect([model.selectedRow, model.state.firstRow]).toEqual([3, 9]);
    model.setFirstRow(10);
    expect(model.state.firstRow).toBe(10);
  });

  it('stands where it stood where a summary comes before what was remembered', async () => {
    const model = modelWith({ selected: 42, firstRow: 9 });
    model.receive({ type: 'summary', trace });
    model.receive({ type: 'remembered', view: 1, table: settings, filters: [] });
    model.receive({ type: 'summary', trace });
    model.setFirstRow(0);
    await answer('view', { rows: 20, matched: 20 });
    expect(scrolled.at(-1)).toBe('top 9');
  });

  it('stays where it is when its program is found', async () => {
    const model = modelWith({ selected: 42, firstRow: 9 });
    model.receive({ type: 'remembered', view: 1, table: settings, filters: [] });
    for (let i = 0; i < 2; i++) {
      model.receive({ type: 'summary', trace });
      model.setFirstRow(0);
      await answer('view', { rows: 20, matched: 20 });
      await answer('rowOf', { row: 3 });
    }
    expect(scrolled).toEqual(['top 9', 'top 9']);
  });

  it('stands where it stood among the rows found so far, where the user stops the search', async () => {
    const model = modelWith({ selected: 42, firstRow: 9 });
    model.receive({ type: 'remembered', view: 1, table: settings, filters: [] });
    model.receive({ type: 'summary', trace });
    model.table.stop();
    await answer('rowOf', {});
    expect(scrolled).toEqual(['top 9']);
  });

  describe('and whose end is followed', () => {
    const following = async (): Promise<PageModel> => {
      const model = modelWith({ followsEnd: true });
      model.receive({ type: 'remembered', view: 1, table: settings, filters: [] });
      model.receive({ type: 'summary', trace });
      await answer('view', { rows: 20, matched: 20 });
      expect(model.selected).toBe(113);
      return model;
    };
    const row = (frame: number) => rowsFrom(frame, frame + 1);

    it('goes to a row that the user selects before it is here, whatever comes meanwhile', async () => {
      const model = await following();
      void model.selectRow(0);
      const [rows, seen] = [asked('rows'), asked('rowOf')];
      if (rows?.type !== 'request' || seen?.type !== 'request') throw new Error('not asked');
      await page.answer({ type: 'answer', id: seen.id, answer: { row: 19 } });
      model.receive({ type: 'summary', trace: { ...trace, frameCount: 120 } });
      expect([model.selectedRow, model.state.followsEnd]).toEqual([0, false]);
      await page.answer({ type: 'answer', id: rows.id, answer: row(7) });
      expect([model.selected, model.selectedRow]).toEqual([7, 0]);
    });

    it('goes there once the rows are arranged, where it was not among those found by then', async () => {
      const model = await following();
      model.receive({ type: 'summary', trace: { ...trace, frameCount: 120 } });
      void model.selectRow(0);
      await answer('rows', []);
      expect(model.selected).not.toBe(7);
      await answer('view', { rows: 20, matched: 20 });
      await answer('rows', row(7));
      expect([model.selected, model.selectedRow]).toEqual([7, 0]);
    });

    it('shows the row of the frame again where the other one does not exist', async () => {
      const model = await following();
      void model.selectRow(25);
      await answer('rows', []);
      await answer('rowOf', { row: 19 });
      expect([model.selected, model.selectedRow]).toEqual([113, 19]);
    });

    it('stays where a debugger stops meanwhile', async () => {
      const model = await following();
      void model.selectRow(0);
      model.receive({ type: 'position', frame: 3, debugging: true });
      await answer('rows', row(7));
      expect(model.selected).toBe(3);
    });
  });

  it('goes where the user goes meanwhile', async () => {
    const model = modelWith({ selected: 42, firstRow: 9 });
    model.receive({ type: 'remembered', view: 1, table: settings, filters: [] });
    model.receive({ type: 'summary', trace });
    model.select(50);
    await answer('view', { rows: 20, matched: 20 });
    await answer('rowOf', { row: 4 });
    expect(scrolled).toEqual(['reveal 4']);
  });
});

describe('opening', () => {
  it('selects frame 0', () => {
    modelWith().receive({ type: 'summary', trace });
    expect(posted).toEqual([{ type: 'select', frame: 0, byUser: false }]);
    expect(scrolled).toEqual(['top 0']);
  });

  it('goes back to where it stood', () => {
    modelWith({ selected: 42, firstRow: 30 }).receive({ type: 'summary', trace });
    expect(posted).toEqual([{ type: 'select', frame: 42, byUser: false }]);
    expect(scrolled).toEqual(['top 30']);
  });

  it('waits until the index has come so far, and remembers the place meanwhile', () => {
    const model = modelWith({ selected: 5000, firstRow: 4990 });
    model.receive({ type: 'summary', trace: { ...trace, complete: false } });
    model.setFirstRow(0);
    expect([model.selected, model.state.selected, model.state.firstRow]).toEqual([
      undefined,
      5000,
      4990,
    ]);
    model.receive({ type: 'indexing', frameCount: 6000, fraction: 0.5, complete: false });
    expect(model.selected).toBe(5000);
    expect(scrolled).toEqual(['top 4990']);
  });

  it('takes the last frame where the trace ends before', () => {
    const model = modelWith({ selected: 5000, firstRow: 4990 });
    model.receive({ type: 'summary', trace });
    expect(model.selected).toBe(113);
  });

  it('shows an empty trace without a frame', () => {
    const model = modelWith();
    model.receive({ type: 'summary', trace: { ...trace, frameCount: 0 } });
    expect([model.isEmpty, model.selected, model.tab]).toEqual([true, undefined, 'trace']);
    expect(posted).toEqual([]);
  });

  it('is not empty while the index is still being made', () => {
    const model = modelWith();
    model.receive({ type: 'summary', trace: { ...trace, frameCount: 0, complete: false } });
    expect([model.isEmpty, model.tab]).toEqual([false, 'frame']);
  });

  it('says why a file cannot be shown, until it can', () => {
    const model = modelWith();
    model.receive({ type: 'failed', message: 'No trace file.' });
    expect(model.failure).toBe('No trace file.');
    model.receive({ type: 'summary', trace });
    expect(model.failure).toBeUndefined();
  });

  it('ignores a message of a type that it does not know', () => {
    const model = opened();
    model.receive({ type: 'of another version' } as unknown as HostEvent);
    expect([model.selected, posted]).toEqual([0, []]);
  });
});

describe('selecting', () => {
  it('asks at once and remembers', () => {
    const model = opened();
    model.select(41);
    expect(posted).toEqual([{ type: 'select', frame: 41, byUser: true }]);
    expect(scrolled).toEqual(['reveal 41']);
    expect(model.state.selected).toBe(41);
  });

  it('selects no frame that does not exist', () => {
    const model = opened();
    model.select(114);
    model.select(-1);
    expect([model.selected, posted]).toEqual([0, []]);
  });

  it('asks nothing for the frame that is selected', () => {
    opened().select(0);
    expect(posted).toEqual([]);
  });

  it('shows the source again where the selected row is clicked', async () => {
    await opened().selectRow(0);
    expect(selections()).toEqual([{ type: 'select', frame: 0, byUser: true }]);
  });

  it('shows no source where the menu of the selected row opens', async () => {
    await opened().selectRow(0, false);
    expect(selections()).toEqual([]);
  });

  it('tells the host of each frame at once, and drops the details of those passed by', () => {
    const model = opened();
    for (let frame = 1; frame <= 3; frame++) model.select(frame);
    expect(selections().map((act) => 'frame' in act && act.frame)).toEqual([1, 2, 3]);
    model.receive({ type: 'frame', details: detailsOf(1) });
    expect(model.details?.frame).toBe(0);
    model.receive({ type: 'frame', details: detailsOf(3) });
    expect(model.details?.frame).toBe(3);
  });

  it('debugs from the selected frame', () => {
    const model = opened();
    model.select(7);
    model.debug();
    expect(posted.at(-1)).toEqual({ type: 'debug', frame: 7 });
  });

  it('debugs nothing while nothing is selected', () => {
    modelWith().debug();
    expect(posted).toEqual([]);
  });
});

describe('the debugger’s position', () => {
  it('is selected, revealed and marked', () => {
    const model = opened();
    model.receive({ type: 'position', frame: 60, debugging: true });
    expect([model.selected, model.debuggedFrame]).toEqual([60, 60]);
    expect(posted).toEqual([{ type: 'select', frame: 60, byUser: false }]);
    expect(scrolled).toEqual(['reveal 60']);
  });

  it('follows what the user selects', () => {
    const model = opened();
    model.select(7);
    expect(model.debuggedFrame).toBeUndefined();
    model.receive({ type: 'position', frame: 60, debugging: true });
    model.select(61);
    expect(model.debuggedFrame).toBe(61);
  });

  it('gives the focus back to the table', () => {
    opened().receive({ type: 'focus' });
    expect(scrolled).toEqual(['focus']);
  });

  it('is no longer marked when debugging is over', () => {
    const model = opened();
    model.receive({ type: 'position', frame: 60, debugging: true });
    model.receive({ type: 'position', frame: 60, debugging: false });
    expect(model.debuggedFrame).toBeUndefined();
  });

  it('beyond the index so far is gone to when the index reaches it', () => {
    const model = modelWith();
    model.receive({ type: 'summary', trace: { ...trace, complete: false } });
    model.receive({ type: 'position', frame: 500, debugging: true });
    expect(model.selected).toBe(0);
    model.receive({ type: 'indexing', frameCount: 501, fraction: 0.9, complete: false });
    expect(model.selected).toBe(500);
  });
});

describe('a new summary', () => {
  it('asks for the selected frame anew', () => {
    const model = opened();
    model.select(41);
    model.receive({ type: 'frame', details: detailsOf(41) });
    posted = [];
    model.receive({ type: 'summary', trace });
    expect(selections()).toEqual([{ type: 'select', frame: 41, byUser: false }]);
    expect(scrolled).toEqual(['reveal 41']);
  });

  it('of a shorter file selects the last frame', () => {
    const model = opened({ selected: 100 });
    model.receive({ type: 'summary', trace: { ...trace, frameCount: 10 } });
    expect(model.selected).toBe(9);
  });

  it('of an empty file selects nothing', () => {
    const model = opened();
    model.receive({ type: 'summary', trace: { ...trace, frameCount: 0 } });
    expect([model.selected, model.details]).toEqual([undefined, undefined]);
  });
});

describe('memory at an address', () => {
  const range = { length: 0, rows: [] };

  /** What was asked for, and not cancelled. */
  function asked(): { id: number; asked: unknown }[] {
    const cancelled = new Set(posted.flatMap((each) => (each.type === 'cancel' ? [each.id] : [])));
    return posted.flatMap((each) =>
      each.type === 'request' && each.name === 'memory' && !cancelled.has(each.id)
        ? [{ id: each.id, asked: each.asked }]
        : [],
    );
  }

  /** Answers the last request. */
  function answer(given: { answer: unknown } | { problem: string }) {
    const id = asked().at(-1)?.id ?? -1;
    return page.answer(
      'answer' in given ? { type: 'answer', id, ...given } : { type: 'problem', id, ...given },
    );
  }

  it('is asked for, and again in each frame selected later', () => {
    const model = opened();
    model.frame.lookUp(' $sp - 8 ');
    expect(asked().map((each) => each.asked)).toEqual([{ frame: 0, address: '$sp - 8' }]);
    model.select(1);
    model.receive({ type: 'frame', details: detailsOf(1) });
    expect(asked().map((each) => each.asked)).toEqual([{ frame: 1, address: '$sp - 8' }]);
  });

  it('shows the last answer only', async () => {
    const model = opened();
    model.frame.lookUp('1');
    const [first] = asked();
    model.frame.lookUp('2');
    void page.answer({ type: 'problem', id: first?.id ?? -1, problem: 'late' });
    await answer({ answer: range });
    expect(model.frame.lookup).toEqual({ frame: 0, address: '2', range });
  });

  it('says why there is none', async () => {
    const model = opened();
    model.frame.lookUp('x');
    await answer({ problem: 'No symbol "x" in current context.' });
    expect(model.frame.lookup?.problem).toBe('No symbol "x" in current context.');
  });

  it('goes away with its address', async () => {
    const model = opened();
    model.frame.lookUp('1');
    await answer({ answer: range });
    model.frame.lookUp('');
    await answer({ answer: range });
    expect(model.frame.lookup).toBeUndefined();
  });
});

it('counts errors and warnings as problems, notes not', () => {
  const model = modelWith();
  const diagnostics = (['info', 'warning', 'error'] as const).map((severity) => ({
    severity,
    message: severity,
  }));
  model.receive({ type: 'summary', trace: { ...trace, diagnostics } });
  expect(model.problems.map(({ message }) => message)).toEqual(['warning', 'error']);
});

describe('bookmarks', () => {
  it('are known by frame, with their notes', () => {
    const model = opened();
    model.receive({
      type: 'bookmarks',
      bookmarks: [
        { frame: 3, note: 'here' },
        { frame: 9, note: '' },
      ],
    });
    expect([...model.bookmarks.notes]).toEqual([
      [3, 'here'],
      [9, ''],
    ]);
    model.bookmarks.toggle(9);
    expect(posted).toEqual([{ type: 'toggleBookmark', frame: 9 }]);
  });

  it('take a note that was changed, and no other', () => {
    const model = opened();
    model.receive({ type: 'bookmarks', bookmarks: [{ frame: 3, note: 'here' }] });
    model.bookmarks.write(3);
    expect(model.bookmarks.noting).toBe(3);
    model.bookmarks.write(undefined, 'here');
    model.bookmarks.write(3);
    model.bookmarks.write(undefined);
    expect([model.bookmarks.noting, posted]).toEqual([undefined, []]);
    model.bookmarks.write(3);
    model.bookmarks.write(undefined, 'there');
    expect(posted).toEqual([{ type: 'setNote', frame: 3, note: 'there' }]);
  });
});

describe('what is chosen from a menu', () => {
  it('filters, adds a column, and compares', async () => {
    const model = opened();
    model.receive({ type: 'menu', act: 'onlyTracepoint', place: { tracepoint: 4 } });
    await Promise.resolve();
    expect(model.table.settings.filter).toBe('$tracepoint == 4');
    model.receive({ type: 'menu', act: 'addColumn', place: { value: 'p->n' } });
    expect(model.table.settings.columns.at(-1)?.column).toEqual({ kind: 'value', text: 'p->n' });
    model.receive({ type: 'menu', act: 'compareFrame', place: { frame: 7 } });
    expect(model.tab).toBe('compare');
  });

  it('without what it takes changes nothing', () => {
    const model = opened();
    const { settings } = model.table;
    model.receive({ type: 'menu', act: 'addColumn', place: {} });
    model.receive({ type: 'menu', act: 'compareFrame', place: {} });
    expect([model.table.settings, model.tab, posted]).toEqual([settings, 'frame', []]);
  });
});

describe('the heading of the details', () => {
  it('names the frame that they are of, until those of the selected frame have come', () => {
    const model = opened();
    expect(model.shownFrame).toBe(0);
    model.select(5);
    expect([model.selected, model.details?.frame, model.shownFrame]).toEqual([5, 0, 0]);
    model.receive({ type: 'frame', details: detailsOf(5) });
    expect(model.shownFrame).toBe(5);
    model.select(6);
    model.receive({ type: 'frameProblem', frame: 6, problem: 'It cannot be read.' });
    expect(model.shownFrame).toBe(6);
  });

  it('names the selected frame where there are no details yet', () => {
    const model = modelWith({ selected: 7 });
    model.receive({ type: 'summary', trace });
    expect([model.details, model.shownFrame]).toEqual([undefined, 7]);
  });
});

describe('a frame that cannot be read', () => {
  const problem = 'app.tf cannot be read at byte 7: the disk reports an error (EIO).';

  it('says why, in place of its details, and leads to no other frame’s', () => {
    const model = opened();
    model.select(5);
    model.receive({ type: 'frameProblem', frame: 5, problem });
    expect(model.frameProblem).toMatchObject({ frame: 5, problem });
    model.select(6);
    expect(selections()).toEqual([
      { type: 'select', frame: 5, byUser: true },
      { type: 'select', frame: 6, byUser: true },
    ]);
    model.receive({ type: 'frame', details: detailsOf(6) });
    expect(model.frameProblem).toBeUndefined();
    expect(model.details?.frame).toBe(6);
  });

  it('is asked for again when it is selected again', () => {
    const model = opened();
    model.select(5);
    model.receive({ type: 'frameProblem', frame: 5, problem });
    model.select(5);
    expect(selections()).toHaveLength(2);
  });

  it('has its row fetched anew once it can be read', async () => {
    const model = opened();
    const rowRequests = () =>
      posted.filter((message) => message.type === 'request' && message.name === 'rows');
    model.table.rows.want(0, 10);
    const [asked] = rowRequests();
    if (asked?.type !== 'request') throw new Error('No rows were asked for.');
    const row = { tracepoint: 2, stepping: false, pcInferred: false, collected: [], size: 1 };
    const rows = Array.from({ length: 114 }, (_, frame) => {
      return { ...row, frame, values: [], matches: false, damaged: frame === 5 };
    });
    await page.answer({ type: 'answer', id: asked.id, answer: rows });
    model.select(4);
    model.receive({ type: 'frame', details: detailsOf(4) });
    expect(rowRequests()).toHaveLength(1);
    model.select(5);
    model.receive({ type: 'frame', details: detailsOf(5) });
    expect(rowRequests()).toHaveLength(2);
  });
});

describe('following the end', () => {
  it('selects the last frame as the file grows, until the user selects another', () => {
    const model = opened();
    model.setFollowsEnd(true);
    expect([model.selected, model.state.followsEnd]).toEqual([113, true]);
    model.receive({ type: 'summary', trace: { ...trace, frameCount: 120, complete: false } });
    expect(model.selected).toBe(113);
    model.receive({ type: 'indexing', frameCount: 130, fraction: 1, complete: true });
    expect(model.selected).toBe(129);
    model.select(3);
    expect(model.state.followsEnd).toBe(false);
    model.receive({ type: 'summary', trace: { ...trace, frameCount: 140 } });
    expect(model.selected).toBe(3);
  });

  it('ends when the user scrolls', () => {
    const model = opened();
    model.setFollowsEnd(true);
    model.stopFollowing();
    model.receive({ type: 'indexing', frameCount: 130, fraction: 1, complete: true });
    expect([model.selected, model.state.followsEnd]).toEqual([113, false]);
  });
});
