// Options of the command line that come from the schema of a question: an entry with words is an
// option, a line of help and a word to complete, and a property for assistants.
import { Writable } from 'node:stream';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { option } from '../../../src/ask/option';
import {
  described,
  orderBy,
  publicQuestion,
  someOf,
  textSchema,
  upTo,
  wholeNumber,
  type ObjectSchema,
} from '../../../src/ask/question';
import type { CommandLineCommand } from '../../../src/commandLine/command';
import { runCommandLine } from '../../../src/commandLine/commandLine';
import { completion } from '../../../src/commandLine/completion';
import { inputOf, optionsOf } from '../../../src/commandLine/questionOptions';
import { TraceTools, type TraceFolders } from '../../../src/mcp/traceTools';

const madeUp = vi.hoisted(() => ({
  questions: [] as object[],
  commands: [] as object[],
}));
vi.mock('../../../src/ask/questions', () => ({ questions: madeUp.questions }));
vi.mock('../../../src/commandLine/commands', () => ({ commandLineCommands: madeUp.commands }));

/** A question of every kind of entry. */
const entries = {
  lineCount: v.optional(
    option(described(upTo(9), 'How many lines.'), () => 'So many lines'),
    3,
  ),
  place: option(described(textSchema, 'Where.'), () => 'Where it is', { value: 'PLACE' }),
  unit: v.optional(option(v.picklist(['time', 'frames']), () => 'What is counted')),
  deep: v.optional(
    option(v.boolean(), () => 'Deeper'),
    false,
  ),
  without: v.optional(option(someOf(textSchema, 3), () => 'Not this')),
  among: v.optional(option(someOf(textSchema, 3), () => 'One of these', { value: 'NAME' })),
  columns: v.optional(option(someOf(textSchema, 3), () => 'These', { value: 'EXPR,...' })),
  sort: v.optional(option(orderBy(textSchema), () => 'In this order')),
  registers: v.optional(
    option(v.picklist(['some', 'all']), () => 'Every register', {
      switch: { name: 'all-registers', choice: 'all' },
    }),
    'some',
  ),
  /** What a shell does not ask for. */
  count: v.optional(described(wholeNumber, 'How many rows.'), 50),
};

const completionCommand: CommandLineCommand = {
  name: 'completion',
  arguments: 'SHELL',
  summary: () => 'Completion',
  options: () => ({}),
  run: (invocation) => completion(invocation, madeUp.commands as CommandLineCommand[]),
};

/** Has one question and one command, which says what it would ask. */
function teach(input: ObjectSchema): void {
  const question = publicQuestion({
    name: 'guess',
    title: () => 'Guess',
    description: 'A guess.',
    input,
    result: v.strictObject({ guessed: v.boolean() }),
    answer: () => Promise.resolve({ guessed: true }),
  });
  const command: CommandLineCommand = {
    name: 'guess',
    arguments: '',
    summary: () => 'Guess',
    question: () => Promise.resolve(question),
    options: (asked) => ({ ...asked, own: { help: () => 'Of the command line' } }),
    run: async ({ options, output }) => {
      await output.json(inputOf(input, options));
      return 0;
    },
  };
  madeUp.questions.splice(0, Infinity, question);
  madeUp.commands.splice(0, Infinity, command, completionCommand);
}

async function run(...words: string[]): Promise<string> {
  let text = '';
  const out = new Writable({
    write: (chunk: Buffer, _, done) => {
      text += chunk.toString();
      done();
    },
  });
  await runCommandLine(words, { stdout: out, stderr: out, env: {} }, new AbortController().signal);
  return text;
}

const asked = async (...words: string[]) => JSON.parse(await run('guess', ...words)) as unknown;

/** What a tool takes. */
function properties(): Readonly<Record<string, unknown>> {
  const guess = new TraceTools({} as TraceFolders, 1000).list.find(
    ({ name }) => name === 'trace_guess',
  );
  return guess?.inputSchema.properties as Record<string, unknown>;
}

