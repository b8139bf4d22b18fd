// Member functions as gdb's `ptype` declares them in their class.
import type { ClassType, Method, MethodSignature } from '../symbols/type';
import type { LocalNames } from './localNames';
import { canonicalName } from '../symbols/canonicalName';
import { splitName } from '../symbols/dwarf/qualifiedName';
import { styleOf } from './language';
import { declaration } from './typeName';
import { isQualified, strip } from './types';

/** `virtual int area(void) const` */
export async function methodText(
  type: ClassType,
  method: Method,
  language?: number,
  local?: LocalNames,
): Promise<string> {
  const signature = await method.signature();
  const isStatic = signature.parameters[0]?.artificial !== true;
  const kind = method.virtual ? 'virtual ' : isStatic ? 'static ' : '';
  const result = givesNothing(type, method.name)
    ? ''
    : `${await declaration(signature.result, '', language, local)} `;
  const parameters = await parametersText(signature, language, local);
  const qualifiers = isStatic ? '' : qualifiersOfObject(signature);
  return `${kind}${result}${canonicalName(method.name)}(${parameters})${qualifiers}`;
}

/** Constructors, destructors and conversions are written without a result. */
function givesNothing({ name = '' }: ClassType, method: string): boolean {
  if (method.startsWith('~')) return true;
  if (/^operator\s+(?!(new|delete)\b)[\w:]/.test(method)) return true;
  const own = splitName(name).at(-1) ?? '';
  return own === method || own.startsWith(`${method}<`);
}

async function parametersText(
  { parameters, variadic }: MethodSignature,
  language?: number,
  local?: LocalNames,
): Promise<string> {
  const texts: string[] = [];
  for (const { type, artificial } of parameters) {
    if (!artificial) texts.push(await declaration(type, '', language, local));
  }
  if (variadic) texts.push('...');
  return texts.length === 0 && styleOf(language) === 'c++' ? 'void' : texts.join(', ');
}

/** ` const` where the object is constant in the function. */
function qualifiersOfObject({ parameters }: MethodSignature): string {
  const [object] = parameters;
  const pointer = object && strip(object.type);
  let text = '';
  let of = pointer?.kind === 'pointer' ? pointer.target : undefined;
  while (of && isQualified(of)) {
    text += ` ${of.kind}`;
    of = of.target;
  }
  return text;
}
