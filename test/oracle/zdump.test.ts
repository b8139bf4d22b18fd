import { it } from 'vitest';
import { writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { oracleOf, traced } from './programTrace';
import { compareTrace } from './programWords';
it('dump', async () => {
  mkdirSync('/tmp/cmp', { recursive: true });
  const counts: any = {};
  for (const each of traced.filter((t) => new RegExp(process.env.ONLY ?? "").test(t.program))) {
    const lines = await compareTrace(each);
    const bad = lines.filter((l) => l.gdb !== l.ours);
    const kinds: any = {}; for (const { kind } of lines) kinds[kind] = (kinds[kind] ?? 0) + 1;
    counts[oracleOf(each)] = kinds;
    console.log(each.program, oracleOf(each), lines.length, bad.length);
    writeFileSync(`/tmp/cmp/${path.basename(each.program)}--${path.basename(oracleOf(each))}.txt`, bad.map((b) => `${b.at}\n  gdb: ${b.gdb}\n  our: ${b.ours}\n`).join(''));
  }
  writeFileSync('/tmp/counts.json', JSON.stringify(counts));
}, 600000);
