import { expect, it, vi } from 'vitest';
import { RecentTargets } from '../../../../src/workbench/recording/recentTargets';
import { gdbserverOf } from '../../../../src/workbench/recording/targets';
import { descriptionOf, withoutPlace } from '../../../../src/workbench/recording/tracepointsView';
import { memento } from '../memento';

vi.mock('vscode', async () => ({ l10n: (await import('./vscodeWords')).l10n }));

const plain = { words: '', environment: '', folder: '' };

it.each([
  [plain, '/w/calls', '| gdbserver --once - /w/calls'],
  [
    { ...plain, words: 'crash "two words"' },
    "/w/my calls'",
    `| gdbserver --once - '/w/my calls'\\''' crash "two words"`,
  ],
  [
    { words: '-n 5', environment: 'LANG=C A=b', folder: '/my data' },
    '/w/calls',
    "| cd '/my data' && exec gdbserver --once --wrapper env LANG=C A=b -- - /w/calls -n 5",
  ],
])('a program is started with %j', (start, program, command) => {
  expect(gdbserverOf(program, start)).toBe(command);
});

it('how a program was started is remembered', async () => {
  const state = memento();
  const start = { words: 'crash', environment: '', folder: '/w' };
  await new RecentTargets(state).keepStart('/w/calls', start);
  expect(new RecentTargets(state).startOf('/w/calls')).toEqual(start);
  expect(new RecentTargets(state).startOf('/w/other')).toEqual(plain);
  await state.update('tracefile.programStarts', [['/w/calls', { words: 5 }], 7]);
  expect(new RecentTargets(state).startOf('/w/calls')).toEqual(plain);
});

it.each([
  ['a.c:5: At 0x401136 it is an ordinary tracepoint.', 'At 0x401136 it is an ordinary tracepoint.'],
  ['There is no code at a.c:5 in /w/calls.', 'There is no code in /w/calls.'],
  ['collect n: No symbol "n" in current context.', 'collect n: No symbol "n" in current context.'],
])('the row of a place does not name it again: %s', (problem, shown) => {
  expect(withoutPlace(problem, 'a.c:5')).toBe(shown);
});

it('the row of a tracepoint counts its hits, whatever else is to be said of it', () => {
  const tracepoint = {
    ...{ number: 1, kind: 'trap' as const, location: 'a.c:5', enabled: true, passCount: 0 },
    actions: [{ action: 'collect', item: 'n' }],
  } as const;
  const problem = 'At 0x401136 it is an ordinary tracepoint.';
  expect(descriptionOf(tracepoint, { hits: 3, bytes: 90, problem })).toBe(
    `3 hits · 90 bytes · ${problem}`,
  );
  expect(descriptionOf(tracepoint, { problem })).toBe(problem);
});
