// Pascal (gdb manual, "Pascal"; ISO 7185, section 6.7).
import { cSyntaxError } from '../tokens';
import { ofOne, prefix, sizeNode, type LanguageTable } from './table';

export const pascal: LanguageTable = {
  language: 'pascal',
  operator: /(?:div|mod|shl|shr|and|xor|or|not)\b|:=|<>|<=|>=|::|[-+*/=<>^@()[\].,:?!&|~{}]/iy,
  number: /0x[\da-z]*|(?:\d[\da-df-z]*(?:\.\d[\da-df-z]*)?|\.\d+)(?:e[-+]?\w*)?/iy,
  numberInC: (text) => text,
  quotes: { "'": 'asInC', '"': 'asInC' },
  truths: { true: true, false: false },
  // As in gdb, `and`, `or` and `xor` need no parentheses around comparisons.
  binary: [
    { operators: { or: '|' } },
    { operators: { xor: '^' } },
    { operators: { and: '&' } },
    { operators: { '=': '==', '<>': '!=' } },
    { operators: { '<': '<', '>': '>', '<=': '<=', '>=': '>=' } },
    { operators: { '+': '+', '-': '-' } },
    { operators: { '*': '*', '/': 'real/', div: '/', mod: '%', shl: '<<', shr: '>>' } },
  ],
  prefixes: {
    '-': prefix('-', 6),
    '@': prefix('&', 7),
    not: prefix('!', 7),
  },
  assignment: ':=',
  sequence: ',',
  member: '.',
  dereference: '^',
  appliesArrays: false,
  looksAround: false,
  hasMembership: false,
  firstIsFastest: false,
  castsByCall: true,
  typeWords: {},
  functions: {
    sizeof: ofOne(sizeNode),
  },
  attributes: {},
  /** Compilers write names as the source does, in capitals, or with one (gdb 13, p-exp.y). */
  spellings: (name) => [
    name,
    name.toUpperCase(),
    `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`,
  ],
  syntaxError: cSyntaxError,
};
