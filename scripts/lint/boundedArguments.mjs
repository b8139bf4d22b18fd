// A rule of the linter. Arguments go on the stack: `push(...list)` of a list whose length a file
// chooses ends in "Maximum call stack size exceeded". Bounded are tuples, what a function was itself
// called with, and what the extension registered.
import ts from 'typescript';

/** @type {import('eslint').Rule.RuleModule} */
export const boundedArguments = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unbounded:
        'A list that may have any length is no list of arguments: use append, largest, smallest or textOfUnits, or a loop.',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();

    /** @param {any} node its estree node */
    const check = (node) => {
      if (!isBounded(esTreeNodeToTSNodeMap.get(node), checker)) {
        context.report({ node, messageId: 'unbounded' });
      }
    };
    return {
      ':matches(CallExpression, NewExpression) > SpreadElement.arguments': (
        /** @type {any} */ n,
      ) => {
        check(n.argument);
      },
      'CallExpression[callee.property.name="apply"]': (/** @type {any} */ call) => {
        const called = esTreeNodeToTSNodeMap.get(call.callee.object);
        const isFunction = checker.getTypeAtLocation(called).getCallSignatures().length > 0;
        if (isFunction && call.arguments[1]) check(call.arguments[1]);
      },
    };
  },
};

/** @param {ts.Node} list @param {ts.TypeChecker} checker */
function isBounded(list, checker) {
  const type = checker.getTypeAtLocation(list);
  const types = type.isUnion() ? type.types : [type];
  const isTuple = (/** @type {any} */ each) =>
    checker.isTupleType(each) && !each.target.hasRestElement;
  const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
  return (
    types.every(isTuple) ||
    isRestParameter(checker.getSymbolAtLocation(list)) ||
    element?.getProperty('dispose') !== undefined
  );
}

/** @param {ts.Symbol | undefined} symbol */
function isRestParameter(symbol) {
  const declaration = symbol?.valueDeclaration;
  return declaration && ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined;
}
