// What the linters must find: each line below breaks one rule, and no other is broken.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../../scripts/steps/paths.mjs';

const head = `export declare const text: string;
export declare const some: readonly string[];
export declare const maybe: string | undefined;
export declare const anything: any; // no-explicit-any
export declare function later(): Promise<void>;
export type Kind = 'one' | 'two';
export class Bound { name = ''; say() { return this.name; } }
`;

const expressions = `
export const nested = /^(a+)+$/.test('a'); // no-super-linear-backtracking
export const moved = /a+$/.test('a'); // no-super-linear-move
export const linear = /^a+$/.test('a');
export const made = new RegExp('^(a+)+$').test('a'); // no-super-linear-backtracking
`;

/** Files with what must be said of their lines: the rule is named at the line's end. */
const planted: Readonly<Record<string, string>> = {
  'src/typed.ts': `${head}
later(); // no-floating-promises
some.forEach(async () => { await later(); }); // no-misused-promises
export async function wait() { await text; } // await-thenable
export async function idle() { return 1; } // require-await
export function kindOf(kind: Kind) {
  switch (kind) { // switch-exhaustiveness-check
    case 'one': return 1;
  }
  return 0;
}
if (text === undefined) later().catch(String); // no-unnecessary-condition
export const same = text as string; // no-unnecessary-type-assertion
export const twice = String(text); // no-unnecessary-type-conversion
export const spread = { ...later }; // no-misused-spread
export const loose = anything; // no-unsafe-assignment
export const member = [anything.member]; // no-unsafe-member-access
export const called = [anything()]; // no-unsafe-call
export const given = encodeURI(anything); // no-unsafe-argument
export function returned(): string { return anything; } // no-unsafe-return
export const method = new Bound().say; // unbound-method
export const based = \`\${new Bound().say()}\${Number(text)}\${String({})}\`; // no-base-to-string
export const template = \`\${some}\`; // restrict-template-expressions
export const plus = text + 1; // restrict-plus-operands
export const old = text.substr(1); // no-deprecated
export const shown = () => console.log(text); // no-confusing-void-expression
export function fail() { throw text; } // only-throw-error
export const union: unknown | string = text; // no-redundant-type-constituents
export const isTrue = (each: boolean) => each === true; // no-unnecessary-boolean-literal-compare
later().catch((error) => { String(error); }); // use-unknown-in-catch-callback-variable
export const unsure = maybe!; // no-non-null-assertion
export const wrong: number = text; // TS2322
export const first: string = some[0]; // TS2322
`,
  'src/plain.ts': `import { Bound } from './typed'; // consistent-type-imports
export type Given = Bound;
const unused = 1; // no-unused-vars
export function last() { let a = 1; return a; } // prefer-const
export type Fn = Function; // no-unsafe-function-type
export const ours = Buffer; // no-restricted-globals
export const here = process; // no-restricted-globals
export type Empty = {}; // no-empty-object-type
export class Only { static a = 1; } // no-extraneous-class
`,
  'src/platform/node.ts': 'export const buffer = Buffer; export const { pid } = process;\n',
  'src/platform/page.web.ts': 'export const buffer = Buffer; // no-restricted-globals\n',
  'src/expressions.ts': expressions,
  'webview/expressions.ts': expressions,
  'test/free.ts': 'export const buffer = Buffer; export const { pid } = process;\n',
  'webview/page.ts': `export const shown = document.body;
export const size: number = document.title; // TS2322
`,
  'scripts/step.mjs': '/** @type {number} */\nexport const count = "one"; // TS2322\n',
};

const outer = mkdtempSync(join(tmpdir(), 'gdb-tracefile-linters-'));
const folder = join(outer, 'project');
afterAll(() => {
  rmSync(outer, { recursive: true });
});

/** A project with these files, and with the rules of this one. */
function plant(): void {
  for (const path of ['.oxlintrc.json', 'tsconfig.json', 'webview/tsconfig.json']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    copyFileSync(join(root, path), join(folder, path));
  }
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // Not in the project, whose every folder is linted.
  symlinkSync(join(root, 'node_modules'), join(outer, 'node_modules'), 'junction');
}

/** What the ends of the planted lines say, by place. */
function expected(): string[] {
  return Object.entries(planted).flatMap(([path, text]) =>
    text.split('\n').flatMap((line, at) => {
      const rule = / \/\/ (\S+)$/.exec(line)?.[1];
      return rule === undefined ? [] : [`${path}:${at + 1} ${rule}`];
    }),
  );
}

it('oxlint finds every planted mistake, and no other', () => {
  plant();
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json'],
    { cwd: folder, encoding: 'utf8' },
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
  };
  const found = diagnostics.map(
    ({ code, filename, labels }) =>
      `${filename}:${labels[0]?.span.line} ${code.replace(/^.*\((.*)\)$/, '$1')}`,
  );
  expect([...new Set(found)].sort()).toEqual(expected().sort());
});
