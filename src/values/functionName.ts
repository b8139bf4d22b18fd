// Names of functions as gdb prints them: those of C++ with their parameters beside an address, and without beside a stack
// frame. They come from the linker's name, or where the compiler gives none, from the types of the parameters.
import { canonicalName, canonicalType } from '../symbols/canonicalName';
import { demangle } from '../symbols/demangle';
import { withoutParameters } from '../symbols/demangle/withoutParameters';
import type { Program } from '../symbols/program';
import { styleOf } from './language';
import { typeName } from './typeName';
import { isQualified, strip, withoutQualifiers } from './types';

/** A function as its debugging information names it. */
export interface NamedFunction {
  /** With namespaces and types around it, without arguments. */
  readonly name?: string;
  readonly linkageName?: string;
  /** DW_LANG_… of its unit. */
  readonly language: number | undefined;
  /** Offset in .debug_info of its entry. */
  readonly offset: number;
}

/** `store::weigh(store::Thing const&) const`; of another language than C++ the name alone. Rust's has no parameters. */
export async function nameWithParameters(
  { name = '', linkageName, language, offset }: NamedFunction,
  program: Program,
): Promise<string> {
  const style = styleOf(language);
  if (style === 'rust') return name;
  const demangled = linkageName === undefined ? undefined : demangle(linkageName);
  if (demangled !== undefined) return demangled;
  if (style !== 'c++' || linkageName !== undefined) return name;
  const { parameters, variadic } = await program.functionSignatureAt(offset);
  const texts: string[] = [];
  for (const { type, artificial } of parameters) {
    if (artificial) continue;
    texts.push(canonicalType(await typeName(withoutQualifiers(type), language)));
  }
  if (variadic && texts.length > 0) texts.push('...');
  const [object] = parameters;
  const pointer = object?.artificial === true ? strip(object.type) : undefined;
  const isConstant = pointer?.kind === 'pointer' && qualifiersOf(pointer.target).has('const');
  return `${canonicalName(name)}(${texts.join(', ')})${isConstant ? ' const' : ''}`;
}

/** `store::weigh`; with its parameters where gdb cannot take them off. Undefined where none is recorded. */
export async function nameOfFunction(
  named: NamedFunction,
  program: Program,
): Promise<string | undefined> {
  const { name, language } = named;
  if (name === undefined || styleOf(language) !== 'c++') return name;
  const whole = await nameWithParameters(named, program);
  return withoutParameters(whole) ?? whole;
}

function qualifiersOf(type: Parameters<typeof strip>[0]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = type; isQualified(at); at = at.target) found.add(at.kind);
  return found;
}
