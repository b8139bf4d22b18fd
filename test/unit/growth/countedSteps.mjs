// A plugin of vite that counts the steps of the product's code: each function, turn of a loop and
// branch counts itself in `countedSteps` (steps.ts). V8's own counts cost more than what is counted.

const step = 'countedSteps[0]++';

/** @typedef {{ type: string, start: number, end: number }} Node */
/** @typedef {[at: number, text: string]} Insertion */

/** What counts itself, by the type of the node that it is a part of. */
const counted = new Map(
  Object.entries({
    FunctionDeclaration: ['body'],
    FunctionExpression: ['body'],
    ArrowFunctionExpression: ['body'],
    ForStatement: ['body'],
    ForInStatement: ['body'],
    ForOfStatement: ['body'],
    WhileStatement: ['body'],
    DoWhileStatement: ['body'],
    IfStatement: ['consequent', 'alternate'],
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: ['right'],
    CatchClause: ['body'],
  }),
);

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value;

/**
 * The counters in a piece of code, in no order of places; at one place, the outer ones begin first
 * and end last.
 * @param {Node} node
 * @returns {Insertion[]}
 */
function counters(node) {
  const parts = counted.get(node.type) ?? [];
  return Object.entries(node).flatMap(([name, value]) => {
    const children = (Array.isArray(value) ? value : [value]).filter(isNode);
    const inside = children.flatMap(counters);
    const [first] = children;
    if (first && node.type === 'SwitchCase' && name === 'consequent') {
      return [[first.start, `${step};`], ...inside];
    }
    return first && parts.includes(name) ? around(first, inside) : inside;
  });
}

/**
 * @param {Node} node a statement or an expression
 * @param {Insertion[]} inside
 * @returns {Insertion[]}
 */
function around({ type, start, end }, inside) {
  if (type === 'BlockStatement') return [[start + 1, `${step};`], ...inside];
  if (type.endsWith('Statement')) return [[start, `{${step};`], ...inside, [end, '}']];
  return [[start, `(${step},`], ...inside, [end, ')']];
}

/** @returns {import('vitest/config').Plugin} */
export const countedSteps = () => ({
  name: 'counted-steps',
  enforce: 'post',
  transform: {
    filter: { id: /\/src\/[^?]*\.ts$/ },
    handler(code) {
      const insertions = counters(this.parse(code)).sort(([a], [b]) => a - b);
      let at = 0;
      const pieces = insertions.map(([place, text]) => {
        const piece = code.slice(at, place) + text;
        at = place;
        return piece;
      });
      // Lines stay where they are.
      return { code: pieces.join('') + code.slice(at), map: null };
    },
  },
});
