// When bytes of a file that changes are handed out; what a trace makes of it is in
// changedFile.test.ts.
import { describe, expect, it } from 'vitest';
import { ValidatedSource } from '../../../src/trace/validatedSource';
import { FaultySource } from './faultySource';

const ours = new Uint8Array(4096).fill(1);
const others = new Uint8Array(4096).fill(2);

async function steady() {
  const source = new FaultySource(ours);
  const file = await ValidatedSource.of(source, 'app.tf');
  await file.remember(ours.length);
  return { source, file };
}

describe('a file that is written over', () => {
  it('gives no byte by a comparison that began before', async () => {
    const { source, file } = await steady();
    source.write(ours);
    const release = source.hold();
    const first = file.source.read(0, 16);
    await Promise.resolve();
    source.write(others);
    const second = file.source.read(0, 16);
    release();
    const given = await Promise.allSettled([first, second]);
    for (const each of given) {
      if (each.status === 'fulfilled') expect(each.value[0]).toBe(1);
    }
    expect(given[1].status).toBe('rejected');
    await expect(file.source.read(0, 16)).rejects.toThrow(/was overwritten while it was read/);
  });

  it('tells whoever listens later', async () => {
    const { source, file } = await steady();
    source.write(ours);
    await file.source.read(0, 16);
    let touched = 0;
    file.onTouched = () => touched++;
    expect(touched).toBe(1);
  });
});
