// gdb reads what was typed at recording in the language of the program, and leaves a target whose
// text it cannot read.
import path from 'node:path';
import { expect, it } from 'vitest';
import { askServed } from './askGdb';
import { corpus } from './corpusTrace';
import { openTraced } from './programTrace';

it('a trace of a Rust program is served, whose recording was planned in C', async () => {
  const trace = 'programs/rust/rusty-O0.plain';
  const program = 'programs/rust/rusty-O0';
  const opened = await openTraced({ trace, program, oracle: trace });
  const [connected, found, listed] = await askServed(
    'gdb',
    path.join(corpus, program),
    opened.trace,
    ['tfind 0', 'info tracepoints'],
  );
  expect(connected).toContain("for target's tracepoint");
  expect(connected).not.toMatch(/^ERR/);
  expect(found).toMatch(/^Found trace frame 0, tracepoint \d/);
  expect(listed).toContain('collect $regs');
});
