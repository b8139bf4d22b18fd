// Fortran (gdb manual, "Fortran"; ISO/IEC 1539-1, section 10.1).
import { cSyntaxError } from '../tokens';
import { absoluteValue, boundOf, ofOne, ofTwo, prefix,
  sizeNode, type LanguageTable } from './table';

const comparisons = {
  '==': '==',
  '.eq.': '==',
  '/=': '!=',
  '.ne.': '!=',
  '<': '<',
  '.lt.': '<',
  '<=': '<=',
  '.le.': '<=',
  '>': '>',
  '.gt.': '>',
  '>=': '>=',
  '.ge.': '>=',
} as const;

export const fortran: LanguageTable = {
  language: 'fortran',
  operator:
    /\.(?:and|or|not|eqv|neqv|xor|eq|ne|le|ge|lt|gt|true|false)\.|\*\*|==|\/=|<=|>=|<<|>>|::|[-+*/=<>%@&|^~()[\].,:?!{}]/iy,
  // In `1.eq.n` the point belongs to the operator.
  number: /0x[\da-f]+|(?:\d+(?:\.(?![a-z]{2,4}\.)\d*)?|\.\d+)(?:[ed][-+]?\d+)?\w*/iy,
  numberInC: (text) => (/^0[dtx]/i.test(text) ? text : text.replace(/d/i, 'e')),
  quotes: { "'": 'doubled' },
  truths: { '.true.': true, '.false.': false },
  binary: [
    { operators: { '.eqv.': '==', '.neqv.': '!=', '.xor.': '!=' } },
    { operators: { '.or.': '||' } },
    { operators: { '.and.': '&&' } },
    { operators: { '|': '|' } },
    { operators: { '^': '^' } },
    { operators: { '&': '&' } },
    { operators: comparisons },
    { operators: { '<<': '<<', '>>': '>>' } },
    { operators: { '@': '@' } },
    { operators: { '+': '+', '-': '-' } },
    { operators: { '*': '*', '/': '/' } },
    { operators: { '**': '**' }, fromTheRight: true },
  ],
  prefixes: {
    '.not.': prefix('!', 3),
    '-': prefix('-', 10),
    '*': prefix('*', 12),
    '&': prefix('&', 12),
    '~': prefix('~', 12),
  },
  assignment: '=',
  member: '%',
  appliesArrays: true,
  range: ':',
  looksAround: false,
  hasMembership: false,
  firstIsFastest: true,
  castsByCall: false,
  typeWords: { integer: 4, real: 4, logical: 4, complex: 4, character: 1 },
  functions: {
    sizeof: ofOne(sizeNode),
    kind: ofOne(sizeNode),
    abs: ofOne(absoluteValue),
    mod: ofTwo((left, right, at) => ({ kind: 'binary', at, operator: '%', left, right })),
    modulo: ofTwo((left, right, at) => ({ kind: 'binary', at, operator: 'mod', left, right })),
    loc: ofOne((operand, at) => ({ kind: 'unary', at, operator: '&', operand })),
    lbound: boundOf('first', true),
    ubound: boundOf('last', true),
    size: boundOf('length', true),
  },
  attributes: {},
  spellings: (name) => [...new Set([name.toLowerCase(), name])],
  syntaxError: cSyntaxError,
};