describe('an entry of an input', () => {
  it('is an option by its kind', () => {
    const shown = Object.entries(optionsOf(v.strictObject(entries))).map(
      ([name, { value, multiple, help }]) => [name, value, multiple, help()],
    );
    expect(shown).toEqual([
      ['line-count', 'N', undefined, 'So many lines'],
      ['place', 'PLACE', undefined, 'Where it is'],
      ['unit', 'WHAT', undefined, 'What is counted'],
      ['deep', undefined, undefined, 'Deeper'],
      ['without', 'EXPR', true, 'Not this'],
      ['among', 'NAME', true, 'One of these'],
      ['columns', 'EXPR,...', true, 'These'],
      ['sort', 'EXPR', undefined, 'In this order'],
      ['all-registers', undefined, undefined, 'Every register'],
    ]);
  });

  it('is refused as an option where nobody knows how to type it', () => {
    const unknown = option(v.union([v.string(), v.number()]), () => 'Either');
    expect(() => optionsOf(v.strictObject({ unknown }))).toThrow('No option is known for union.');
  });

  it('is what was typed for its option, or its default', async () => {
    teach(v.strictObject(entries));
    const defaults = { lineCount: 3, deep: false, registers: 'some', count: 50 };
    expect(await asked('--place', 'here')).toEqual({ place: 'here', ...defaults });
    const words = ['--line-count', '4', '--place', 'here', '--unit', 'time', '--deep'];
    const lists = [
      '--without',
      'f(a, b)',
      '--without',
      'c,d',
      '--among',
      'e,f',
      '--columns',
      'f(a, b), c',
    ];
    expect(await asked(...words, ...lists, '--sort=-a', '--all-registers')).toEqual({
      ...{ lineCount: 4, place: 'here', unit: 'time', deep: true },
      ...{ without: ['f(a, b)', 'c,d'], among: ['e,f'], columns: ['f(a, b)', 'c'] },
      ...{ sort: { by: 'a', descending: true }, registers: 'all', count: 50 },
    });
    expect(await asked('--place', 'here', '--sort', 'a', '--columns', ',')).toEqual({
      ...{ place: 'here', sort: { by: 'a', descending: false } },
      ...defaults,
    });
  });

  it('has its option in the sentence that refuses it', async () => {
    teach(v.strictObject(entries));
    const help = '\nSee: gdb-tracefile guess --help\n';
    for (const [words, sentence] of [
      [['--place', 'x', '--line-count', '10'], '--line-count must be at most 9.'],
      [['--place', 'x', '--line-count', 'few'], '--line-count must be a whole number, not “few”.'],
      [['--place', 'x', '--unit', 'h'], '--unit must be one of "time", "frames".'],
      [[], '--place is missing.'],
      [['--place', 'x', '--count', '1'], 'There is no option --count.'],
    ] as const)
      expect(await run('guess', ...words)).toBe(sentence + help);
  });
});

/** What the command line says of itself, by where it says it. */
async function said(): Promise<Readonly<Record<string, readonly string[]>>> {
  const places = { help: ['guess', '--help'], bash: ['completion', 'bash'] };
  const others = { zsh: ['completion', 'zsh'], fish: ['completion', 'fish'] };
  const texts = Object.entries({ ...places, ...others }).map(
    async ([place, words]) => [place, (await run(...words)).split(/\n| (?='?-)/)] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

it('a new entry is an option, a line of help, a word to complete and a property', async () => {
  teach(v.strictObject(entries));
  const [before, taken] = [await said(), properties()];
  const nearBy = option(described(wholeNumber, 'How near it is, from 0.'), () => 'How near');
  teach(v.strictObject({ ...entries, nearBy: v.optional(nearBy, 7) }));
  const grown = Object.entries(await said()).map(([place, parts]) => [
    place,
    parts.filter((part) => before[place]?.includes(part) === false),
  ]);
  expect(Object.fromEntries(grown)).toEqual({
    help: ['--near-by N             How near'],
    bash: ['--near-by'],
    zsh: ["'--near-by[How near]:N:'"],
    fish: ['-l near-by', "-d 'How near'"],
  });
  expect(await asked('--place', 'x', '--near-by', '2')).toMatchObject({ nearBy: 2 });
  expect(properties()).toEqual({
    ...taken,
    nearBy: { type: 'integer', minimum: 0, description: 'How near it is, from 0.', default: 7 },
  });
});
