// Names of functions as gdb prints them: those of C++ with their parameters after an address,
// and without them in a stack frame. They come from the linker's name, or where the compiler gives
// none, from the types of the parameters.
import {
  canonicalName,
  canonicalType,
  isUnparsed,
  withCharacterNumbers,
} from '../symbols/canonicalName';
import type { FunctionName } from '../symbols/codeNames';
import { demangle } from '../symbols/demangle/index';
import { withoutParameters } from '../symbols/demangle/withoutParameters';
import type { Program } from '../symbols/program';
import type { ClassType, Method, MethodSignature } from '../symbols/type';
import { styleOf } from '../symbols/dwarf/languages';
import { typeName } from './typeName';
import { isQualified, strip, withoutQualifiers } from './types';
import {
  canonicalWithScopes,
  endsWith,
  splitName,
  withoutArguments,
} from '../symbols/dwarf/qualifiedName';
import type { FunctionAddress } from '../symbols/programPlaces';

/** A function as its debugging information names it. */
export interface NamedFunction {
  /** With namespaces and types around it, without arguments. */
  readonly name?: string;
  readonly linkageName?: string;
  /** DW_LANG_… of its unit. */
  readonly language: number | undefined;
  /** Offset in .debug_info of its entry. */
  readonly offset: number;
  /** Present for a function that was inlined. */
  readonly inlinedAt?: object;
}

/**
 * `store::weigh(store::Thing const&) const`; outside of C++ only the name. Rust's has no
 * parameters.
 */
export async function nameWithParameters(
  { name = '', linkageName, language, offset }: NamedFunction,
  program: Program,
): Promise<string> {
  const style = styleOf(language);
  if (style === 'rust') return name;
  const demangled = linkageName === undefined ? undefined : demangle(linkageName);
  if (demangled !== undefined) return demangled;
  if (style !== 'c++' || linkageName !== undefined) return name;
  const signature = await program.functionSignatureAt(offset);
  const parameters = await parametersText(signature, language);
  const written = canonicalName(name) + parameters;
  // gdb changes nothing in a name that its parser refuses: clang's `__cxx_global_var_init.1`.
  if (!isUnparsed(written)) return written;
  const refused = await parametersText(signature, language, 'as declared');
  return `${canonicalWithScopes(name)}${refused}`;
}

/** `store::weigh(store::Thing const&) const`, of a member function of a class. */
export async function methodWithParameters(
  method: Method,
  owner: ClassType,
  language: number | undefined,
): Promise<string> {
  const linkageName = await method.linkageName();
  const demangled = linkageName === undefined ? undefined : demangle(linkageName);
  if (demangled !== undefined) return demangled;
  const parameters = await parametersText(await method.signature(), language);
  return `${canonicalName(`${owner.name ?? ''}::${method.name}`)}${parameters}`;
}

/** `(store::Thing const&) const`; as declared `(const store::Thing &) const`, and `(void)`. */
async function parametersText(
  { parameters, variadic }: MethodSignature,
  language: number | undefined,
  spelling: 'canonical' | 'as declared' = 'canonical',
): Promise<string> {
  const texts: string[] = [];
  for (const { type, artificial } of parameters) {
    if (artificial) continue;
    const text = await typeName(withoutQualifiers(type), language);
    texts.push(spelling === 'canonical' ? canonicalType(text) : text);
  }
  if (spelling === 'as declared' && texts.length === 0) texts.push('void');
  if (variadic && texts.length > 0) texts.push('...');
  const [object] = parameters;
  const pointer = object?.artificial === true ? strip(object.type) : undefined;
  const isConstant = pointer?.kind === 'pointer' && qualifiersOf(pointer.target).has('const');
  return `(${texts.join(', ')})${isConstant ? ' const' : ''}`;
}

/**
 * `store::weigh`; with its parameters where gdb cannot take them off. An inlined function without a
 * linker's name has none (gdb 13, dwarf2_compute_name). Undefined where no name is recorded.
 */
export async function nameOfFunction(
  named: NamedFunction,
  program: Program,
): Promise<string | undefined> {
  const { name, linkageName, language, inlinedAt } = named;
  // clang gives a thunk only a linker's name.
  if (name === undefined) return linkageName === undefined ? undefined : demangle(linkageName);
  if (styleOf(language) !== 'c++') return name;
  if (inlinedAt && linkageName === undefined) return canonicalWithScopes(name);
  const whole = await nameWithParameters(named, program);
  return withoutParameters(whole) ?? whole;
}

/**
 * The name by which lists show a function: `store::weigh`, of one that only its symbol describes
 * too.
 */
export function listedName({ name, from }: Pick<FunctionName, 'name' | 'from'>): string {
  const whole = from === 'symbols' ? demangle(name) : undefined;
  return whole === undefined ? name : (withoutParameters(whole) ?? whole);
}

function qualifiersOf(type: Parameters<typeof strip>[0]): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = type; isQualified(at); at = at.target) found.add(at.kind);
  return found;
}

// Functions by names with parameters, `ns::f<int>(char const*) const`, as gdb writes them and
// people give them back: one of those with one name (gdb manual, "Linespec Locations").

/** A name with parameters, taken apart. */
interface FunctionSignature {
  /** Only the name, without template arguments and ABI tags. */
  readonly name: string;
  /** All of it in the one spelling that can be compared. */
  readonly text: string;
  /** `(int,char const*)const[clone.isra.0]`, in that spelling. */
  readonly parameters: string;
}

