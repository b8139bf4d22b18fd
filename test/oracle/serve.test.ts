// A gdb to which a trace is served says what the same gdb says of the trace file, command by
// command, and of position-independent programs what it said when it knew where they lay. Where gdb
// is wrong about files, data/serve/differences.json has the reason, and what is left out of both
// answers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { askGdb, askServed, type Gdb } from './askGdb';
import { corpus, corpusTraces, programs } from './corpusTrace';
import { openTraced, traced, type Traced } from './programTrace';

interface Difference {
  readonly why: string;
  /** Matches names of traces. */
  readonly trace: string;
  /** Matches commands. */
  readonly command: string;
  /** Matches the part of an answer that is left out; the whole without it. */
  readonly lines?: string;
}

const differences = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/serve/differences.json'), 'utf8'),
) as readonly Difference[];
const usedDifferences = new Set<Difference>();
const compared = { traces: 0, frames: 0, answers: 0, live: 0 };

/** Frames that gdb can read: after one that the wrapped buffer broke it answers nothing. */
const framesBeforeDamage: Readonly<Record<string, number>> = {
  'aarch64/t10-circ': 6,
  'extra/x86_64/meter.circular': 16,
  's390x/t10-circ': 6,
};

/** Programs that a file's gdb cannot place. */
const positionIndependent = [
  'x86_64/app-pie',
  'extra/x86_64/meter-pie.plain',
  'programs/pie/harbour.plain',
];

const all: readonly Traced[] = [
  ...corpusTraces.map(([trace]) => ({ trace, program: programs[trace] ?? '', oracle: trace })),
  ...traced.filter(
    (each, index) =>
      each.trace.startsWith('programs/') &&
      traced.findIndex(({ trace }) => trace === each.trace) === index,
  ),
];

function gdbFor(trace: string): Gdb {
  return /^(aarch64|s390x)/.test(trace) ? 'gdb-multiarch' : 'gdb';
}

/** What is asked of a frame. To print some objects kills gdb, so those of `classes` are not. */
function questions(trace: string, frame: number): string[] {
  const asked = [`tfind ${frame}`, 'info registers', 'print $trace_frame', 'print $tracepoint'];
  asked.push('print $trace_line', 'info tvariables', 'x/16xb $sp', 'x/3i $pc');
  if (/classes|boxes.constructor/.test(trace)) return asked;
  return [...asked, 'bt', 'info args', 'info locals', 'tdump', ...recorded(trace)];
}

/** What the recording of a trace says is to be asked. */
function recorded(trace: string): string[] {
  const name = trace.startsWith('programs/')
    ? path.join(path.dirname(trace), trace.split('.')[1] ?? '')
    : trace;
  const commands = readFileSync(path.join(corpus, `${name}.rec.gdb`), 'utf8');
  return [...commands.matchAll(/^# (print|x) (.+)$/gm)].map(([, word, what]) =>
    word === 'print' ? `print ${what ?? ''}` : `x/16xb ${what ?? ''}`,
  );
}

/** An answer without what is known to differ; values are not counted. */
function comparable(trace: string, command: string, answer: string | undefined): string {
  let text = (answer ?? 'ERR gdb died').replace(/^\$\d+ = /, '$ = ');
  for (const difference of differences) {
    if (!new RegExp(difference.trace).test(trace)) continue;
    if (!new RegExp(difference.command).test(command)) continue;
    const kept =
      difference.lines === undefined ? '' : text.replace(new RegExp(difference.lines, 'gm'), '');
    if (kept !== text) usedDifferences.add(difference);
    text = kept;
  }
  return text;
}

describe.each(all.filter(({ trace }) => !positionIndependent.includes(trace)))('$trace', (each) => {
  it('is what gdb says of the file', async () => {
    const { trace: name } = each;
    const program = path.join(corpus, each.program);
    const opened = await openTraced(each);
    const frames = framesBeforeDamage[name] ?? opened.trace.recording.index.count;
    // gdb reads the actions of a trace in the program's language, and Rust has no C casts.
    const before = name.includes('rust') ? ['set language c'] : [];
    const commands = ['tstatus', 'info tracepoints', 'info tvariables'];
    for (let frame = 0; frame < frames; frame++) commands.push(...questions(name, frame));
    const file = path.join(corpus, `${name}.tf`);
    const [ofFile, served] = await Promise.all([
      askGdb(gdbFor(name), program, [...before, `target tfile ${file}`, ...commands]),
      askServed(gdbFor(name), program, opened.trace, commands, before),
    ]);
    await opened.dispose();
    const differing = commands.flatMap((command, index) => {
      const [one, other] = [ofFile, served].map((said) =>
        comparable(name, command, said[before.length + index + 1]),
      );
      return one === other ? [] : [{ command, index, ofFile: one, served: other }];
    });
    expect(differing).toEqual([]);
    expect(served).toHaveLength(before.length + commands.length + 1);
    compared.traces++;
    compared.frames += frames;
    compared.answers += commands.length;
  });
});

describe.each([
  {
    trace: 'extra/x86_64/meter-pie.plain',
    program: 'extra/x86_64/meter-pie',
    oracle: 'extra/x86_64/meter-pie.plain.live',
  },
  { trace: 'extra/pie/gears.one', program: 'extra/pie/gears', oracle: 'extra/pie/gears.one.live' },
  {
    trace: 'extra/pie/gears.both',
    program: 'extra/pie/gears',
    further: ['extra/pie/libgearbox.so'],
    oracle: 'extra/pie/gears.both.live',
  },
  {
    trace: 'extra/pie/gears.library',
    program: 'extra/pie/libgearbox.so',
    oracle: 'extra/pie/gears.library.live',
  },
  {
    trace: 'programs/pie/harbour.plain',
    program: 'programs/pie/harbour',
    further: ['programs/pie/libgauge.so'],
    oracle: 'programs/pie/harbour.plain',
  },
])('$trace, position-independent', (each) => {
  it('is what gdb said with the program’s address', async () => {
    const text = readFileSync(path.join(corpus, `${each.oracle}.oracle.txt`), 'utf8');
    const sections = [...text.matchAll(/^=== FRAME (\d+)\n(?:.*\n)((?:(?!^=== ).*\n)*)/gm)];
    const asked = sections.flatMap(([, frame, answers = '']) => [
      { command: `tfind ${frame ?? ''}`, said: undefined },
      ...[...answers.matchAll(/^--- (.+)\n((?:(?!^--- ).*\n)*)/gm)].map(([, title = '', said]) => ({
        command:
          { regs: 'info registers', args: 'info args', locals: 'info locals' }[title] ?? title,
        said: title.startsWith('frame ') ? undefined : said,
      })),
    ]);
    const opened = await openTraced(each);
    const program = path.join(corpus, each.program);
    const served = await askServed(
      'gdb',
      program,
      opened.trace,
      asked.map(({ command }) => command),
    );
    await opened.dispose();
    const differing = asked.flatMap(({ command, said }, index) => {
      if (said === undefined) return [];
      const [then, now] = [said.replace(/\n\n$/, '\n'), served[index + 1]].map((answer) =>
        comparable(`live ${each.trace}`, command, answer),
      );
      compared.live++;
      return now === then ? [] : [{ command, index, then, now }];
    });
    expect(differing).toEqual([]);
  });
});

describe('the comparisons', () => {
  it('were all made, and every difference is one', () => {
    expect(compared).toEqual({ traces: 57, frames: 1046, answers: 19520, live: 2514 });
    expect(differences.filter((each) => !usedDifferences.has(each))).toEqual([]);
  });
});
