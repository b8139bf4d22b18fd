// An expression as it is coloured in its box. No DOM in here.

export type TokenKind = 'name' | 'function' | 'dollar' | 'number' | 'string' | 'other';

/** A part of an expression; all parts together are its text. */
export interface ExpressionToken {
  readonly kind: TokenKind;
  readonly text: string;
}

/** Characters of an expression; the host refuses longer ones. */
export const maxExpression = 16_384;

const token =
  /("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(?<!\w)(\$?\w+)(?=\s*\()|(\$\w*)|(0[xX][\da-fA-F]*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[uUlLfF]*)|([A-Za-z_]\w*)/g;
const kinds = ['string', 'function', 'dollar', 'number', 'name'] as const;

/** The parts of an expression, which may be unfinished. */
export function highlightTokens(text: string): ExpressionToken[] {
  if (text.length > maxExpression) return [{ kind: 'other', text }];
  const found: ExpressionToken[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > end) found.push({ kind: 'other', text: text.slice(end, match.index) });
    const kind = kinds[match.slice(1).findIndex(Boolean)] ?? 'other';
    found.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: 'other', text: text.slice(end) });
  return found;
}
