// What ships, and its tests, parsed once for the checks that no linter has.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../steps/paths.mjs';

/** @returns {ts.SourceFile[]} each file of src/ and webview/ */
export function shippedSources() {
  return ['src', 'webview'].flatMap((folder) => sourcesIn(folder));
}

/** @returns {ts.SourceFile[]} each file of test/ */
export function testSources() {
  return sourcesIn('test');
}

/** @param {string} folder */
function sourcesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => parsed(join(root, folder, name)));
}

/** @param {string} path @returns {ts.SourceFile} */
export function parsed(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
}

/**
 * Every node of a file, outer ones first.
 * @param {ts.Node} node
 * @returns {Generator<ts.Node>}
 */
export function* nodesOf(node) {
  yield node;
  /** @type {ts.Node[]} */
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/**
 * Where a node is, as editors find it: `src/a.ts:12`.
 * @param {ts.Node} node
 */
export function placeOf(node) {
  const file = node.getSourceFile();
  const path = relative(root, file.fileName);
  return `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}