/** Undefined for a name without parameters. */
export function readSignature(written: string): FunctionSignature | undefined {
  const [, before = '', qualifiers = ''] =
    /^(.*\))((?:\s*(?:const|volatile|&&?))*(?:\s*\[clone [^\]]*\])*)$/s.exec(written.trim()) ?? [];
  const open = openingOf(before);
  const path = before.slice(0, open).trim();
  if (open <= 0 || path === '' || path.endsWith('::') || /\boperator$/.test(path)) return undefined;
  const parameters = partsOf(before.slice(open + 1, -1)).map(canonicalType);
  const none = parameters.length === 1 && parameters[0] === 'void';
  const list = none ? '' : parameters.join(',');
  const parametersText = comparable(`(${list})${qualifiers}`);
  const text = `${comparable(canonicalName(path))}${parametersText}`;
  return { name: searchedName(path), text, parameters: parametersText };
}

function comparable(text: string): string {
  return withCharacterNumbers(text)
    .replace(/\s+|\[abi:\w+\]/g, '')
    .replace(/\bstd::(i|o|io)stream\b/g, 'std::basic_$1stream<char,std::char_traits<char>>');
}

/** Where the functions begin that a name means, with or without parameters: link-time addresses. */
export async function functionsOf(
  written: string,
  program: Program,
): Promise<readonly FunctionAddress[]> {
  const signature = readSignature(written);
  if (!signature) {
    const named = await program.addressesOfFunction(written);
    return named.length > 0 ? named : linkedFunctions(written, program);
  }
  const found: FunctionAddress[] = [];
  for (const each of await program.describedFunctions(signature.name)) {
    const declared = readSignature(await nameWithParameters(each, program));
    // Where a declaration has no linker's name, as clang's of a constructor, the definition has.
    const isMeant =
      isSignature(declared, signature) ||
      isSignature(await writtenSignatureAt(each.entry, program), signature);
    if (isMeant) found.push(each);
  }
  return found.length > 0 ? found : linkedFunctions(written, program);
}

/**
 * Functions of C++ that debugging information does not name, by the names that the linker has for
 * them: those of a stripped library, and `non-virtual thunk to Shape::area()`. `isWhole`: the last
 * parts of a name do not suffice.
 */
export async function linkedFunctions(
  written: string,
  program: Program,
  isWhole = false,
): Promise<readonly FunctionAddress[]> {
  const signature = readSignature(written);
  const wanted = splitName(written);
  const identifier = lastIdentifier(wanted);
  if (identifier === undefined) return [];
  const isMeant = (linkageName: string): boolean => {
    // A template's instance goes, as in gdb, by its name with the result before it.
    const own = demangle(linkageName, { result: signature !== undefined });
    if (own === undefined) return false;
    if (signature) {
      const read = readSignature(own);
      return isWhole ? read?.text === signature.text : isSignature(read, signature);
    }
    return endsWith(splitName(withoutParameters(own) ?? own), wanted);
  };
  // Itanium C++ ABI, "<source-name>": the length of an identifier precedes it.
  return program.linkedFunctions(`${identifier.length}${identifier}`, isMeant);
}

/** Of `(anonymous namespace)::Shape<int>::operator()`: `Shape`. */
function lastIdentifier(parts: readonly string[]): string | undefined {
  const identifiers = parts.map((part) => {
    return part.startsWith('operator') ? undefined : /(?:^|[ ~])(\w+)(?:[<([]|$)/.exec(part)?.[1];
  });
  return identifiers.filter((each) => each !== undefined).at(-1);
}

/** As in a name without parameters, the last parts suffice. */
function isSignature(own: FunctionSignature | undefined, wanted: FunctionSignature): boolean {
  return own?.text === wanted.text || own?.text.endsWith(`::${wanted.text}`) === true;
}

/**
 * The signature of a function that begins at a link-time address; undefined where its name has no
 * parameters.
 */
export async function writtenSignatureAt(
  entry: bigint,
  program: Program,
): Promise<FunctionSignature | undefined> {
  const symbol = await program.symbolAt(entry);
  if (symbol?.offset !== 0n || !symbol.function) return undefined;
  return readSignature(await nameWithParameters({ ...symbol, ...symbol.function }, program));
}

/**
 * A name without template arguments, which the compiler may spell in another way, without ABI tags,
 * and without the functions that it is local to: debugging information names none of them.
 */
export function searchedName(name: string): string {
  const parts = splitName(name);
  const around = parts.slice(0, -1).map(isFunctionScope).lastIndexOf(true);
  const searched = parts.slice(around + 1).map((part) => part.replace(/\[abi:.*$/, ''));
  return searched.map(withoutArguments).join('::');
}

/** `main()` and `{lambda()#1}`, in which classes and functions may be declared. */
function isFunctionScope(part: string): boolean {
  if (part === '(anonymous namespace)') return false;
  return part.startsWith('{') || /\)(?: const| volatile)*(?: ?&&?)?(?:\[abi:\w+\])*$/.test(part);
}

/** Where the bracket opens that the last one closes. */
function openingOf(text: string): number {
  let depth = 0;
  for (let i = text.length - 1; i >= 0; i--) {
    if (text[i] === ')') depth++;
    else if (text[i] === '(' && --depth === 0) return i;
  }
  return -1;
}

/** What commas divide outside of brackets. */
function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of list) {
    if ('<([{'.includes(letter)) depth++;
    if ('>)]}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
