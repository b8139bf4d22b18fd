import { describe, expect, it } from 'vitest';
import type { PlannedTracepoint } from '../../../../src/remote/record/plan';
import {
  movedLine,
  Tracepoints,
  type TextChange,
} from '../../../../src/workbench/recording/tracepoints';
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

/** The text after a change, and the change as the editor tells it. */
function changed(
  text: string,
  [startLine, startCharacter, endLine, endCharacter]: [number, number, number, number],
  inserted: string,
): { readonly lines: string[]; readonly change: TextChange } {
  const lines = text.split('\n');
  const before = (lines[startLine] ?? '').slice(0, startCharacter);
  const after = (lines[endLine] ?? '').slice(endCharacter);
  const middle = (before + inserted + after).split('\n');
  return {
    lines: [...lines.slice(0, startLine), ...middle, ...lines.slice(endLine + 1)],
    change: { startLine, endLine, before, text: inserted },
  };
}

const text = 'int f(int n) {\n  int a = n;\n  work(a);\n  return a;\n}';
const line = 2;

describe('a line with a tracepoint', () => {
  it.each<[string, [number, number, number, number], string]>([
    ['lines inserted above', [0, 14, 0, 14], '\n  int x;\n  int y;'],
    ['a line deleted above', [1, 0, 2, 0], ''],
    ['the line break above deleted', [1, 12, 2, 2], ' '],
    ['a line broken at its beginning', [2, 0, 2, 0], '\n'],
    ['a line broken in its indentation', [2, 2, 2, 2], 'int b;\n  '],
    ['text typed into it', [2, 7, 2, 8], 'b'],
    ['a line inserted behind it', [2, 10, 2, 10], '\n  more();'],
    ['a line deleted below', [3, 0, 4, 0], ''],
    ['two lines above replaced by three', [0, 0, 1, 12], 'a\nb\nc'],
  ])('keeps its statement: %s', (_, range, inserted) => {
    const { lines, change } = changed(text, range, inserted);
    expect(lines[movedLine(line, change)]).toContain('work(');
  });

  it('that is deleted goes to where it was', () => {
    expect(movedLine(2, changed(text, [2, 0, 3, 0], '').change)).toBe(2);
    expect(movedLine(2, changed(text, [1, 0, 4, 0], '').change)).toBe(1);
  });

  it('stays in the text when all of it is replaced', () => {
    expect(movedLine(4, changed(text, [0, 0, 4, 1], 'one\nline').change)).toBe(1);
  });
});
