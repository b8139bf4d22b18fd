import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { boundedArguments } from '../../../scripts/lint/boundedArguments.mjs';

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
};

const head = `const disposables: object[] = [];
function given(list: number[], pair: [number, number], open: { dispose(): void }[], ...rest: number[]) {
`;
const filename = 'statements.ts';

/** A program of this one text. */
function programOf(text: string): ts.Program {
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, types: [] };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.getSourceFile = (name, target) => {
    const found = name.endsWith(filename) ? text : readFile(name);
    return found === undefined ? undefined : ts.createSourceFile(name, found, target);
  };
  return ts.createProgram([filename], options, host);
}

it('arguments of a length that a file chooses are refused, those of a tuple are not', () => {
  const lines = Object.keys(statements);
  const text = `${head}${lines.join('\n')}\n}`;
  const complaints = new Linter().verify(
    text,
    [
      {
        files: ['**/*.ts'],
        languageOptions: {
          parser: tseslint.parser,
          parserOptions: { programs: [programOf(text)] },
        },
        plugins: { here: { rules: { 'bounded-arguments': boundedArguments } } },
        rules: { 'here/bounded-arguments': 'error' },
      },
    ],
    { filename },
  );
  const refused = complaints.map(
    ({ line, message, ruleId }) => lines[line - 3] ?? `${ruleId}: ${message}`,
  );
  expect(refused).toEqual(lines.filter((line) => statements[line]));
});
