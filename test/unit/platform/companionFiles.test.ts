import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unchangedFile } from '../../../src/bytes/source';
import { CompanionFiles } from '../../../src/platform/companionFiles';

describe('separate debug files', () => {
  let folder = '';
  const file = (name: string): string => path.join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'companions-'));
    await Promise.all(
      Array.from({ length: 80 }, (_, i) => writeFile(file(`${i}.dwo`), `part ${i}`)),
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are read by range, however many there are', async () => {
    const files = new CompanionFiles([]);
    const sources = await Promise.all(
      Array.from({ length: 80 }, (_, i) => files.open(file(`${i}.dwo`))),
    );
    const texts = await Promise.all(sources.map(async (source) => source?.read(5, 2)));
    expect(texts.map((bytes) => new TextDecoder().decode(bytes))).toEqual(
      Array.from({ length: 80 }, (_, i) => String(i)),
    );
    expect(sources[7]?.size).toBe(6);
    await files.close();
  });

  it('are undefined where a file is missing, or a folder', async () => {
    const files = new CompanionFiles([]);
    expect(await files.open(file('none.dwo'))).toBeUndefined();
    expect(await files.open(folder)).toBeUndefined();
    await files.close();
  });

  it('are empty once they are closed', async () => {
    const files = new CompanionFiles([]);
    const source = await files.open(file('1.dwo'));
    await files.close();
    expect(await source?.read(0, 4)).toEqual(new Uint8Array(0));
  });

  it('give nothing of what is written over them, also where they were closed meanwhile', async () => {
    const files = new CompanionFiles([]);
    const written: number[] = [];
    const sources = await Promise.all(
      Array.from({ length: 80 }, async (_, i) => {
        const path = file(`${i}.dwo`);
        const source = (await files.open(path)) ?? expect.fail();
        return unchangedFile(source, path, () => written.push(i));
      }),
    );
    for (const i of [0, 79]) {
      await writeFile(file(`${i}.dwo`), `anew ${i}, and longer`);
      await expect(sources[i]?.read(0, 4)).rejects.toThrow(/\.dwo was written anew while it was/);
    }
    expect(written).toEqual([0, 79]);
    expect(new TextDecoder().decode(await sources[1]?.read(0, 6))).toBe('part 1');
    await files.close();
  });
});
