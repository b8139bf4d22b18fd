// The debug console against gdb: what both say to the same commands, line by line.
// data/console/record.py asked gdb; what differs is listed with its reason in
// data/console/differences.json, and nothing may be listed that does not.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus } from './corpusTrace';
import { openConsole } from './consoleSession';

const folder = path.join(import.meta.dirname, 'data/console');

/**
 * A difference, wherever its patterns match. Lines that match count as compared, and as different.
 */
interface Difference {
  /** Patterns of the recording's name, the command and gdb's line; an absent line is empty. */
  readonly recording: string;
  readonly command: string;
  readonly gdb: string;
  readonly why: string;
}

const differences = JSON.parse(
  readFileSync(path.join(folder, 'differences.json'), 'utf8'),
) as Difference[];
const patterns = differences.map((each) => ({
  each,
  recording: new RegExp(`^(?:${each.recording})$`),
  command: new RegExp(`^(?:${each.command})$`),
  gdb: new RegExp(each.gdb),
}));
const used = new Set<Difference>();
const compared = { commands: 0, lines: 0, equal: 0 };

interface Recording {
  readonly trace: string;
  readonly program: string;
  readonly sources: string;
  readonly further: readonly string[];
  readonly answers: readonly { readonly command: string; readonly lines: readonly string[] }[];
}

