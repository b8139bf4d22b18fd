// A type as text in two halves, between which a declarator goes: `void (*` and `)(int)`.

export interface TypeText {
  readonly left: string;
  readonly right: string;
  /** What a pointer to it needs brackets for. */
  readonly kind?: 'function' | 'array';
  /** The types that a pack stands for. */
  readonly elements?: readonly TypeText[];
}

export function plain(left: string): TypeText {
  return { left, right: '' };
}

export function whole({ left, right }: TypeText): string {
  return left + right;
}

/** A pointer, reference or pointer to a member: `sign` is `*`, `&`, `&&` or `PM::*`. */
export function pointerTypeText({ left, right, kind }: TypeText, sign: string): TypeText {
  const gap = /^\w/.test(sign) ? ' ' : '';
  if (kind === undefined) return { left: `${left}${gap}${sign}`, right };
  return { left: `${left}(${sign}`, right: `)${kind === 'array' ? ' ' : ''}${right}` };
}

/** A reference to a reference is the narrower one. */
export function referenceTo(type: TypeText, sign: '&' | '&&'): TypeText {
  if (type.left.endsWith('&&') && sign === '&') return { ...type, left: type.left.slice(0, -1) };
  return type.left.endsWith('&') ? type : pointerTypeText(type, sign);
}

export function qualified(type: TypeText, qualifier: string): TypeText {
  if (type.left.endsWith(` ${qualifier}`) && type.right === '') return type;
  if (type.kind === 'function') return { ...type, right: `${type.right} ${qualifier}` };
  if (type.kind === 'array') return { ...type, left: `${type.left}${qualifier} ` };
  return { ...type, left: `${type.left} ${qualifier}` };
}

export function functionText(result: TypeText | undefined, parameters: string): TypeText {
  const before = result ? `${result.left}${result.right === '' ? ' ' : ''}` : '';
  return { left: before, right: `(${parameters})${result?.right ?? ''}`, kind: 'function' };
}

export function arrayTypeText(element: TypeText, count: string): TypeText {
  if (element.kind === 'array') return { ...element, right: `[${count}]${element.right}` };
  return { left: `${element.left} `, right: `[${count}]${element.right}`, kind: 'array' };
}

/** A list as gdb writes it: what is empty leaves no comma at the end, but in the middle. */
export function listText(parts: readonly string[]): string {
  return parts.reduceRight((rest, part) => (rest === '' ? part : `${part}, ${rest}`), '');
}

/**
 * Template arguments, with a space between two closing brackets unless an empty one stands between
 * them.
 */
export function inAngles(parts: readonly string[]): string {
  const text = listText(parts);
  return `<${text}${text.endsWith('>') && parts.at(-1) !== '' ? ' ' : ''}>`;
}
