import { describe, expect, it } from 'vitest';
import type { PlannedTracepoint } from '../../../../src/remote/record/plan';
import { Tracepoints } from '../../../../src/workbench/recording/tracepoints';
import { memento } from '../memento';

const file = { path: '/w/src/main.c', relative: 'src/main.c' };

function at(location: string): Omit<PlannedTracepoint, 'number'> {
  return { kind: 'trap', location, enabled: true, passCount: 0, actions: [] };
}

describe('tracepoints', () => {
  it('are kept with the workspace, with all that they have', () => {
    const state = memento();
    const tracepoints = new Tracepoints(state);
    tracepoints.add({
      ...at('src/main.c:3'),
      kind: 'fast',
      condition: 'n > 5',
      passCount: 7,
      actions: [
        { action: 'collect', item: 'name', strings: 80 },
        { action: 'teval', expression: '$hits = $hits + 1' },
      ],
      stepping: { count: 4, actions: [{ action: 'collect', item: '$regs' }] },
    });
    tracepoints.setVariable({ name: 'hits', initialValue: -(2n ** 63n) });
    tracepoints.recordTime = false;
    expect(JSON.parse(JSON.stringify([...state.values]))).toEqual([...state.values]);
    const again = new Tracepoints(state);
    expect(again.plan).toEqual(tracepoints.plan);
    expect(again.plan.variables[0]?.initialValue).toBe(-(2n ** 63n));
  });

  it('that another hand wrote count as far as they make sense', () => {
    const state = memento();
    state.values.set('tracefile.tracepoints', {
      tracepoints: [
        { number: 2, ...at('main') },
        { number: 0, ...at('main') },
        { number: 2, ...at('other') },
        { number: 3, location: 'main' },
        'nonsense',
      ],
      variables: [
        { name: 'a', initialValue: '12' },
        { name: 'b', initialValue: 'x' },
        { name: 'c', initialValue: 1 },
      ],
      recordTime: true,
    });
    const { plan } = new Tracepoints(state);
    expect(plan.tracepoints).toEqual([{ number: 2, ...at('main') }]);
    expect(plan.variables).toEqual([{ name: 'a', initialValue: 12n }]);
    state.values.set('tracefile.tracepoints', 'nonsense');
    expect(new Tracepoints(state).plan.tracepoints).toEqual([]);
  });

  it('are counted on, changed and removed by number', () => {
    const tracepoints = new Tracepoints(memento());
    const changes: number[] = [];
    tracepoints.onDidChange(() => changes.push(tracepoints.all.length));
    expect(tracepoints.add(at('a'))?.number).toBe(1);
    expect(tracepoints.add(at('b'))?.number).toBe(2);
    tracepoints.remove(1);
    expect(tracepoints.add(at('c'))?.number).toBe(3);
    tracepoints.setEnabled(3, false);
    tracepoints.setEnabled(3, false);
    tracepoints.setEnabled(9, false);
    expect(tracepoints.withNumber(3)?.enabled).toBe(false);
    expect(changes).toEqual([1, 2, 1, 2, 2]);
  });

  it('move with the lines of their file, and with its name', () => {
    const tracepoints = new Tracepoints(memento());
    for (const place of ['src/main.c:3', 'main.c:9', 'other.c:3', 'main'])
      tracepoints.add(at(place));
    const inserted = { startLine: 0, endLine: 0, before: '', text: '\n\n' };
    tracepoints.follow(file, [inserted]);
    const places = () => tracepoints.all.map(({ location }) => location);
    expect(places()).toEqual(['src/main.c:5', 'main.c:11', 'other.c:3', 'main']);
    expect([...tracepoints.in(file).keys()]).toEqual([5, 11]);
    tracepoints.rename(file, { path: '/w/src/app.c', relative: 'src/app.c' });
    expect(places()).toEqual(['src/app.c:5', 'src/app.c:11', 'other.c:3', 'main']);
  });

  it('take up others under numbers of their own', () => {
    const tracepoints = new Tracepoints(memento());
    tracepoints.add(at('a'));
    tracepoints.setVariable({ name: 'n', initialValue: 1n });
    tracepoints.addPlan({
      tracepoints: [{ number: 1, ...at('b') }],
      variables: [{ name: 'n', initialValue: 2n }],
      recordTime: false,
    });
    expect(tracepoints.all.map(({ number, location }) => [number, location])).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(tracepoints.plan.variables).toEqual([{ name: 'n', initialValue: 2n }]);
    tracepoints.removeAll();
    expect(tracepoints.plan).toEqual({ tracepoints: [], variables: [], recordTime: true });
  });
});
