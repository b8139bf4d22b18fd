// What a type is made of, as gdb's `ptype` writes it: the members of a class, the names of an
// enumeration (gdb manual, "Symbols"); with `/o`, where each member is.
import type { EnumType, Type } from '../symbols/type';
import type { LoadedModule } from '../machine/stackFrame';
import { canonicalName } from '../symbols/canonicalName';
import { classLines, type ClassWriting } from './classDeclaration';
import { completeType, definedType } from './completeType';
import {
  columnHead,
  indented,
  plainDeclaration,
  rendered,
  type DeclarationOptions,
  type Line,
  placeholderType,
  putInto,
  unwrapped,
} from './declarationLines';
import { styleOf, type Style } from './language';
import { LocalNames } from './localNames';
import { rustLines } from './rustDeclaration';
import { enumeratorName } from './text/scalars';
import { typeName } from './typeName';
import { isClass, strip, withoutQualifiers } from './types';

/**
 * `type = struct point {…} *`, over several lines. Typedefs are followed to what they stand for.
 */
export async function typeDeclaration(
  type: Type,
  language?: number,
  asked: DeclarationOptions = plainDeclaration,
  modules: readonly LoadedModule[] = [],
): Promise<string> {
  const { of, wrap } = unwrapped(type, true);
  const bare = strip(await completeType(of, modules));
  const options = isClass(bare) ? asked : { ...asked, offsets: undefined };
  const local = LocalNames.none((name) => definedType(name, modules));
  const complete = (each: Type) => completeType(each, modules);
  const writing = { language, options, local, complete };
  const body = await bodyOf(bare, strip(of) !== strip(type), writing);
  if (body === undefined) return `type = ${await typeName(wrap(unnamed(bare)), language)}`;
  const lines = putInto(await typeName(wrap(placeholderType), language), body);
  const head = isClass(withoutQualifiers(type)) && options.offsets ? `${columnHead}  ` : '';
  const texts = rendered(lines.slice(1), options);
  const last = lines.at(-1);
  if (options.offsets && last && texts.length > 0) {
    texts.splice(-1, 1, ...rendered([...indented([last], '  ')], options));
  }
  return [`${head}type = ${lines[0]?.text ?? ''}`, ...texts].join('\n');
}

/** gdb's word for a type without a description, `decltype(nullptr)`, and for a namespace. */
function unnamed(type: Type): Type {
  if (type.kind === 'namespace') return { ...type, name: `namespace ${type.name}` };
  return type.kind === 'void' && type.size === 0 ? { kind: 'void' } : type;
}

/** `isInside`: of a pointer or the like, which Rust writes by its name. */
async function bodyOf(
  type: Type,
  isInside: boolean,
  writing: Omit<ClassWriting, 'base' | 'nested' | 'enumBody'>,
): Promise<Line[] | undefined> {
  const { language, options } = writing;
  const style = styleOf(language);
  if (style === 'rust') {
    const isWritten = !isInside && (isClass(type) || type.kind === 'enum');
    return isWritten ? rustLines(type, language, options) : undefined;
  }
  if (type.kind === 'enum') return [{ text: enumBody(type, style) }];
  if (!isClass(type)) return undefined;
  const ofEnum = (each: EnumType) => enumBody(each, style);
  return classLines(type, { ...writing, base: 0, nested: false, enumBody: ofEnum });
}

function enumBody(type: EnumType, style: Style): string {
  const { name, enumerators, size, signed, scoped } = type;
  let expected = 0n;
  const names = enumerators.map(({ name: each, value }) => {
    const written = enumeratorName(type, each, style);
    const text = value === expected ? written : `${written} = ${value}`;
    expected = value + 1n;
    return text;
  });
  const head = ['enum', scoped ? 'class' : '', name === undefined ? '' : canonicalName(name)];
  const base =
    style === 'c++' ? `: ${signed ? '' : 'unsigned '}${integerNames[size] ?? 'int'} ` : '';
  return `${head.filter((word) => word !== '').join(' ')} ${base}{${names.join(', ')}}`;
}

/** C++ enumerations say what they are kept in, by bytes. */
const integerNames: Readonly<Record<number, string>> = {
  1: 'char',
  2: 'short',
  4: 'int',
  8: 'long',
};
