// The strings for translators, from the calls of `vscode.l10n.t` and of `t`, in the form that VS
// Code reads.
import ts from 'typescript';
import { nodesOf, placeOf } from './sources.mjs';

/** @typedef {Record<string, string | { message: string, comment: string[] }>} Bundle */

/**
 * @param {readonly ts.SourceFile[]} sources
 * @returns {Bundle} in the order of its keys
 * @throws {Error} where a call's string is not written there
 */
export function stringsFor(sources) {
  const entries = sources
    .filter(({ text }) => text.includes('l10n'))
    .flatMap((file) => [...nodesOf(file)].filter(isTranslation).map(entryOf));
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries);
}

/** @param {ts.Node} node @returns {node is ts.CallExpression} */
function isTranslation(node) {
  return ts.isCallExpression(node) && /^((vscode\.)?l10n\.)?t$/.test(node.expression.getText());
}

/** @param {ts.CallExpression} call @returns {[string, Bundle[string]]} */
function entryOf(call) {
  const [given] = call.arguments;
  const message = given && written(given);
  if (message !== undefined) return [message, message];
  if (given && ts.isObjectLiteralExpression(given)) {
    const [text] = valuesOf(given, 'message');
    const comment = valuesOf(given, 'comment');
    if (text !== undefined) return [`${text}/${comment.join('')}`, { message: text, comment }];
  }
  throw new Error(`${placeOf(call)} Translators get strings that are written in the call.`);
}

/**
 * The strings of a property; none where it is not there.
 * @param {ts.ObjectLiteralExpression} object
 * @param {string} name
 */
function valuesOf({ properties }, name) {
  const property = properties.find((each) => each.name?.getText() === name);
  if (!property || !ts.isPropertyAssignment(property)) return [];
  const { initializer } = property;
  const elements = ts.isArrayLiteralExpression(initializer) ? initializer.elements : [initializer];
  return elements.flatMap((element) => written(element) ?? []);
}

/** The string that an expression writes; joined by `+` it may be. @param {ts.Expression} node @returns {string | undefined} */
function written(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) {
    return undefined;
  }
  const [left, right] = [written(node.left), written(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}
