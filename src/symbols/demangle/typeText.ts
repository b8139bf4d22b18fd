// A type as text in two halves, between which a declarator goes: `void (*` and `)(int)`.

export interface TypeText {
  readonly left: string;
  readonly right: string;
  /** What a pointer to it needs brackets for. */
  readonly kind?: 'function' | 'array';
  /** The types that a pack represents. */
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
 * Template arguments, with a space between two closing brackets unless an empty one is between
 * them.
 */
export function inAngles(parts: readonly string[]): string {
  const text = listText(parts);
  return `<${text}${text.endsWith('>') && parts.at(-1) !== '' ? ' ' : ''}>`;
}

// Parameters of templates in the types of a mangled name (Itanium C++ ABI, sections 5.1.5.4 and
// 5.1.5.7). While a name is read a mark represents each: a type may be used again where the same
// parameter has another argument.

/** A mark, with the pointers and qualifiers after it. */
const marked = /\u{e000}(\d+)\u{e001}((?: const| volatile|\*|&)*)/gu;

/** What represents the parameter of an index until its argument is known. */
export function parameterText(index: number): TypeText {
  return plain(`\u{e000}${index}\u{e001}`);
}

/** A text in a lambda's parameters, whose types are its own. */
export function withAutos(text: string): string {
  return text.replace(/\u{e000}(\d+)\u{e001}/gu, (_, index) => `auto:${Number(index) + 1}`);
}

/** A pack as an argument: one text, and the types that it represents. */
export function packOf(elements: readonly TypeText[]): TypeText {
  return { ...plain(elements.map(whole).join(', ')), elements };
}

/** A text with the arguments in it; undefined where one is missing. */
export function withArguments(
  text: string,
  templateArguments: readonly TypeText[],
): string | undefined {
  const missing: string[] = [];
  const found = text.replace(marked, (mark: string, index: string, signs: string, at: number) => {
    const argument = templateArguments[Number(index)];
    if (!argument) missing.push(index);
    const found = argument ? whole(applied(argument, signs)) : '';
    return found.endsWith('>') && text[at + mark.length] === '>' ? `${found} ` : found;
  });
  return missing.length > 0 ? undefined : found;
}

/** The same of a type, which may be a parameter with pointers. */
export function typeWithArguments(
  type: TypeText,
  templateArguments: readonly TypeText[],
): TypeText {
  const [all, index, signs = ''] = [...type.left.matchAll(marked)][0] ?? [];
  const argument = templateArguments[Number(index)];
  return argument && all === type.left && type.right === '' ? applied(argument, signs) : type;
}

/**
 * How many arguments the first pack has of which a pattern is made; undefined where it is made of
 * none.
 */
export function packLength(
  pattern: TypeText,
  templateArguments: readonly TypeText[],
): number | undefined {
  for (const [, index] of whole(pattern).matchAll(marked)) {
    const elements = templateArguments[Number(index)]?.elements;
    if (elements) return elements.length;
  }
  return undefined;
}

/** What a pattern is for each argument of the packs in it. */
export function expandedPack(pattern: TypeText, templateArguments: readonly TypeText[]): TypeText {
  const length = packLength(pattern, templateArguments);
  if (length === undefined) return { ...pattern, right: `${pattern.right}...` };
  return packOf(Array.from({ length }, (_, i) => elementOf(pattern, templateArguments, i)));
}

function elementOf(
  pattern: TypeText,
  templateArguments: readonly TypeText[],
  place: number,
): TypeText {
  const element = (index: string | undefined): TypeText | undefined =>
    templateArguments[Number(index)]?.elements?.[place];
  // A pattern that is only a pack with pointers is a type of its own, as `char const (&) [6]` is.
  const [all, index, signs = ''] = [...pattern.left.matchAll(marked)][0] ?? [];
  const alone = all === pattern.left && pattern.right === '' ? element(index) : undefined;
  if (alone) return applied(alone, signs);
  const replaced = (text: string): string =>
    text.replace(marked, (mark, each: string, behind: string) => {
      const found = element(each);
      return found ? whole(applied(found, behind)) : mark;
    });
  return { ...pattern, left: replaced(pattern.left), right: replaced(pattern.right) };
}

/** A type with pointers and qualifiers: `char (&) [6]` of `char [6]` and `&`. */
function applied(type: TypeText, signs: string): TypeText {
  let made = type;
  for (const [sign] of signs.matchAll(/ const| volatile|\*|&&?/g)) {
    if (sign === '&' || sign === '&&') made = referenceTo(made, sign);
    else made = sign === '*' ? pointerTypeText(made, sign) : qualified(made, sign.trim());
  }
  return made;
}
