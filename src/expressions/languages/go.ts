// Go (gdb manual, "Go"; The Go Programming Language Specification, "Expressions").
import { cSyntaxError } from '../tokens';
import { prefix, sizeNode, type LanguageTable } from './table';

export const go: LanguageTable = {
  language: 'go',
  operator: /unsafe\.Sizeof\b|&&|\|\||==|!=|<=|>=|<<|>>|::|[-+*/%=<>^&|!@()[\].,:?{}~]/iy,
  number: /0x[\da-f_]*|(?:\d\w*(?:\.\d\w*)?|\.\d+)(?:e[-+]?\d+)?/iy,
  numberInC: (text) => text.replaceAll('_', '').replace(/^0o/i, '0'),
  quotes: { "'": 'asInC', '"': 'asInC' },
  truths: { true: true, false: false },
  binary: [
    { operators: { '||': '||' } },
    { operators: { '&&': '&&' } },
    { operators: { '==': '==', '!=': '!=', '<': '<', '>': '>', '<=': '<=', '>=': '>=' } },
    { operators: { '@': '@' } },
    { operators: { '+': '+', '-': '-', '|': '|', '^': '^' } },
    { operators: { '*': '*', '/': '/', '%': '%', '<<': '<<', '>>': '>>', '&': '&' } },
  ],
  prefixes: {
    '-': prefix('-', 6),
    '+': prefix('+', 6),
    '!': prefix('!', 6),
    '^': prefix('~', 6),
    '*': prefix('*', 6),
    '&': prefix('&', 6),
    'unsafe.sizeof': { make: sizeNode, level: 6 },
  },
  assignment: '=',
  sequence: ',',
  member: '.',
  appliesArrays: false,
  looksAround: false,
  hasMembership: false,
  firstIsFastest: false,
  castsByCall: true,
  typeWords: {},
  functions: {},
  attributes: {},
  spellings: (name) => [name],
  joined: '.',
  syntaxError: cSyntaxError,
};
