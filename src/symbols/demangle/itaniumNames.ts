// The codes of Itanium's mangling that represent whole words (Itanium C++ ABI, sections 5.1.3 to
// 5.1.5 and 5.1.10).

export const builtinTypes: Readonly<Record<string, string>> = {
  v: 'void',
  w: 'wchar_t',
  b: 'bool',
  c: 'char',
  a: 'signed char',
  h: 'unsigned char',
  s: 'short',
  t: 'unsigned short',
  i: 'int',
  j: 'unsigned int',
  l: 'long',
  m: 'unsigned long',
  x: 'long long',
  y: 'unsigned long long',
  n: '__int128',
  o: 'unsigned __int128',
  f: 'float',
  d: 'double',
  e: 'long double',
  g: '__float128',
  z: '...',
};

/** After a `D`. */
export const extendedTypes: Readonly<Record<string, string>> = {
  d: 'decimal64',
  e: 'decimal128',
  f: 'decimal32',
  h: 'half',
  i: 'char32_t',
  s: 'char16_t',
  u: 'char8_t',
  a: 'auto',
  c: 'decltype(auto)',
  n: 'decltype(nullptr)',
};

const characters = 'char, std::char_traits<char>';

/** Abbreviated classes; gdb never writes them as their typedefs, such as `std::string`. */
export const standardNames: Readonly<Record<string, string>> = {
  Sa: 'std::allocator',
  Sb: 'std::basic_string',
  Ss: `std::basic_string<${characters}, std::allocator<char> >`,
  Si: `std::basic_istream<${characters} >`,
  So: `std::basic_ostream<${characters} >`,
  Sd: `std::basic_iostream<${characters} >`,
};

export const specialNames: ReadonlyMap<string, string> = new Map([
  ['TV', 'vtable for '],
  ['TT', 'VTT for '],
  ['TI', 'typeinfo for '],
  ['TS', 'typeinfo name for '],
]);

/** Before the name of a variable. */
export const specialVariables: ReadonlyMap<string, string> = new Map([
  ['GV', 'guard variable for '],
  ['TH', 'TLS init function for '],
  ['TW', 'TLS wrapper function for '],
]);

export const operators: Readonly<Record<string, string>> = {
  nw: ' new',
  na: ' new[]',
  dl: ' delete',
  da: ' delete[]',
  aw: ' co_await ',
  ps: '+',
  ng: '-',
  ad: '&',
  de: '*',
  co: '~',
  pl: '+',
  mi: '-',
  ml: '*',
  dv: '/',
  rm: '%',
  an: '&',
  or: '|',
  eo: '^',
  aS: '=',
  pL: '+=',
  mI: '-=',
  mL: '*=',
  dV: '/=',
  rM: '%=',
  aN: '&=',
  oR: '|=',
  eO: '^=',
  ls: '<<',
  rs: '>>',
  lS: '<<=',
  rS: '>>=',
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  ss: '<=>',
  nt: '!',
  aa: '&&',
  oo: '||',
  pp: '++',
  mm: '--',
  cm: ',',
  pm: '->*',
  pt: '->',
  cl: '()',
  ix: '[]',
  qu: '?',
};

/** Letters after a number in template arguments, by its type. */
export const literalSuffixes: Readonly<Record<string, string>> = {
  i: '',
  j: 'u',
  l: 'l',
  m: 'ul',
  x: 'll',
  y: 'ull',
};

/** Whether a name is that of an operator that converts to a type: `ns::Box<int>::operator bool`. */
export function isConversion(name: string): boolean {
  return /(?:^|::)operator [\w(\u{e000}]/u.test(name) && !/operator (?:new|delete)/.test(name);
}

/** What linker and compiler append to a name: ` [clone .isra.0]`. */
export function suffixOf(rest: string): string {
  const clones = /^(?:\.[a-z\d_]+(?:\.\d+)*)*/.exec(rest)?.[0] ?? '';
  const each = clones.match(/\.[a-z\d_]+(?:\.\d+)*/g) ?? [];
  return each.map((clone) => ` [clone ${clone}]`).join('') + rest.slice(clones.length);
}
