import { expect, it } from 'vitest';
import { LookedAtTracker } from '../../../../src/workbench/recording/lookedAtTracker';

/** What a session of these messages looked at. */
function lookedAt(
  ...messages: readonly (readonly [command: string, given: object, body: object])[]
) {
  const looked: [string | undefined, number][] = [];
  const tracker = new LookedAtTracker((expression, level) => {
    looked.push([expression, level]);
  }, '<unavailable>');
  messages.forEach(([command, given, body], seq) => {
    tracker.onWillReceiveMessage({ type: 'request', seq, command, arguments: given });
    tracker.onDidSendMessage({ type: 'response', request_seq: seq, success: true, body });
  });
  return looked;
}

const stack = ['stackTrace', { threadId: 1 }, { stackFrames: [{ id: 7 }, { id: 8 }] }] as const;
const scopes = ['scopes', { frameId: 8 }, { scopes: [{ variablesReference: 3 }] }] as const;

it('are the variables that were not collected, with the level of their stack frame', () => {
  const variables = [
    { name: 'n', evaluateName: 'n', value: '5', variablesReference: 0 },
    { name: 'p', evaluateName: 'p', value: '{x = <unavailable>}', variablesReference: 4 },
    { name: 'note', value: '<unavailable>', variablesReference: 0 },
  ];
  const part = { evaluateName: 'p.x', value: '<unavailable>', variablesReference: 0 };
  const looked = lookedAt(
    stack,
    scopes,
    ['variables', { variablesReference: 3 }, { variables }],
    ['variables', { variablesReference: 4 }, { variables: [part] }],
  );
  expect(looked).toEqual([
    [undefined, 0],
    ['p', 1],
    ['p.x', 1],
  ]);
});

it('are watch expressions without their format, and nothing of the console or of other requests', () => {
  const missing = { result: '<unavailable>', variablesReference: 0 };
  const looked = lookedAt(
    stack,
    ['evaluate', { frameId: 7, expression: 'total,x', context: 'watch' }, missing],
    ['evaluate', { frameId: 7, expression: 'n', context: 'repl' }, missing],
    ['evaluate', { expression: 'm', context: 'watch' }, missing],
    ['threads', {}, { threads: [] }],
  );
  expect(looked).toEqual([
    [undefined, 0],
    ['total', 0],
  ]);
});

it('are watch expressions that fail where a pointer in them was not collected', () => {
  const looked: unknown[] = [];
  const tracker = new LookedAtTracker((...look) => looked.push(look), '<unavailable>');
  const [, given, body] = stack;
  tracker.onWillReceiveMessage({
    type: 'request',
    seq: 0,
    command: 'stackTrace',
    arguments: given,
  });
  tracker.onDidSendMessage({ type: 'response', request_seq: 0, success: true, body });
  for (const [seq, message] of ['value is not available', 'No symbol "n"'].entries()) {
    const given = { frameId: 8, expression: `p->n${seq}`, context: 'watch' };
    tracker.onWillReceiveMessage({ type: 'request', seq, command: 'evaluate', arguments: given });
    tracker.onDidSendMessage({ type: 'response', request_seq: seq, success: false, message });
  }
  expect(looked).toEqual([
    [undefined, 0],
    ['p->n0', 1],
  ]);
});

it('are of the stack frames of one stop', () => {
  const tracker = new LookedAtTracker((expression) => {
    expect(expression).toBeUndefined();
  }, '<unavailable>');
  tracker.onWillReceiveMessage({ type: 'request', seq: 1, command: 'stackTrace' });
  const body = { stackFrames: [{ id: 7 }] };
  tracker.onDidSendMessage({ type: 'response', request_seq: 1, success: true, body });
  tracker.onDidSendMessage({ type: 'event', event: 'stopped', body: {} });
  const given = { frameId: 7, expression: 'n', context: 'watch' };
  tracker.onWillReceiveMessage({ type: 'request', seq: 2, command: 'evaluate', arguments: given });
  const answer = { result: '<unavailable>', variablesReference: 0 };
  tracker.onDidSendMessage({ type: 'response', request_seq: 2, success: true, body: answer });
});
