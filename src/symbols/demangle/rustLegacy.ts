// Rust's older mangling: the path of C++'s nested names with a hash at its end, and escapes for
// what no name can hold.

const escapes: Readonly<Record<string, string>> = {
  SP: '@',
  BP: '*',
  RF: '&',
  LT: '<',
  GT: '>',
  LP: '(',
  RP: ')',
  C: ',',
};

/** `core::fmt::Formatter::pad::h0f5dc0bb9925b215`; undefined where the name is not Rust's. */
export function rustLegacyName(name: string): string | undefined {
  const [, path, hash = ''] = /^_ZN(.*)17(h[0-9a-f]{16})E(?:\..*)?$/s.exec(name) ?? [];
  if (path === undefined) return undefined;
  const parts: string[] = [];
  for (let at = 0; at < path.length;) {
    const digits = /^\d+/.exec(path.slice(at, at + 6))?.[0];
    if (digits === undefined) return undefined;
    const start = at + digits.length;
    at = start + Number(digits);
    if (at > path.length) return undefined;
    parts.push(unescaped(path.slice(start, at)));
  }
  return [...parts, hash].join('::');
}

function unescaped(part: string): string {
  const plain = part.startsWith('_$') ? part.slice(1) : part;
  return plain
    .replace(/\$(?:u([0-9a-f]{1,6})|([A-Z]{1,2}))\$/g, (whole, code?: string, letters = '') =>
      code === undefined ? (escapes[letters as string] ?? whole) : character(code),
    )
    .replace(/\.\./g, '::');
}

function character(code: string): string {
  const point = Number.parseInt(code, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}
