// The letters of Rust's mangling that stand for whole words ("Symbol Mangling v0" in the rustc book).

export const basicTypes: Readonly<Record<string, string>> = {
  a: 'i8',
  b: 'bool',
  c: 'char',
  d: 'f64',
  e: 'str',
  f: 'f32',
  h: 'u8',
  i: 'isize',
  j: 'usize',
  l: 'i32',
  m: 'u32',
  n: 'i128',
  o: 'u128',
  p: '_',
  s: 'i16',
  t: 'u16',
  u: '()',
  v: '...',
  x: 'i64',
  y: 'u64',
  z: '!',
};

/** The types of constants that are whole numbers. */
export const unsignedTypes = 'hjmoty';
export const signedTypes = 'ailnsx';

/** Namespaces of what the compiler makes. */
export const closedNamespaces: Readonly<Record<string, string>> = {
  C: 'closure',
  S: 'shim',
};
