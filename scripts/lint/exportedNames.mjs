// A name is exported by one file of the product, so that going to a symbol by its name leads to the
// one that is meant.
import { relative } from 'node:path';
import ts from 'typescript';
import { root } from '../steps/paths.mjs';

/** Names that VS Code or a loader asks for. */
const agreed = new Set(['activate']);

/**
 * @param {readonly ts.SourceFile[]} sources
 * @returns {string[]} each name that several files export as their own, with these
 */
export function namesExportedTwice(sources) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const file of sources.filter(isFirstOfItsName)) {
    for (const name of exportedNames(file)) {
      files.set(name, [...(files.get(name) ?? []), relative(root, file.fileName)]);
    }
  }
  const twice = [...files].filter(([name, paths]) => paths.length > 1 && !agreed.has(name));
  return twice.map(([name, paths]) => `${name} is exported more than once: ${paths.join(', ')}`);
}

/**
 * Files that take each other's place (`x.web.ts` that of `x.ts`) export the same names.
 * @param {ts.SourceFile} file
 */
function isFirstOfItsName({ fileName }) {
  return !fileName.endsWith('.web.ts');
}

/**
 * What a file declares and exports; what it only passes on is left out.
 * @param {ts.SourceFile} file
 * @returns {Set<string>}
 */
function exportedNames(file) {
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
