// Literals, operators, conversions, types and formats of expressions that need no frame, against
// gdb's words for them (data/expressions/record.py).
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MemorySource } from '../../src/bytes/source';
import { compile } from '../../src/expressions/compile';
import type { EvaluationContext } from '../../src/expressions/context';
import { printFormat, resultText } from '../../src/expressions/format';
import { Origin, type TransparentRange } from '../../src/machine/memory';
import { FrameState } from '../../src/machine/frameState';
import { typeName } from '../../src/values/typeName';
import { valueContextOf } from '../../src/values/value';
import { type Program } from '../../src/symbols/program';
import { openProgram } from '../../src/symbols/openProgram';
import { corpus } from './corpusTrace';
import { RangeList } from '../../src/symbols/rangeList';

const data = path.join(import.meta.dirname, 'data/expressions');

/**
 * DW_LANG_…, how many answers there are of `print` and of `whatis`, and the program that was asked.
 */
const languages = [
  ['c', 0x1d, 580, 526, path.join(corpus, 'x86_64/app')],
  ['c++', 0x1a, 66, 63, path.join(corpus, 'x86_64/app')],
  ['namespaces', 0x1a, 39, 39, path.join(data, 'namespaces')],
] as const;

interface Answer {
  readonly question: string;
  readonly printed: string;
  /** Absent where it was not asked. */
  readonly type: string | undefined;
}

/**
 * Why an answer is not gdb's, by language and question; `type` stands before the question where the
 * type differs.
 */
const differences = JSON.parse(readFileSync(path.join(data, 'differences.json'), 'utf8')) as Record<
  string,
  Record<string, { readonly ours: string; readonly why: string }>
>;

describe.each(languages)('expressions of %s', (language, code, printed, types, file) => {
  it('are what gdb says, but for the differences that are listed', async () => {
    const context = await staticContext(file, code);
    const answers = answersOf(language);
    const found: Record<string, string> = {};
    for (const { question, printed: gdbs, type } of answers) {
      const ours = await print(question, context);
      if (ours !== gdbs) found[question] = ours;
      if (type === undefined) continue;
      const ourType = await typeOf(question, context);
      if (ourType !== type) found[`type ${question}`] = ourType;
    }
    expect(answers).toHaveLength(printed);
    expect(answers.filter(({ type }) => type !== undefined)).toHaveLength(types);
    const listed = Object.entries(differences[language] ?? {});
    expect(found).toEqual(Object.fromEntries(listed.map(([key, { ours }]) => [key, ours])));
    expect(listed.every(({ 1: { why } }) => why !== '')).toBe(true);
  });
});

function answersOf(language: string): Answer[] {
  const text = readFileSync(path.join(data, `${language}.oracle.txt`), 'utf8');
  return text
    .split(/^--- /m)
    .slice(1)
    .map((section) => {
      const [, question = '', printed = '', type] =
        /^(.*)\n([^]*?)(?:\ntype ([^]*))?\n$/.exec(section) ?? [];
      return { question, printed, type };
    });
}

async function print(args: string, context: EvaluationContext): Promise<string> {
  const asked = printFormat(args);
  if ('problem' in asked) return `ERR ${asked.problem}`;
  const compiled = await compile(asked.expression, context);
  if ('problem' in compiled) return `ERR ${compiled.problem}`;
  const value = await compiled.evaluate(context);
  if ('problem' in value) return `ERR ${value.problem}`;
  const result = await resultText(value, { format: asked.format });
  return 'problem' in result ? `ERR ${result.problem}` : result.text;
}

async function typeOf(expression: string, context: EvaluationContext): Promise<string> {
  const compiled = await compile(expression, context);
  if ('problem' in compiled) return `ERR ${compiled.problem}`;
  const type = await compiled.type(context);
  if ('problem' in type) return `ERR ${type.problem}`;
  return typeName(type, context.language);
}

/** A program that is not running: its file is all the memory there is. */
async function staticContext(file: string, language: number): Promise<EvaluationContext> {
  const opened = await openProgram(new MemorySource(readFileSync(file)), file);
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const frame = {
    number: 0,
    tracepoint: 1,
    offset: 0,
    bytes: new Uint8Array(0),
    blocks: [],
    order: 'little',
    diagnostics: [],
  } as const;
  const machine = new FrameState(frame, undefined, undefined, rangesOf(program));
  const context = valueContextOf(machine, [{ program, slide: 0n }], undefined);
  return { ...context, language, state: machine, convenience: () => undefined };
}

function rangesOf(program: Program): RangeList<TransparentRange> {
  const ranges = program.loadedRanges.map(({ start, end }) => ({
    start,
    end,
    read: async (address: bigint, length: number) => {
      const bytes = await program.readLoaded(address, length);
      return { address, bytes, origins: new Uint8Array(bytes.length).fill(Origin.transparent) };
    },
  }));
  return new RangeList(ranges);
}
