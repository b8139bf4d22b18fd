// A name is exported by one file of the product, so that going to a symbol by its name leads to the
// one that is meant.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../steps/paths.mjs';

/** Names that VS Code or a loader asks for. */
const agreed = new Set(['activate']);

/** @throws {Error} where several files export a name of their own */
export async function checkExportedNames() {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const path of sources()) {
    for (const name of exportedNames(path)) files.set(name, [...(files.get(name) ?? []), path]);
  }
  const twice = [...files].filter(([name, paths]) => paths.length > 1 && !agreed.has(name));
  if (twice.length === 0) return;
  const lines = twice.map(([name, paths]) => `${name}: ${paths.join(', ')}`);
  throw new Error(`Exported more than once:\n${lines.sort().join('\n')}`);
}

/** Files that take each other's place (`x.web.ts` that of `x.ts`) export the same names. */
function sources() {
  return ['src', 'webview'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.web.ts'))
      .map((name) => join(folder, name)),
  );
}

/**
 * What a file declares and exports; what it only passes on is left out.
 * @param {string} path
 * @returns {Set<string>}
 */
function exportedNames(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022);
  /** @type {Set<string>} */
  const names = new Set();
  for (const statement of file.statements) {
    if (!ts.canHaveModifiers(statement)) continue;
    const isExported = ts
      .getModifiers(statement)
      ?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) continue;
    const declared = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name)
      : 'name' in statement
        ? [statement.name]
        : [];
    for (const name of declared) {
      const node = /** @type {ts.Node | undefined} */ (name);
      if (node && ts.isIdentifier(node)) names.add(node.text);
    }
  }
  return names;
}
