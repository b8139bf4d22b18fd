// Arguments and local variables of every stack frame that gdb was asked about, their text and the
// names of their types, against gdb's `info args`, `info locals`, `print` and `whatis`; raw and
// with pretty printers. With SHOW_DIFFERENCES set in the environment it prints every answer that
// differs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Variable } from '../../src/symbols/scope';
import { argumentsOf, localsOf, variableLine } from '../../src/values/frameVariables';
import { problemOf, valueText } from '../../src/values/text/text';
import { typeName } from '../../src/values/typeName';
import { valueContextOf, type ValueContext } from '../../src/values/value';
import { readVariable } from '../../src/values/variable';
import { answersOf, openValues, oraclesOfValues, type Answer } from './valuesTrace';

/** What the comparison must yield. */
interface Expected {
  /** By oracle, how many answers of gdb's are compared. */
  readonly compared: Readonly<Record<string, number>>;
  /** Where gdb is not followed: by oracle and variable, how many answers differ. */
  readonly differences: readonly {
    readonly reason: string;
    readonly answers: Readonly<Record<string, number>>;
  }[];
}

const file = path.join(import.meta.dirname, 'data/values/expected.json');
const expected = JSON.parse(readFileSync(file, 'utf8')) as Expected;

/** One of gdb's answers with this project's. */
interface Pair {
  readonly variable: string;
  readonly gdb: string;
  readonly own: string;
}

const unavailablePc = /^PC unavailable, cannot determine (?:args|locals)\.$/;

/**
 * What gdb says of each variable, by its place in the list; what runs over several lines is joined.
 */
function listed(lines: readonly string[]): string[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.length - 1;
    if (last < 0 || /^[\w$]+ = |\.$/.test(line)) texts.push(line);
    else texts[last] = `${texts[last] ?? ''}\n${line}`;
  }
  return texts;
}

function nameIn(line: string): string {
  return /^[\w$]+(?= = )/.exec(line)?.[0] ?? line;
}

async function list(
  { question, lines }: Answer,
  context: ValueContext,
  prettyPrint: boolean,
): Promise<Pair[]> {
  const { scope } = context.frame ?? {};
  const isLocals = question.endsWith('locals');
  const variables = scope ? (isLocals ? localsOf : argumentsOf)(scope) : [];
  const own: string[] = [];
  for (const variable of variables) {
    own.push(await variableLine(variable, context, { prettyPrint }));
  }
  if (!scope) own.push('No symbol table info available.');
  else if (own.length === 0) own.push(isLocals ? 'No locals.' : 'No arguments.');
  const gdb = listed(lines);
  return Array.from({ length: Math.max(gdb.length, own.length) }, (_, i) => ({
    variable: nameIn(gdb[i] ?? own[i] ?? ''),
    gdb: gdb[i] ?? '',
    own: own[i] ?? '',
  }));
}

async function single(
  { question, lines }: Answer,
  context: ValueContext,
  prettyPrint: boolean,
): Promise<Pair[]> {
  const [, verb, name = ''] = /^(print|whatis) (\w+)$/.exec(question) ?? [];
  const variable = visible(name, context);
  if (!verb || !variable) return [];
  const value = await readVariable(variable, context);
  const gdb = lines.join('\n').replace(/^\$\d+ = /, '');
  if (verb === 'whatis') {
    const type = await typeName(value.type, context.language);
    return [{ variable: name, gdb, own: `type = ${type}` }];
  }
  const problem = problemOf(value);
  const text = await valueText(value, { top: true, prettyPrint });
  return [{ variable: name, gdb, own: problem === undefined ? text : `ERR ${problem}` }];
}

function visible(name: string, { frame }: ValueContext): Variable | undefined {
  const { scope } = frame ?? {};
  const variables = scope ? [...localsOf(scope), ...argumentsOf(scope)] : [];
  return variables.find((each) => each.name === name);
}

/** Every answer about an oracle's trace that speaks of variables. */
async function compare(oracle: string): Promise<Pair[]> {
  const prettyPrint = oracle.endsWith('.pretty');
  // gdb places a position-independent program only while it lives, as it did for the recordings in
  // programs/.
  const placed = oracle.startsWith('programs/') || oracle.endsWith('.live');
  const trace = await openValues(oracle.replace(/\.(?:pretty|live)$/, ''), placed);
  const pairs: Pair[] = [];
  for (const [number, answers] of answersOf(oracle)) {
    const { machine, stack } = await trace.stopped(number);
    let level = 0;
    for (const answer of answers) {
      const { question, lines } = answer;
      level = Number(/^frame (\d+)$/.exec(question)?.[1] ?? level);
      const frame = stack.frames[level];
      const context = valueContextOf(machine, trace.modules, frame);
      if (lines[0] === 'ERR gdb died') continue;
      const isList = /^(?:info )?(?:args|locals)$/.test(question);
      if (isList && unavailablePc.test(lines[0] ?? '')) {
        const own = frame === undefined ? lines[0] : 'The PC is known.';
        pairs.push({ variable: 'pc', gdb: lines[0] ?? '', own: own ?? '' });
      } else {
        pairs.push(...(await (isList ? list : single)(answer, context, prettyPrint)));
      }
    }
  }
  trace.dispose();
  return pairs;
}

/** How many answers differ, by oracle and variable. */
function differing(oracle: string, pairs: readonly Pair[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { variable, gdb, own } of pairs) {
    if (gdb === own) continue;
    const key = `${oracle} ${variable}`;
    found[key] = (found[key] ?? 0) + 1;
    if (process.env['SHOW_DIFFERENCES']) console.log(`${key}\n  gdb: ${gdb}\n  own: ${own}`);
  }
  return found;
}

function expectedOf(oracle: string): Record<string, number> {
  const all = expected.differences.flatMap(({ answers }) => Object.entries(answers));
  return Object.fromEntries(all.filter(([key]) => key.startsWith(`${oracle} `)));
}

const oracles = oraclesOfValues();

it('every oracle with a program is compared', () => {
  expect(Object.keys(expected.compared).sort()).toEqual(oracles);
});

it('at least 99 of 100 answers are gdb’s', () => {
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
  const compared = sum(Object.values(expected.compared));
  const different = sum(expected.differences.flatMap(({ answers }) => Object.values(answers)));
  expect(compared).toBeGreaterThan(10_000);
  expect(different / compared).toBeLessThan(0.01);
});

describe.each(oracles)('%s', (oracle) => {
  it('has the variables that gdb lists, and no others', async () => {
    const pairs = await compare(oracle);
    if (process.env['SHOW_DIFFERENCES']) console.log(`${oracle} compared: ${pairs.length}`);
    expect(differing(oracle, pairs)).toEqual(expectedOf(oracle));
    expect(pairs.length).toBe(expected.compared[oracle]);
  });
});
