// Numbers of the libraries that stand for names, and file paths (libraries.ts).
import { at, memberNamed } from '../navigate';
import { alignmentOf, definedType, sizeOf, strip, targetOf } from '../types';
import { typeName } from '../typeName';
import { wholeObject } from '../wholeObject';
import { asInteger, readMemory, type Value } from '../value';
import { unsigned } from '../../bytes/cursor';
import {
  field,
  listed,
  numberAt,
  plausible,
  type Child,
  type MemberPath,
  type Show,
} from './presentation';

/** `std::strong_ordering::less` */
export function ordering(layout: { readonly value: MemberPath }): Show {
  return async (value, className) => {
    const number = await signedAt(value, layout.value);
    const isStrong = className.endsWith('strong_ordering');
    const name =
      number === 0n && isStrong ? 'equal' : number === undefined ? undefined : orders.get(number);
    return name === undefined ? undefined : { summary: `${className}::${name}` };
  };
}

const orders: ReadonlyMap<bigint, string> = new Map([
  [-1n, 'less'],
  [0n, 'equivalent'],
  [1n, 'greater'],
  [2n, 'unordered'],
]);

async function signedAt(value: Value, path: MemberPath): Promise<bigint | undefined> {
  const found = await field(value, path);
  const number = found && (await asInteger(found));
  return number === undefined || !found
    ? undefined
    : BigInt.asIntN(8 * (sizeOf(found.type) ?? 8), number);
}

/** `std::error_code`: a number, and the category that it is of. */
export function errorCode(layout: {
  readonly value: MemberPath;
  readonly category: MemberPath;
}): Show {
  return async (value, className) => {
    const number = await signedAt(value, layout.value);
    const pointer = await field(value, layout.category);
    if (number === undefined || !pointer) return undefined;
    const whole = await wholeObject(pointer);
    const type = targetOf((whole ?? pointer).type);
    if (!type) return undefined;
    const name = await typeName(strip(type), value.context.language);
    return { summary: `${className} = {${name}: ${number}}` };
  };
}

/** As many components as a path has. */
const maxComponents = 4096;

/**
 * `std::filesystem::path`: its text, and its components behind a pointer whose low bits say what
 * it is where it has only one.
 */
export function filePath(layout: {
  readonly text: string;
  readonly components: MemberPath;
  /** Of the class, the class of a component. */
  readonly component: string;
}): Show {
  return async (value, className) => {
    const { context } = value;
    const text = await field(value, layout.text);
    const link = await numberAt(value, layout.components);
    if (!text || link === undefined) return undefined;
    const kind = partNames.get(link & 3n);
    const after = kind === undefined ? '' : ` [${kind}]`;
    const summary = { before: 'filesystem::path ', value: text, after };
    if ((link & 3n) !== 0n || link === 0n) return { summary };
    const type = await definedType(`${className}::${layout.component}`, context.modules);
    const size = type && sizeOf(type);
    const count = await readMemory(link, 4, context);
    const length = count.complete ? plausible(unsigned(count.bytes, context.order)) : undefined;
    if (!type || !size || length === undefined) return { summary };
    const first = link + BigInt(Math.max(8, await alignmentOf(type)));
    const children: Child[] = [];
    for (let i = 0; i < Math.min(length, maxComponents); i++) {
      const each = await at(type, first + BigInt(i * size), context);
      const name = await memberNamed(each, layout.text);
      const own = await numberAt(each, layout.components);
      if (!name || 'problem' in name || own === undefined) break;
      children.push({ name: `[${partNames.get(own & 3n) ?? i}]`, value: name });
    }
    return { summary, children: listed(children) };
  };
}

/** What is no name of a file. */
const partNames: ReadonlyMap<bigint, string> = new Map([
  [1n, 'root-name'],
  [2n, 'root-directory'],
]);
