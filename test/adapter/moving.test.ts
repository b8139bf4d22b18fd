// Moves, as whole conversations with the adapter (see transcript.ts).
import { describe, it } from 'vitest';
import { corpus } from './client';
import { golden, Transcript } from './transcript';

const app = { trace: corpus('x86_64/app.tf'), program: corpus('x86_64/app') };
const source = { path: corpus('x86_64/app.c') };
const thread = { threadId: 1 };

describe('moving', () => {
  const move = (talk: Transcript, to: string) => talk.ask('traceMove', { to }, 'stopped');

  it('by steps of each granularity, to the ends', async () => {
    const talk = await Transcript.of({ ...app, frame: 33 });
    await talk.ask('stepIn', thread, 'stopped');
    await talk.ask('next', thread, 'stopped');
    await talk.ask('stepBack', thread, 'stopped');
    await talk.ask('stepBack', { ...thread, granularity: 'line' }, 'stopped');
    await talk.ask('stepIn', { ...thread, granularity: 'line' }, 'stopped');
    await talk.ask('traceFrame', { frame: 33 }, 'stopped');
    await talk.ask('next', { ...thread, granularity: 'instruction' }, 'stopped');
    await talk.ask('stepOut', thread, 'stopped');
    await move(talk, 'last');
    await talk.ask('stepIn', thread, 'stopped');
    await talk.ask('next', thread, 'stopped');
    await talk.ask('stepOut', thread, 'stopped');
    await talk.ask('restart', {}, 'stopped');
    await talk.ask('stepBack', thread, 'stopped');
    await golden('steps', talk);
  });

  it('to the frames at a line', async () => {
    const talk = await Transcript.of({ ...app, frame: 40 });
    await talk.ask('gotoTargets', { source, line: 13 });
    await talk.ask('gotoTargets', { source, line: 14 });
    await talk.ask('goto', { ...thread, targetId: 38 }, 'stopped');
    await talk.ask('goto', { ...thread, targetId: 900 });
    await golden('gotoTargets', talk);
  });

  it('by tracepoint and function, and through the places visited', async () => {
    const talk = await Transcript.of({ ...app, frame: 33 });
    await move(talk, 'nextHit');
    await move(talk, 'previousHit');
    await move(talk, 'nextInFunction');
    await move(talk, 'previousInFunction');
    await move(talk, 'back');
    await move(talk, 'back');
    await move(talk, 'forward');
    await move(talk, 'first');
    await move(talk, 'forward');
    await move(talk, 'previousHit');
    await talk.ask('traceMove', { to: 'sideways' });
    await golden('navigation', talk);
  });
});
