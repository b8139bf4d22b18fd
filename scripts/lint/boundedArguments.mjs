// Arguments go on the stack: `push(...list)` of a list whose length a file chooses ends in "Maximum
// call stack size exceeded". Bounded are tuples, what a function was itself called with, and what
// the extension registered.
import ts from 'typescript';
import { nodesOf, placeOf } from './sources.mjs';

const complaint =
  'A list that may have any length is no list of arguments: use append, largest, smallest or textOfUnits, or a loop.';

/** In the line above a call whose list is bounded in a way that its type does not say. */
const exemption = '// bounded-arguments: ';

/**
 * @param {readonly ts.SourceFile[]} sources
 * @param {(paths: readonly string[]) => ts.Program} programOf gives the types of these files
 * @returns {string[]} each list of arguments that may have any length
 */
export function unboundedArguments(sources, programOf) {
  const suspects = sources.filter((file) => listsOfArguments(file).length > 0);
  const program = programOf(suspects.map(({ fileName }) => fileName));
  const checker = program.getTypeChecker();
  return suspects.flatMap(({ fileName }) => {
    const file = program.getSourceFile(fileName);
    if (!file) throw new Error(`${fileName} is not in the program.`);
    return listsOfArguments(file)
      .filter((list) => !isBounded(list, checker))
      .map((list) => `${placeOf(list)} ${complaint}`);
  });
}

/**
 * Every list that a call takes its arguments from, but for those whose text says that it is short.
 * @param {ts.SourceFile} file
 * @returns {ts.Expression[]}
 */
function listsOfArguments(file) {
  const lists = [...nodesOf(file)].flatMap((node) =>
    ts.isCallExpression(node) || ts.isNewExpression(node) ? listsIn(node) : [],
  );
  return lists.filter((list) => !isWritten(list) && !isExempt(list));
}

/** @param {ts.CallExpression | ts.NewExpression} call @returns {ts.Expression[]} */
function listsIn({ expression: called, arguments: given = ts.factory.createNodeArray() }) {
  const applied = ts.isPropertyAccessExpression(called) && called.name.text === 'apply';
  const [, list] = given;
  return [
    ...given.filter(ts.isSpreadElement).map(({ expression }) => expression),
    ...(applied && list ? [list] : []),
  ];
}

/** Whether the list is an array that is written there. @param {ts.Expression} list @returns {boolean} */
function isWritten(list) {
  if (ts.isParenthesizedExpression(list) || ts.isAsExpression(list)) {
    return isWritten(list.expression);
  }
  return ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isSpreadElement);
}

/** @param {ts.Node} node */
function isExempt(node) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  const [start = 0, end = 0] = [line - 1, line].map((each) => file.getLineStarts()[each]);
  return line > 0 && file.text.slice(start, end).trim().startsWith(exemption);
}

/** @param {ts.Expression} list @param {ts.TypeChecker} checker */
function isBounded(list, checker) {
  const type = checker.getTypeAtLocation(list);
  const types = type.isUnion() ? type.types : [type];
  const isTuple = (/** @type {any} */ each) =>
    checker.isTupleType(each) && !each.target.hasRestElement;
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  return (
    types.every(isTuple) ||
    isOwnArguments(checker.getSymbolAtLocation(list)) ||
    isOwnMethod(list, checker) ||
    element?.getProperty('dispose') !== undefined
  );
}

/** @param {ts.Symbol | undefined} symbol whether it is a rest parameter */
function isOwnArguments(symbol) {
  const declaration = symbol?.valueDeclaration;
  return declaration && ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined;
}

/**
 * Whether `apply` is a method of our own, and not that of functions.
 * @param {ts.Expression} list
 * @param {ts.TypeChecker} checker
 */
function isOwnMethod({ parent: call }, checker) {
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
  const { name, expression: called } = call.expression;
  const { length } = checker.getTypeAtLocation(called).getCallSignatures();
  return name.text === 'apply' && length === 0;
}
