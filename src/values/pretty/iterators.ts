// Iterators of the libraries (libraries.ts): each is shown as what it refers to.
import { at, dereference } from '../navigate';
import type { Type } from '../../symbols/type';
import { asClass, strip, targetOf } from '../types';
import { asInteger, type Value } from '../value';
import {
  field,
  firstTemplateArgument,
  offsetInNode,
  type MemberPath,
  type NodeValue,
  type Show,
} from './presentation';

/** One that holds a pointer to the element. `of`: what it is of, for one that refers to nothing. */
export function pointing(layout: { readonly pointer: MemberPath; readonly of: string }): Show {
  return async (value) => {
    const pointer = await field(value, layout.pointer);
    const address = pointer && (await asInteger(pointer));
    if (!pointer || address === undefined) return undefined;
    if (address === 0n) return { summary: nothing(layout.of) };
    const element = await dereference(pointer);
    return 'problem' in element
      ? undefined
      : { summary: { before: '', value: element, after: '' } };
  };
}

/** One that holds a pointer to the node that has the element. */
export function inNode(layout: {
  readonly node: MemberPath;
  readonly value: NodeValue;
  readonly of: string;
}): Show {
  return async (value) => {
    const { context } = value;
    const node = await field(value, layout.node);
    const address = node && (await asInteger(node));
    const type = (await firstTemplateArgument(value)) ?? (await pointedType(value));
    if (address === undefined || !type) return undefined;
    if (address === 0n) return { summary: nothing(layout.of) };
    const offset = await offsetInNode(layout.value, type, context);
    const element = await at(type, address + BigInt(offset), context);
    return { summary: { before: '', value: element, after: '' } };
  };
}

/** What the iterator's own name for a pointer means: gcc does not describe every argument. */
async function pointedType(value: Value): Promise<Type | undefined> {
  const members = await asClass(value.type)?.members();
  const named = members?.typedefs?.find(({ name }) => /(?:^|::)pointer$/.test(name));
  return named && targetOf(strip(await named.type()));
}

function nothing(of: string): string {
  return `non-dereferenceable iterator for ${of}`;
}
