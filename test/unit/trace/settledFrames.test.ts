// A program settles how the frames of a file are read that does not say it: they are read again.
import { expect, it } from 'vitest';
import { fileDescribed, openedFile } from '../growth/madeTraces';
import { programOf } from './tracedPrograms';

it('who asks for a frame while frames are read again waits for it', async () => {
  const { recording } = await openedFile(fileDescribed(['tp T1:400000:E:0:0']));
  const { index } = recording;
  const program = await programOf('x86_64/app');
  const settled = recording.settle(program);
  // Long enough that others are let run before the first frame is read.
  const end = performance.now() + 200;
  while (performance.now() < end);
  await settled;
  expect(recording.index).not.toBe(index);
  expect(await recording.reach(0)).toBe(true);
});
