import { describe, expect, it } from 'vitest';
import { readConsoleLine } from '../../../src/adapter/console';

describe('the debug console', () => {
  it.each([
    ['tfind', { command: 'tfind', to: 'next' }],
    ['tfind 41', { command: 'tfind', to: 41 }],
    ['  tfind  0x29 ', { command: 'tfind', to: 41 }],
    ['tfind start', { command: 'tfind', to: 'start' }],
    ['tfind -', { command: 'tfind', to: 'previous' }],
    ['$rip', { command: 'expression', text: '$rip' }],
    ['print $rip', { command: 'print', text: '$rip' }],
    ['p $rsp+8', { command: 'print', text: '$rsp+8' }],
    ['p/x n', { command: 'print', text: '/x n' }],
    ['p *queue', { command: 'print', text: '*queue' }],
    ['print', { command: 'print', text: '$' }],
    ['p', { command: 'expression', text: 'p' }],
    ['p->next', { command: 'expression', text: 'p->next' }],
    ['printed', { command: 'expression', text: 'printed' }],
    ['tfindings', { command: 'expression', text: 'tfindings' }],
  ])('reads %j', (line, expected) => {
    expect(readConsoleLine(line)).toEqual(expected);
  });

  it('names the forms of tfind that it knows', () => {
    const line = readConsoleLine('tfind sideways');
    expect('problem' in line && line.problem).toMatch(/tfind sideways.*tfind N/);
  });
});
