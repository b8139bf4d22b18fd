import { describe, expect, it } from 'vitest';
import { actionText, stackBytes, stackItem } from '../../../../src/remote/record/plan';
import { assignedIn, readAction } from '../../../../src/workbench/recording/actions';

describe('an action', () => {
  it.each([
    ['n', { action: 'collect', item: 'n' }],
    [' p->next[3].x ', { action: 'collect', item: 'p->next[3].x' }],
    ['collect $regs', { action: 'collect', item: '$regs' }],
    ['/s name', { action: 'collect', item: 'name', strings: 0 }],
    ['/s80 name', { action: 'collect', item: 'name', strings: 80 }],
    ['collect/s p->name', { action: 'collect', item: 'p->name', strings: 0 }],
    ['collect /s12 $locals', { action: 'collect', item: '$locals', strings: 12 }],
    ['$hits = $hits + 1', { action: 'teval', expression: '$hits = $hits + 1' }],
    ['$sum += n', { action: 'teval', expression: '$sum += n' }],
    ['teval $last = n', { action: 'teval', expression: '$last = n' }],
    ['$a == 1', { action: 'collect', item: '$a == 1' }],
    ['collected', { action: 'collect', item: 'collected' }],
    ['(Node *)p', { action: 'collect', item: '(Node *)p' }],
    ['*(Node *)p @ 4', { action: 'collect', item: '*(Node *)p @ 4' }],
    ['{int} 0x1000', { action: 'collect', item: '{int} 0x1000' }],
  ])('%s is read as gdb’s user means it', (text, action) => {
    expect(readAction(text, 'c++')).toEqual(action);
  });

  it.each([
    ['a +', 4],
    ['/s a +', 7],
    ['$x = a +', 9],
    ['teval a +', 10],
    ['collect (a', 11],
    ['/q a', 1],
    ['', 1],
  ])('%j is refused at column %i', (text, column) => {
    expect(readAction(text, 'c++')).toMatchObject({ column });
  });

  it.each(['collect n', 'collect /s n', 'collect /s80 p->name', 'teval $x = 1'])(
    'is written as it is read: %s',
    (text) => {
      const read = readAction(text, 'c');
      expect('problem' in read ? read : actionText(read)).toBe(text);
    },
  );

  it('that collects the stack says how much of it', () => {
    expect(stackBytes(stackItem(512))).toBe(512);
    expect(stackBytes('*(unsigned char*)$esp@300')).toBe(300);
    expect(stackBytes('*(unsigned char*)p@300')).toBeUndefined();
  });

  it('that computes says which variable', () => {
    expect(assignedIn('$hits = 1')).toBe('hits');
    expect(assignedIn('$hits <<= 1')).toBe('hits');
    expect(assignedIn('$hits == 1')).toBeUndefined();
    expect(assignedIn('hits = 1')).toBeUndefined();
  });
});
