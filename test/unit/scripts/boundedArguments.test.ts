import { basename } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { unboundedArguments } from '../../../scripts/lint/boundedArguments.mjs';

/** Each statement, and whether the arguments of its call may be of any length. */
const statements: Readonly<Record<string, boolean>> = {
  'rest.push(...list);': true,
  'Math.max(0, ...list);': true,
  'String.fromCharCode(...list.slice(1));': true,
  'String.fromCharCode.apply(null, list);': true,
  'new Array<number>(...list);': true,
  'rest.splice(-1, 1, ...list);': true,
  'list.push(...pair);': false,
  'given(list, pair, open, ...rest);': false,
  'list.push(...([1, 2] as const));': false,
  'disposables.push(...open);': false,
  'own.apply(0, list);': false,
};

const head = `const disposables: object[] = [];
declare const own: { apply(at: number, list: number[]): void };
function given(list: number[], pair: [number, number], open: { dispose(): void }[], ...rest: number[]) {
`;
const fileName = 'statements.ts';

/** Gives the program of this one text. */
function programOf(text: string): ts.Program {
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, types: [] };
  const host = ts.createCompilerHost(options, true);
  const readFile = host.readFile.bind(host);
  host.getSourceFile = (name, target) => {
    const found = basename(name) === fileName ? text : readFile(name);
    return found === undefined ? undefined : ts.createSourceFile(name, found, target, true);
  };
  return ts.createProgram([fileName], options, host);
}

/** Of a function with these lines, those with a list of arguments that may have any length. */
function refused(lines: readonly string[]): (string | undefined)[] {
  const before = head.split('\n').length;
  const text = `${head}${lines.join('\n')}\n}`;
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2022, true);
  const complaints = unboundedArguments([file], () => programOf(text));
  const numbers = complaints.map((complaint) => Number(/:(\d+) /.exec(complaint)?.[1]));
  return numbers.map((line) => lines[line - before]);
}

it('arguments of a length that a file chooses are refused, those of a tuple are not', () => {
  const lines = Object.keys(statements);
  expect(refused(lines)).toEqual(lines.filter((line) => statements[line]));
});

it('a list whose line above says why it is short is not refused', () => {
  const call = 'String.fromCharCode(...list);';
  expect(refused(['// bounded-arguments: two at most.', call, call])).toEqual([call]);
});
