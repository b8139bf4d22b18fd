import { describe, expect, it, vi } from 'vitest';
import { stackItem, type PlannedAction } from '../../../../src/remote/record/plan';
import {
  isOneGesture,
  listedActions,
  mayPointToText,
  readTyped,
  withAction,
  withStringsToggled,
  withTyped,
} from '../../../../src/workbench/recording/chooseActions';

vi.mock('vscode', () => ({}));

const collect = (item: string): PlannedAction => ({ action: 'collect', item });
const teval = (expression: string): PlannedAction => ({ action: 'teval', expression });

describe('the list of actions', () => {
  it('offers what gdb has words for, and keeps the order of the rest', () => {
    const actions = [teval('$n = $n + 1'), collect('$n'), collect('$regs')];
    const list = listedActions(actions);
    expect(list.filter(({ chosen }) => chosen).map(({ action }) => action)).toEqual([
      collect('$regs'),
      teval('$n = $n + 1'),
      collect('$n'),
    ]);
    expect(list.filter(({ chosen }) => !chosen).map(({ action }) => action)).toEqual([
      collect('$args'),
      collect('$locals'),
      collect('$_ret'),
      collect(stackItem(512)),
    ]);
  });

  it('shows the stack as it is collected', () => {
    const list = listedActions([collect('*(unsigned char *)$sp@64')]);
    expect(list.filter(({ chosen }) => chosen)).toEqual([
      { action: collect('*(unsigned char *)$sp@64'), chosen: true },
    ]);
    expect(list).toHaveLength(5);
  });

  it('takes what is typed, in the place of the same', () => {
    const list = listedActions([collect('$regs'), collect('name')]);
    const more = readTyped('1024', 'c');
    if ('problem' in more) throw new Error(more.problem);
    expect(withAction(list, more).filter(({ chosen }) => chosen)).toEqual([
      { action: collect('$regs'), chosen: true },
      { action: collect(stackItem(1024)), chosen: true },
      { action: collect('name'), chosen: true },
    ]);
    const named: PlannedAction = { action: 'collect', item: 'name', strings: 80 };
    expect(withAction(list, named).at(-1)).toEqual({ action: named, chosen: true });
    expect(withAction(list, named)).toHaveLength(list.length);
    expect(withAction(list, collect('x')).at(-1)).toEqual({ action: collect('x'), chosen: true });
  });

  it('collects what it computes', () => {
    const list = withTyped(listedActions([]), teval('$n = $n + 1'));
    expect(list.filter(({ chosen }) => chosen).map(({ action }) => action)).toEqual([
      teval('$n = $n + 1'),
      collect('$n'),
    ]);
  });

  it('collects text with what may point to it', () => {
    const withText = withStringsToggled(collect('name'));
    expect(withText).toEqual({ action: 'collect', item: 'name', strings: 0 });
    expect(withStringsToggled(withText)).toEqual(collect('name'));
    expect(
      ['$regs', stackItem(1), '$_ret', '$locals', 'name'].map(collect).map(mayPointToText),
    ).toEqual([false, false, false, true, true]);
    expect(mayPointToText(teval('$x = 1'))).toBe(false);
  });
});

describe('a selection that VS Code tells of', () => {
  const chosen = (...marks: readonly number[]) =>
    marks.map((mark, i) => ({ action: collect(String(i)), chosen: mark === 1 }));

  it.each([
    ['one row more', [1, 0, 0], [1, 1, 0], true],
    ['one row less', [1, 1, 0], [1, 0, 0], true],
    ['the last row less', [1, 0, 0], [0, 0, 0], true],
    ['all rows', [1, 0, 0], [1, 1, 1], true],
    ['no row, where all were checked', [1, 1, 1], [0, 0, 0], true],
    ['what is checked already', [1, 1, 0], [1, 1, 0], true],
    ['no row, where some were checked', [1, 1, 0], [0, 0, 0], false],
    ['the row of a click on what was typed', [0, 1, 1], [1, 0, 0], false],
  ])('%s', (_, before, after, isGesture) => {
    expect(isOneGesture(chosen(...before), chosen(...after))).toBe(isGesture);
  });
});
