import { it } from 'vitest';
import { writeFileSync } from 'node:fs';
import { oracleOf, traced } from './programTrace';
import { compareTrace } from './programWords';
it('dump', async () => {
  const counts: any = {};
  const all: any[] = [];
  for (const each of traced) {
    const lines = await compareTrace(each);
    const kinds: any = {}; for (const { kind } of lines) kinds[kind] = (kinds[kind] ?? 0) + 1;
    counts[oracleOf(each)] = kinds;
    for (const l of lines) all.push({ oracle: oracleOf(each), program: each.program, at: l.at, gdb: l.gdb, ours: l.ours });
  }
  writeFileSync('/tmp/counts.json', JSON.stringify(counts));
  writeFileSync('/tmp/cmp/all.json', JSON.stringify(all));
}, 600000);
