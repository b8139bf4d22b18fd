// Parameters of templates in the types of a mangled name (Itanium C++ ABI, sections 5.1.5.4 and
// 5.1.5.7). While a name is read a mark stands for each: a type may be used again where the same
// parameter has another argument.
import { plain, pointerTypeText, qualified, referenceTo, whole, type TypeText } from './typeText';

/** A mark, with the pointers and qualifiers behind it. */
const marked = /\u{e000}(\d+)\u{e001}((?: const| volatile|\*|&)*)/gu;

/** What stands for the parameter of an index until its argument is known. */
export function parameterText(index: number): TypeText {
  return plain(`\u{e000}${index}\u{e001}`);
}

/** A pack as an argument: one text, and the types that it stands for. */
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
  // A pattern that is no more than a pack with pointers is a type of its own, as `char const (&)
  // [6]` is.
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
