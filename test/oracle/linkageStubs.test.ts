// The names of stubs for calls and of their slots, held against gdb, for each kind of stub.
// data/linkage/record.sh asked it.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { openProgram } from '../../src/symbols/openProgram';

const folder = path.join(import.meta.dirname, 'data/linkage');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.words.txt'))
  .map((file) => file.slice(0, -'.words.txt'.length));

describe('stubs for calls', () => {
  const counts = { programs: 0, named: 0, unnamed: 0 };

  it.each(names)('%s: as gdb names them', async (name) => {
    const file = path.join(folder, name);
    const opened = await openProgram(new MemorySource(readFileSync(file)), file);
    if ('problem' in opened) throw new Error(opened.problem);
    for (const line of readFileSync(`${file}.words.txt`, 'utf8').trimEnd().split('\n')) {
      const [address = ''] = line.split(' ');
      const symbol = await opened.program.symbolAt(BigInt(address));
      const offset = symbol && symbol.offset > 0n ? `+${symbol.offset}` : '';
      expect.soft(symbol ? `${address} <${symbol.name}${offset}>` : address).toBe(line);
      counts[line.includes('<') ? 'named' : 'unnamed']++;
    }
    counts.programs++;
  });

  afterAll(() => {
    expect(counts).toEqual({ programs: 9, named: 214, unnamed: 112 });
  });
});