/** gdb's words with the file's tracepoint numbers. */
function readRecording(name: string): Recording {
  const text = readFileSync(path.join(folder, `${name}.words.txt`), 'utf8');
  const [head = '', ...sections] = text.split(/^\(gdb\) /m);
  const [, trace = '', program = '', sources = '', ...further] = (head.split('\n')[0] ?? '').split(
    ' ',
  );
  const created = head.matchAll(/^Created tracepoint (\d+) for target's tracepoint (\d+) at/gm);
  const numbers = new Map([...created].map(([, gdbs = '', files = '']) => [gdbs, files]));
  const tracepoints = name.startsWith('breakpoints') ? numbers.size : 0;
  const answers = sections.map((section) => {
    const [command = '', ...lines] = withOwnNumbers(
      withoutPython(section.replace(/\n$/, '')),
      tracepoints,
    ).split('\n');
    const isNumber = /^(p|print) \$tracepoint$/.test(command);
    const translated = lines.map((line) =>
      isNumber
        ? line.replace(/(?<= = )\d+/, (number) => numbers.get(number) ?? number)
        : tracepoints > 0 && isBreakpoint(line)
          ? line
          : withCounters(withNumbers(line, numbers)),
    );
    const mixed = translated.some((line) => !line.startsWith('ERR '));
    const said = mixed ? translated.map((line) => line.replace(/^ERR /, '')) : translated;
    return { command: withFileNumbers(command, numbers), lines: byNumber(said) };
  });
  return { trace: trace.replace(/\.tf$/, ''), program, sources, further, answers };
}

/** What a function of gdb that is written in Python complains of, once and without that. */
function withoutPython(section: string): string {
  return section
    .replace(/^ERR Python Exception <class .*\n/gm, '')
    .replace(/^ERR Error occurred in Python: /gm, 'ERR ');
}

/** A row of `info breakpoints`, which has its own number. */
function isBreakpoint(line: string): boolean {
  return /^\d+ +(?:breakpoint|hw watchpoint) |^\d+\.\d+ +[yn] +0x\w+ in /.test(line);
}

function withNumbers(line: string, numbers: ReadonlyMap<string, string>): string {
  const wide = /^\d+ +(?=.* keep )/.exec(line)?.[0].trim();
  if (wide !== undefined) {
    return line.replace(/^\d+ +/, (numbers.get(wide) ?? wide).padEnd(8));
  }
  return line.replace(
    /(?<=tracepoint )\d+(?=$|,|\.$)|^\d+(?= {2,}.* keep )|^\d+(?=\.\d+ {2,}[yn] )/,
    (number) => numbers.get(number) ?? number,
  );
}

/** Breakpoints by the numbers that they have here: gdb counts them together with tracepoints. */
function withOwnNumbers(section: string, tracepoints: number): string {
  if (tracepoints === 0) return section;
  const own = (number: string) =>
    Number(number) > 90 ? number : String(Number(number) - tracepoints);
  return section
    .replace(
      /^(condition|ignore|disable|enable once|enable|delete|info breakpoints)(( \d+(-\d+)?)+)/,
      (_, command: string, given: string) => {
        const [first = '', ...others] = given.trim().split(' ');
        const counted = command === 'ignore' || command === 'condition' ? [] : others;
        const rest = others.slice(counted.length);
        const ours = [first, ...counted].map((each) => each.split('-').map(own).join('-'));
        return [command, ...ours, ...rest].join(' ');
      },
    )
    .replace(
      /(?<=(?:[Bb]reakpoint|watchpoint|crossings? of breakpoint|number|matching ')[ ]?)\d+(?= at|:|\.|'| also| now| is)/g,
      own,
    )
    .replace(/^\d+(?= +(?:breakpoint|hw watchpoint) )/gm, (number) =>
      own(number).padEnd(number.length),
    )
    .replace(/^\d+(?=(\.\d+) +[yn] )/gm, own)
    .replace(/^(\d+\.\d+ +)(?=[yn] )/gm, (label) => label.trim().padEnd(locationWidth))
    .replace(/(?<=^(?:Deleted breakpoints?|Note: breakpoints) )\d[\d ,and]*/gm, (given) =>
      given.replace(/\d+/g, own),
    );
}

/** Of the number of a breakpoint's location with the blank columns behind it. */
const locationWidth = 28;

/** Commands that name tracepoints by gdb's numbers. */
function withFileNumbers(command: string, numbers: ReadonlyMap<string, string>): string {
  return command.replace(
    /(?<=^(?:info tracepoints|i tp|tfind tracepoint) )\d+$/,
    (number) => numbers.get(number) ?? number,
  );
}

/** gdb takes gdbserver's decimal counters for hexadecimal ones. */
function withCounters(line: string): string {
  return line.replace(/(?<=^\ttracepoint already hit |^\ttrace buffer usage )\d+/, (digits) =>
    Number(digits).toString(16),
  );
}

/**
 * The entries of `info tracepoints` in the order of the file's numbers; other lines as they are.
 */
function byNumber(lines: readonly string[]): readonly string[] {
  if (!lines[0]?.startsWith('Num ')) return lines;
  const [head, ...rest] = lines;
  const entries: string[][] = [];
  for (const line of rest) {
    if (/^\d+ /.test(line)) entries.push([line]);
    else entries.at(-1)?.push(line);
  }
  const number = ([first = '']: readonly string[]) => Number.parseInt(first, 10);
  return [head, ...entries.sort((a, b) => number(a) - number(b)).flat()];
}

const names = readdirSync(folder)
  .filter((file) => file.endsWith('.words.txt'))
  .map((file) => file.slice(0, -'.words.txt'.length));

/**
 * Lines side by side: those that both have as partners, and between them the others in order, ''
 * where one has no more.
 */
function aligned(theirs: readonly string[], ours: readonly string[]): [gdb: string, own: string][] {
  const first = theirs.findIndex((line, i) => line !== ours[i]);
  const same = first < 0 ? theirs.length : first;
  const equal = theirs.slice(0, same).map((line): [string, string] => [line, line]);
  return [...equal, ...differing(theirs.slice(same), ours.slice(same))];
}

/** The same of lines that begin otherwise. */
function differing(theirs: readonly string[], ours: readonly string[]): [string, string][] {
  const longest = Array.from({ length: theirs.length + 1 }, () =>
    new Array<number>(ours.length + 1).fill(0),
  );
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0;
  for (let i = theirs.length - 1; i >= 0; i--) {
    for (let j = ours.length - 1; j >= 0; j--) {
      const row = longest[i] ?? [];
      row[j] = theirs[i] === ours[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [string, string][] = [];
  const [left, right]: [string[], string[]] = [[], []];
  const flush = () => {
    while (left.length > 0 || right.length > 0)
      pairs.push([left.shift() ?? '', right.shift() ?? '']);
  };
  let [i, j] = [0, 0];
  while (i < theirs.length || j < ours.length) {
    const [gdb, own] = [theirs[i], ours[j]];
    if (gdb !== undefined && gdb === own) {
      flush();
      pairs.push([gdb, own]);
      i++;
      j++;
    } else if (j >= ours.length || (i < theirs.length && at(i + 1, j) >= at(i, j + 1))) {
      left.push(gdb ?? '');
      i++;
    } else {
      right.push(own ?? '');
      j++;
    }
  }
  flush();
  return pairs;
}

describe('the debug console', () => {
  it.each(names)('%s: says what gdb says', async (name) => {
    const { trace, program, sources, further, answers } = readRecording(name);
    const isPretty = name.startsWith('pretty');
    const opened = await openConsole(trace, program, sources, further, isPretty);
    const unlisted: string[] = [];
    for (const { command, lines } of answers) {
      const said = await opened.say(command.replace('{corpus}', corpus));
      const ours =
        said === ''
          ? []
          : said
              .replaceAll(`${corpus}/`, '')
              .replaceAll(corpus, '{corpus}')
              .replace(/\n$/, '')
              .split('\n');
      compared.commands++;
      for (const [gdb, own] of aligned(lines, ours)) {
        compared.lines++;
        if (own === gdb) compared.equal++;
        else if (!isListed(name, command, gdb))
          unlisted.push(`(gdb) ${command}\n- ${gdb}\n+ ${own}`);
      }
    }
    await opened.dispose();
    expect(unlisted.join('\n')).toBe('');
  });

  it('was compared with all of it, of which 99 % are equal', () => {
    expect(compared).toMatchObject({ commands: 8380, lines: 35974 });
    expect(compared.equal / compared.lines).toBeGreaterThan(0.99);
  });

  it('lists no difference that no longer exists', () => {
    expect(differences.filter((each) => !used.has(each))).toEqual([]);
  });
});

function isListed(recording: string, command: string, gdb: string): boolean {
  const found = patterns.find(
    (of) => of.recording.test(recording) && of.command.test(command) && of.gdb.test(gdb),
  );
  if (found) used.add(found.each);
  return found !== undefined;
}
