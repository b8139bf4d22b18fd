// `typeid` of C++ (gdb 13, gnuv3_get_typeid): the object of std::type_info that the compiler wrote
// for a type. An object with virtual functions tells it by its table, whatever it was declared as.
import { demangle } from '../../symbols/demangle';
import { runTimeAddress } from '../../machine/stackFrame';
import type { ClassType, Member, PointerType, Type } from '../../symbols/type';
import { at } from '../../values/navigate';
import { asClass, definedType, strip } from '../../values/types';
import { typeName } from '../../values/typeName';
import { storedPointer, type Value, type ValueContext } from '../../values/value';
import { hasVtable, vtableOf } from '../../values/wholeObject';
import type { LanguageSemantics } from '../languageSemantics';
import { Failure, notAvailable } from '../problem';

/** The type of what `typeid` gives: the program's own, else what gdb takes for it. */
export async function typeInfoType(
  { modules, addressSize }: ValueContext,
  { types }: LanguageSemantics,
): Promise<Type> {
  const found = await definedType('std::type_info', modules);
  const own = found && asClass(found);
  return own && !own.incomplete ? own : assumedType(types.char, addressSize);
}

function assumedType(char: Type, size: number): ClassType {
  const pointerTo = (target: Type): PointerType => ({ kind: 'pointer', target, size });
  const members: readonly Member[] = [
    {
      name: '_vptr.type_info',
      type: pointerTo({ kind: 'void' }),
      offset: 0n,
      artificial: false,
    },
    {
      name: '__name',
      type: pointerTo({ kind: 'const', target: char }),
      offset: BigInt(size),
      artificial: false,
    },
  ];
  const none = { bases: [], statics: [], templateArguments: [], methods: [] };
  return {
    kind: 'struct',
    name: 'gdb_gnu_v3_type_info',
    size: 2 * size,
    incomplete: false,
    language: undefined,
    offset: -1,
    members: () => Promise.resolve({ ...none, members }),
  };
}

/** `typeid(VALUE)`, of its object where it is in memory. */
export async function typeInfoOfValue(value: Value, semantics: LanguageSemantics): Promise<Value> {
  const { context, address } = value;
  const isDynamic = address !== undefined && (await hasVtable(value.type, context.modules));
  if (!isDynamic) return typeInfoOf(value.type, context, semantics);
  const vtable = await vtableOf(value);
  if (vtable === undefined) throw new Failure(notAvailable);
  const info = await storedPointer(vtable - BigInt(context.addressSize), context);
  if (info === undefined) throw new Failure(notAvailable);
  return at(await typeInfoType(context, semantics), info, context);
}

/** `typeid(TYPE)`. */
export async function typeInfoOf(
  type: Type,
  context: ValueContext,
  semantics: LanguageSemantics,
): Promise<Value> {
  // Qualifiers of the whole type, and other names for it, do not count.
  const name = (await typeName(strip(type), context.language)).replace(/(?<!\s)\s+(?=[*&])/g, '');
  const address = await symbolOfTypeInfo(name, context);
  if (address === undefined) throw new Failure(`could not find typeinfo symbol for '${name}'`);
  return at(await typeInfoType(context, semantics), address, context);
}

async function symbolOfTypeInfo(
  name: string,
  { modules }: ValueContext,
): Promise<bigint | undefined> {
  for (const { program, slide } of modules) {
    for (const { name: linked, address } of await program.symbolsOf('data')) {
      if (linked.startsWith('_ZTI') && demangle(linked) === `typeinfo for ${name}`) {
        return runTimeAddress(address, slide);
      }
    }
  }
  return undefined;
}
