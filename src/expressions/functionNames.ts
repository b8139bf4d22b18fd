// Functions of the program by their names.
import { canonicalName } from '../symbols/canonicalName';
import { demangle } from '../symbols/demangle';
import { splitName } from '../symbols/dwarf/qualifiedName';
import type { Program } from '../symbols/program';
import type { FunctionScope } from '../symbols/scope';
import type { FunctionType } from '../symbols/type';
import { runTimeAddress } from '../machine/linkAddress';
import type { LoadedModule } from '../machine/stackFrame';
import { readSignature, searchedName, writtenSignatureAt } from '../values/functionSignature';
import type { Meaning } from './meaning';

/** A function by its name. */
export type FunctionMeaning = Meaning & { readonly kind: 'function' };

/** A function in a namespace or class around the one that is stopped in, or outside of all. */
export async function visibleFunction(
  name: string,
  scope: FunctionScope | undefined,
  placement: LoadedModule,
): Promise<FunctionMeaning | undefined> {
  for (const qualified of candidates(name, scope)) {
    const found = await functionNamed(qualified, placement);
    if (found) return found;
  }
  return undefined;
}

/** The name in each namespace and class around the function, from the innermost, and alone. */
function* candidates(name: string, scope: FunctionScope | undefined): Iterable<string> {
  const around = splitName(scope?.name ?? '').slice(0, -1);
  for (let length = around.length; length > 0; length--) {
    yield `${around.slice(0, length).join('::')}::${name}`;
  }
  yield name;
}

/** The function of a qualified name with parameters, `ns::f(int) const`. */
export async function functionWithParameters(
  name: string,
  placement: LoadedModule,
): Promise<FunctionMeaning | undefined> {
  const wanted = readSignature(name);
  if (!wanted) return undefined;
  const { program } = placement;
  for (const { entry } of await program.addressesOfFunction(wanted.name)) {
    // The last parts of a name suffice to find functions, but not to mean one.
    if ((await writtenSignatureAt(entry, program))?.text === wanted.text) {
      return functionAt(entry, placement);
    }
  }
  return undefined;
}

/**
 * The function of a qualified name, which `signature` chooses of those with one name: as {@link demangle} gives it,
 * `A::f(int) const`.
 */
export async function functionNamed(
  name: string,
  placement: LoadedModule,
  signature?: string,
): Promise<FunctionMeaning | undefined> {
  const { program } = placement;
  for (const { entry } of await program.addressesOfFunction(searchedName(name))) {
    const scope = (await program.scopesAt(entry)).at(-1);
    // The last parts of a name suffice to find functions, but not to mean one.
    if (scope && scope.name !== name && !(await isCalled(name, entry, program))) continue;
    if (signature !== undefined && demangle(scope?.linkageName ?? '') !== signature) continue;
    return functionAt(entry, placement);
  }
  return undefined;
}

/** Whether the function that begins at a link-time address has a name, which the linker's name spells in gdb's way. */
async function isCalled(name: string, entry: bigint, program: Program): Promise<boolean> {
  if (!name.includes('<')) return false;
  const text = (await writtenSignatureAt(entry, program))?.text;
  return text?.startsWith(`${canonicalName(name).replace(/\s+/g, '')}(`) === true;
}

/** The function that begins at a link-time address. */
async function functionAt(
  entry: bigint,
  { program, slide }: LoadedModule,
): Promise<FunctionMeaning> {
  const scope = (await program.scopesAt(entry)).at(-1);
  const type = scope && (await program.functionTypeAt(scope.offset));
  return { kind: 'function', type: type ?? undescribed, address: runTimeAddress(entry, slide) };
}

/** Whether debugging information describes a function. */
export function isDescribed({ type }: FunctionMeaning): boolean {
  return type !== undescribed;
}

/** A function without debugging information. */
const undescribed: FunctionType = {
  kind: 'function',
  result: { kind: 'void', name: '<text variable, no debug info>' },
  prototyped: false,
  variadic: false,
  parameters: () => Promise.resolve([]),
};
