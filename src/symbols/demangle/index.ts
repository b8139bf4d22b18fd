// Names that compilers give to the linker, as people write them.
import { ItaniumName } from './itanium';
import { rustV0Name } from './rustV0';

/** Longer names are damage. */
const maxLength = 20_000;

/** How names are written. */
interface Demangling {
  /** With the result of a function template. */
  readonly result?: boolean;
}

/**
 * What gdb prints for a linker's name: `store::weigh(store::Thing const&, int&&)`; undefined for
 * one that is not mangled.
 */
export function demangle(
  linkageName: string,
  { result = false }: Demangling = {},
): string | undefined {
  if (linkageName.length > maxLength) return undefined;
  if (linkageName.startsWith('_R')) return rustV0Name(linkageName);
  if (!linkageName.startsWith('_Z')) return undefined;
  return rustLegacyName(linkageName) ?? new ItaniumName(linkageName).read(result);
}

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
function rustLegacyName(name: string): string | undefined {
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

// Names that GNAT encodes for the linker, as gdb decodes them (gdb 13, ada_decode; GNAT,
// exp_dbug.ads). gdb takes any symbol in small letters for one, also of C: `searchers.0` is
// <searchers>, `main.calls` is <main[calls]>, and `a__b` is
// <a.b>.

/** The decoded name; undefined if it is not Ada's, or equal to the linkage name. */
export function adaName(linkageName: string): string | undefined {
  const name = linkageName.replace(/^\./, '').replace(/^_ada_/, '');
  if (/^[_<]/.test(name)) return undefined;
  // What a compiler adds to a name, as `.cold`, in letters of either case.
  const [, body = name, added] = /^(.+)\.([A-Za-z]*)$/s.exec(name) ?? [];
  const decoded = withoutSuffixes(body);
  if (decoded === undefined) return undefined;
  const separated = withoutMarks(decoded).replaceAll('__', '.');
  if (/[A-Z ]/.test(separated)) return undefined;
  const whole = added === undefined ? separated : `${separated}[${added}]`;
  return whole === linkageName ? undefined : whole;
}

/** Numbers that make a name unique, and letters for what it names. */
function withoutSuffixes(name: string): string | undefined {
  const body = name.replace(/(?<=.)(\.|\$|___|__)\d+$/, '').replace(/(?<=[0-9a-z])N$/, '');
  const special = body.indexOf('___');
  if (special >= 0 && special < body.length - 3 && body[special + 3] !== 'X') return undefined;
  return (special >= 0 && special < body.length - 3 ? body.slice(0, special) : body)
    .replace(/(?<=.)TKB$/, '')
    .replace(/(?<=.)TB$/, '')
    .replace(/(?<=.)B$/, '')
    .replace(/(?<=.)__\d+(_\d+)*$/, '')
    .replace(/(?<=.)\$\d+$/, '');
}

/** Tasks, blocks, entries, protected objects and nested scopes are marked inside of a name. */
function withoutMarks(name: string): string {
  return name
    .replace(/TK(?=__.)/g, '')
    .replace(/__B_\d+(?=__)/g, '')
    .replace(/_E\d+[bs]$/, '')
    .replace(/(?<=[0-9A-Za-z])X[bn]*$/, '')
    .replace(/(^|__|[a-z0-9])N(?=__)/g, '$1');
}
