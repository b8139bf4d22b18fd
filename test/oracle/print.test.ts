// `print` in the stack frames of every trace of the corpus, against gdb's answers and its
// complaints. What differs is listed with its reason in data/print/differences.json; nothing may be
// listed that does not differ.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Printer } from './printed';
import { answersOf, openValues, oraclesOfValues } from './valuesTrace';

/** A difference, wherever its patterns match. */
interface Difference {
  /** Patterns of the trace's name, of what was asked, and of gdb's answer. */
  readonly trace: string;
  readonly question: string;
  readonly gdb: string;
  readonly why: string;
}

interface Differences {
  /** Traces that cannot be compared, by pattern, with the reason. */
  readonly leftOut: Readonly<Record<string, string>>;
  readonly differences: readonly Difference[];
}

const { leftOut, differences } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/print/differences.json'), 'utf8'),
) as Differences;

const traces = oraclesOfValues().filter((name) =>
  Object.keys(leftOut).every((pattern) => !new RegExp(pattern).test(name)),
);

const patterns = differences.map((each) => ({
  each,
  trace: new RegExp(`^(?:${each.trace})$`),
  question: new RegExp(`^(?:${each.question})$`),
  gdb: new RegExp(each.gdb),
}));
const used = new Set<Difference>();
let compared = 0;
let equal = 0;

describe('print in every stack frame', () => {
  it.each(traces)('%s', async (name) => {
    // gdb does not know where a position-independent program lay: it reads it at its link
    // addresses.
    const trace = await openValues(name, !/x86_64\/.*pie/.test(name));
    const printer = await Printer.of(name, trace);
    const unlisted: string[] = [];
    for (const { frame, level, question, gdb } of printsOf(name)) {
      const { machine, stack } = await trace.stopped(frame);
      if (level > 0 && !stack.frames[level] && stack.unavailableCaller) continue;
      const ours = await printer.print(question, machine, stack.frames[level]);
      compared++;
      if (ours === gdb) equal++;
      else if (!isListed(name, question, gdb)) {
        unlisted.push(`#${frame}.${level} ${question}: ${ours} instead of ${gdb}`);
      }
    }
    trace.dispose();
    expect(unlisted).toEqual([]);
  });

  it('compares as much as there is, of which 99.5 % are equal', () => {
    expect(compared).toBeGreaterThan(32_000);
    expect(equal / compared).toBeGreaterThan(0.995);
  });

  it('lists no difference that no longer exists', () => {
    expect(differences.filter((each) => !used.has(each))).toEqual([]);
  });
});

interface Printed {
  readonly frame: number;
  readonly level: number;
  readonly question: string;
  readonly gdb: string;
}

/** What was printed; where gdb crashed it gave no answer. */
function* printsOf(name: string): Iterable<Printed> {
  for (const [frame, answers] of answersOf(name)) {
    let level = 0;
    for (const { question, lines } of answers) {
      level = Number(/^frame (\d+)$/.exec(question)?.[1] ?? level);
      const args = /^print (.*)$/.exec(question)?.[1];
      const gdb = lines.join('\n').replace(/^\$\d+ = /, '');
      if (args !== undefined && gdb !== 'ERR gdb died') yield { frame, level, question: args, gdb };
    }
  }
}

function isListed(trace: string, question: string, gdb: string): boolean {
  const found = patterns.find(
    (of) => of.trace.test(trace) && of.question.test(question) && of.gdb.test(gdb),
  );
  if (found) used.add(found.each);
  return found !== undefined;
}
