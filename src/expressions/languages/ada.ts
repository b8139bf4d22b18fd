// Ada (gdb manual, "Ada"; Ada Reference Manual, section 4.5).
import type { Expression } from '../syntax';
import {
  absoluteValue,
  boundOf,
  ofOne,
  ofTwo,
  prefix,
  sizeNode,
  type Intrinsic,
  type LanguageTable,
} from './table';

/** One of two numbers: the first or the second where the first is smaller. */
function chosen(isFirst: boolean, left: Expression, right: Expression, at: number): Expression {
  const [then, otherwise] = isFirst ? [left, right] : [right, left];
  const condition: Expression = { kind: 'binary', at, operator: '<', left, right };
  return { kind: 'conditional', at, condition, then, otherwise };
}

function enumeratorBy(which: 'position' | 'value'): Intrinsic {
  return ([type, operand, ...more], at) =>
    type?.kind === 'type' && operand && more.length === 0
      ? { kind: 'enumerator', at, which, type: type.type, operand }
      : undefined;
}

export const ada: LanguageTable = {
  language: 'ada',
  operator:
    /and\s+then\b|or\s+else\b|(?:not\s+)?in\b|(?:and|or|xor|not|abs|mod|rem)\b|\.\s*all\b|\.\.|:=|\*\*|\/=|<=|>=|=>|::|[-+*/=<>&@.,;()[\]{}|:]/iy,
  number: /\d[\d_]*(?:#[\da-f_.]+#|\.\d[\d_]*)?(?:e[-+]?\d+)?\w*/iy,
  numberInC: (text) => {
    const plain = text.replaceAll('_', '');
    const [, base, digits = ''] = /^(\d+)#([\da-f]+)#$/i.exec(plain) ?? [];
    if (base === undefined) return plain.replace(/^0+(?=\d)/, '');
    return `0t${inBase(digits, BigInt(base))}`;
  },
  quotes: { '"': 'doubled', "'": 'character' },
  truths: { true: true, false: false },
  binary: [
    { operators: { and: '&', or: '|', xor: '^', 'and then': '&&', 'or else': '||' } },
    { operators: { '=': '==', '/=': '!=', '<': '<', '<=': '<=', '>': '>', '>=': '>=' } },
    { operators: { '@': '@' } },
    { operators: { '+': '+', '-': '-' } },
    { operators: { '*': '*', '/': '/', mod: 'mod', rem: '%' } },
    { operators: { '**': '**' }, fromTheRight: true },
  ],
  prefixes: {
    '-': prefix('-', 4),
    '+': prefix('+', 4),
    abs: { make: absoluteValue, level: 6 },
    not: prefix('!', 6),
    '*': prefix('*', 6),
    '&': prefix('&', 6),
  },
  assignment: ':=',
  sequence: ';',
  member: '.',
  dereference: '.all',
  appliesArrays: true,
  range: '..',
  looksAround: true,
  hasMembership: true,
  firstIsFastest: false,
  castsByCall: true,
  typeWords: {},
  functions: {},
  attributes: {
    first: boundOf('first', false),
    last: boundOf('last', false),
    length: boundOf('length', false),
    address: ofOne((operand, at) => ({ kind: 'unary', at, operator: '&', operand })),
    access: ofOne((operand, at) => ({ kind: 'unary', at, operator: '&', operand })),
    size: ofOne((operand, at) => {
      const right: Expression = { kind: 'number', at, text: '8' };
      return { kind: 'binary', at, operator: '*', left: sizeNode(operand, at), right };
    }),
    pos: enumeratorBy('position'),
    val: enumeratorBy('value'),
    min: ([, ...given], at) => ofTwo((a, b) => chosen(true, a, b, at))(given, at),
    max: ([, ...given], at) => ofTwo((a, b) => chosen(false, a, b, at))(given, at),
  },
  joined: '__',
  spellings: (name) => [...new Set([name.toLowerCase(), name])],
  syntaxError: (near) => `Error in expression, near \`${near}'.`,
  unknownName: (name) => `No definition of "${name.toLowerCase()}" in current context.`,
};

function inBase(digits: string, base: bigint): bigint {
  let number = 0n;
  for (const digit of digits) number = number * base + BigInt(Number.parseInt(digit, 16));
  return number;
}
