// Lines that are wider than oxfmt makes them: it leaves comments and names alone.
import { relative } from 'node:path';
import ts from 'typescript';
import { root } from '../steps/paths.mjs';
import { nodesOf } from './sources.mjs';

const maxColumns = 100;

/** What tools read, and addresses. */
const kept = /^\s*(\/\/ oxlint-|import )|https?:\/\//;

/**
 * @param {readonly ts.SourceFile[]} sources
 * @returns {string[]} each line that is too wide, but for those that a text or a regular expression
 *   makes so
 */
export function wideLines(sources) {
  return sources.flatMap((file) => {
    const wide = file.text
      .split('\n')
      .flatMap((line, index) => (line.length > maxColumns && !kept.test(line) ? [index] : []));
    if (wide.length === 0) return [];
    const ofTexts = new Set([...nodesOf(file)].filter(isText).flatMap((node) => linesOf(node)));
    return wide
      .filter((line) => !ofTexts.has(line))
      .map((line) => `${relative(root, file.fileName)}:${line + 1} is wider than ${maxColumns}.`);
  });
}

/** @param {ts.Node} node */
function isText(node) {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    node.kind === ts.SyntaxKind.RegularExpressionLiteral
  );
}

/** @param {ts.Node} node @returns {number[]} from 0 */
function linesOf(node) {
  const file = node.getSourceFile();
  const [first, last] = [node.getStart(), node.end].map(
    (at) => file.getLineAndCharacterOfPosition(at).line,
  );
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
}
