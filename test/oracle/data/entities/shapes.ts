// Types as text, in the form of entitywords.py: what two know of a type is the same where the texts
// are.
import { canonicalName } from '../../../../src/symbols/canonicalName';
import type {
  ClassType,
  EnumType,
  Member,
  QualifiedType,
  Type,
} from '../../../../src/symbols/type';

/** A type: classes and enums by name where they have one, all others with what they are made of. */
export async function shape(type: Type): Promise<string> {
  const qualifiers = new Set<string>();
  let at = type;
  while (isQualified(at)) {
    qualifiers.add(at.kind);
    at = at.target;
  }
  // gdb's script does not see restrict and _Atomic.
  const shown = ['const', 'volatile'].filter((word) => qualifiers.has(word));
  return [...shown, await plain(at)].join(' ').replaceAll('> >', '>>');
}

/** What a named type is. */
export async function described(type: Type): Promise<string> {
  if (isClass(type)) return members(type);
  return type.kind === 'enum' ? `${enumerators(type)} ${type.size}` : shape(type);
}

function isQualified(type: Type): type is QualifiedType {
  return ['const', 'volatile', 'restrict', 'atomic'].includes(type.kind);
}

function isClass(type: Type): type is ClassType {
  return type.kind === 'struct' || type.kind === 'class' || type.kind === 'union';
}

async function plain(type: Type): Promise<string> {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'namespace':
      return `namespace ${type.name}`;
    case 'base':
      return `${canonicalName(type.name)}:${type.size}`;
    case 'typedef':
      return `typedef ${canonicalName(type.name)}`;
    case 'pointer':
      return `ptr(${await shape(type.target)})`;
    case 'reference':
      return `ref(${await shape(type.target)})`;
    case 'rvalueReference':
      return `rvalue_ref(${await shape(type.target)})`;
    case 'struct':
    case 'class':
    case 'union': {
      const word = type.kind === 'union' ? 'union' : 'struct';
      return `${word} ${type.name ? canonicalName(type.name) : await members(type)}`;
    }
    case 'enum':
      return `enum ${type.name ?? enumerators(type)}`;
    case 'array': {
      const word = type.vector ? 'vector' : 'array';
      let text = await shape(type.element);
      for (const { lower, count } of [...type.dimensions].reverse()) {
        // gdb says 0 where it is unknown, or depends on the running program.
        const upper = typeof count === 'bigint' ? lower + count - 1n : 0n;
        text = `${word}[${lower},${upper}](${text})`;
      }
      return text;
    }
    case 'function': {
      const parameters = await Promise.all((await type.parameters()).map(shape));
      return `${await shape(type.result)}<-(${parameters.join(', ')})`;
    }
    case 'memberPointer':
      return `member(${await shape(type.target)})`;
    case 'const':
    case 'volatile':
    case 'restrict':
    case 'atomic':
      return shape(type);
    case 'unreadable':
      return type.why;
  }
}

/** With the scope that they are in: gdb has it in their names. */
function enumerators(type: EnumType): string {
  const parts = type.name?.split('::') ?? [];
  const scope = (type.scoped ? parts : parts.slice(0, -1)).map((part) => `${part}::`).join('');
  return `{${type.enumerators.map(({ name, value }) => `${scope}${name}=${value}`).join(', ')}}`;
}

/** Bases, members with their bits, and then static members. */
async function members(type: ClassType): Promise<string> {
  const { bases, members: data, statics } = await type.members();
  const found: string[] = [];
  for (const { type: base, offset } of bases) {
    found.push(`base ${canonicalName(base.name ?? '')} @${bitsTo(offset)}`);
  }
  for (const { name = 'None', type: of, offset, bits, artificial } of data) {
    const place = bits ? bits.bit : bitsTo(offset);
    const size = bits ? `:${bits.size}` : '';
    found.push(`${name} @${place} ${await shape(of)}${size}${artificial ? ' artificial' : ''}`);
  }
  for (const { name, type: of } of statics) found.push(`static ${name} ${await shape(of)}`);
  return `{${found.join('; ')}} ${type.size ?? 0}`;
}

/** Bits to an offset, where it is a number. */
function bitsTo(offset: Member['offset']): string {
  return typeof offset === 'bigint' ? `${8n * offset}` : '?';
}
