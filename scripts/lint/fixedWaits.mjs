// Tests wait for what is observable (CONTRIBUTING.md, "How tests wait"). A wait that ends by time is
// too short on a busy machine, or too long on every other; a check after it passes where nothing has
// happened yet.
import { relative } from 'node:path';
import ts from 'typescript';
import { timeLimit } from '../vscode/waiting.mjs';
import { root } from '../steps/paths.mjs';
import { nodesOf, placeOf } from './sources.mjs';

const complaint = 'Tests wait for what is observable, up to the limit that they share:';

/** They are what waits. */
const waiting = new Set(['test/eventually.ts', 'test/vscode/host/workspace.ts']);

/** Calls that give up after a second, or never look. */
const refused = /^(vi\.waitFor|vi\.waitUntil|expect\.poll|.*\.waitForTimeout)$/;

/** What has a page run a string. */
const inPage = /\.(evaluate|addInitScript)$/;

/** What takes a limit of its own as its last argument. */
const limited = /^(eventually|it|test|before|after|beforeEach|afterEach|beforeAll|afterAll)(\.|$)/;

/**
 * @param {readonly ts.SourceFile[]} sources of tests
 * @returns {string[]} each wait that ends by time, or by a limit of its own that is lower than the
 *   shared one
 */
export function fixedWaits(sources) {
  return sources
    .filter(({ fileName }) => !waiting.has(relative(root, fileName)))
    .flatMap((file) => [...nodesOf(file)].flatMap((node) => fixedWait(node) ?? []))
    .map(({ node, why }) => `${placeOf(node)} ${complaint} ${why}.`);
}

/** @param {ts.Node} node @returns {{ node: ts.Node, why: string } | undefined} */
function fixedWait(node) {
  if (ts.isPropertyAssignment(node) && node.name.getText() === 'timeout') {
    return isBelowLimit(node.initializer) ? { node, why: 'this limit is lower' } : undefined;
  }
  if (isCode(node) && [...nodesOf(parsed(node))].some(endsByTime))
    return { node, why: 'this goes on after a time, in the page' };
  if (!ts.isCallExpression(node)) return undefined;
  const called = node.expression.getText();
  if (refused.test(called)) return { node, why: `not by ${called}` };
  if (endsByTime(node)) return { node, why: 'this goes on after a time' };
  const last = node.arguments.at(-1);
  const isLower = limited.test(called) && last !== undefined && isBelowLimit(last);
  return isLower ? { node: last, why: 'this limit is lower' } : undefined;
}

/** @param {ts.Node} node */
function endsByTime(node) {
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression.getText();
  const [first, second] = node.arguments;
  const time = called === 'sleep' ? first : called === 'setTimeout' ? second : undefined;
  return time !== undefined && !isZero(time);
}

/** A string that a page runs. @param {ts.Node} node */
function isCode(node) {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  return ts.isCallExpression(node.parent) && inPage.test(node.parent.expression.getText());
}

/** What is in the quotes of a string, as code. @param {ts.Node} node */
function parsed(node) {
  const code = node.getText().slice(1, -1);
  return ts.createSourceFile('page.js', code, ts.ScriptTarget.ES2022, true);
}

/** A task later: what goes on then needs no time. @param {ts.Node} node */
function isZero(node) {
  return ts.isNumericLiteral(node) && node.text === '0';
}

/** @param {ts.Node} node */
function isBelowLimit(node) {
  return ts.isNumericLiteral(node) && Number(node.text) < timeLimit;
}
