// Names that GNAT encodes for the linker, as gdb decodes them (gdb 13, ada_decode; GNAT,
// exp_dbug.ads). gdb takes any symbol in small letters for one, also of C: `searchers.0` is
// <searchers>, `main.calls` is <main[calls]>, and `a__b` is
// <a.b>.

/** The decoded name; undefined of one that is none, or stands for itself. */
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
