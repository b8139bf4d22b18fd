// What a face keeps between two questions: who disposes of it, and when.
import { beforeEach, describe, expect, it } from 'vitest';
import { variables } from '../../../src/ask/frame/variables';
import { runWith } from '../../../src/ask/run';
import { TableView } from '../../../src/ask/table/tableView';
import { findIntervals } from '../../../src/ask/time/findIntervals';
import { findTransitions } from '../../../src/ask/time/findTransitions';
import { intervals } from '../../../src/ask/time/intervals';
import { transitions } from '../../../src/ask/time/transitions';
import { Views } from '../../../src/ask/views';
import type { Trace } from '../../../src/trace/trace';
import { traceWithProgram } from '../trace/programInUse';

let disposed: string[];
let views: Views;

class Rows {
  constructor(private readonly name: string) {}

  dispose(): void {
    disposed.push(this.name);
  }
}

class Search extends Rows {}

beforeEach(() => {
  disposed = [];
  views = new Views();
});

describe('a view', () => {
  it('is disposed of when it is closed, once, and no other with it', () => {
    const [first, second] = [views.add(new Rows('first')), views.add(new Rows('second'))];
    views.close(first);
    views.close(first);
    expect(disposed).toEqual(['first']);
    expect(views.get(Rows, second)).toBeInstanceOf(Rows);
  });

  it('takes the place of those of its kind alone', () => {
    const search = views.add(new Search('search'));
    const former = views.add(new Rows('former'));
    const rows = views.replace(new Rows('rows'));
    expect(disposed).toEqual(['former']);
    expect(() => views.get(Rows, former)).toThrow(`There is no view ${former}:`);
    expect(views.get(Rows, rows)).toBeInstanceOf(Rows);
    expect(views.get(Search, search)).toBeInstanceOf(Search);
  });

  it('of another kind is none', () => {
    const rows = views.add(new Rows('rows'));
    expect(() => views.get(Search, rows)).toThrow(
      `There is no view ${rows}: it was closed, or never made.`,
    );
  });

  it('is disposed of with the others when the face goes', () => {
    views.add(new Rows('rows'));
    views.add(new Search('search'));
    views.dispose();
    views.dispose();
    expect(disposed).toEqual(['rows', 'search']);
  });
});

describe('what was found in a trace', () => {
  const answered = '$tracepoint == 4';
  let listening = 0;
  let trace: Trace;

  beforeEach(async () => {
    const file = '../../samples/callqueue';
    const sample = await traceWithProgram(`${file}.tf`, file);
    const onDidChange: Trace['onDidChange'] = (listener) => {
      const heard = sample.onDidChange(listener);
      listening++;
      return {
        dispose: () => {
          listening--;
          heard.dispose();
        },
      };
    };
    trace = Object.create(sample, { onDidChange: { value: onDidChange } }) as Trace;
  });

  it('listens to the trace until its view is closed', async () => {
    const face = { trace, views };
    views.add(new TableView(trace));
    await variables.answer(face, { frame: 152, level: 0 }, runWith());
    await findIntervals.answer(face, { begin: answered, end: '', key: '' }, runWith());
    await findTransitions.answer(face, { state: 'call->state', key: '' }, runWith());
    expect(listening).toBe(4);
    views.dispose();
    expect(listening).toBe(0);
  });

  it('for a shell does not listen once it is answered', async () => {
    const shell = { trace } as never;
    const first = { first: 0, count: 1 };
    const sort = { by: 'frame', descending: false } as const;
    const between = { begin: answered, end: answered, sort, ...first, firstUnpaired: 0 };
    expect((await intervals.answer(shell, between, runWith())).total).toBe(96);
    const state = { expression: 'call->state', ...first };
    expect((await transitions.answer(shell, state, runWith())).total).toBe(4);
    expect(listening).toBe(0);
  });
});
