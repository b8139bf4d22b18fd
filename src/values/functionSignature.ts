// Functions by names with parameters, `ns::f<int>(char const*) const`, as gdb writes them and people give them back: one
// of those with one name (gdb manual, "Linespec Locations").
import { canonicalName, canonicalType } from '../symbols/canonicalName';
import { splitName, withoutArguments } from '../symbols/dwarf/qualifiedName';
import type { Program } from '../symbols/program';
import type { FunctionAddress } from '../symbols/programPlaces';
import { nameWithParameters } from './functionName';

/** A name with parameters, taken apart. */
interface FunctionSignature {
  /** The name alone, without template arguments and ABI tags. */
  readonly name: string;
  /** All of it in the one spelling that can be compared. */
  readonly text: string;
  /** `(int,char const*)const`, in that spelling. */
  readonly parameters: string;
}

/** Undefined for a name without parameters. */
export function readSignature(written: string): FunctionSignature | undefined {
  const [, before = '', qualifiers = ''] =
    /^(.*\))((?:\s*(?:const|volatile|&&?))*)\s*$/s.exec(written.trim()) ?? [];
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
  return text.replace(/\s+|\[abi:\w+\]/g, '');
}

/** Where the functions begin that a name means, with or without parameters: link-time addresses. */
export async function functionsOf(
  written: string,
  program: Program,
): Promise<readonly FunctionAddress[]> {
  const signature = readSignature(written);
  if (!signature) return program.addressesOfFunction(written);
  const found: FunctionAddress[] = [];
  for (const each of await program.describedFunctions(signature.name)) {
    const own = readSignature(await nameWithParameters(each, program))?.text;
    // As in a name without parameters, the last parts suffice.
    if (own === signature.text || own?.endsWith(`::${signature.text}`) === true) found.push(each);
  }
  return found;
}

/** The signature of a function that begins at a link-time address; undefined where its name has no parameters. */
export async function writtenSignatureAt(
  entry: bigint,
  program: Program,
): Promise<FunctionSignature | undefined> {
  const symbol = await program.symbolAt(entry);
  if (symbol?.offset !== 0n || !symbol.function) return undefined;
  return readSignature(await nameWithParameters({ ...symbol, ...symbol.function }, program));
}

/** A name without template arguments, which the compiler may spell in another way, and without ABI tags. */
export function searchedName(name: string): string {
  const parts = splitName(name).map((part) => withoutArguments(part.replace(/\[abi:.*$/, '')));
  return parts.join('::');
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
