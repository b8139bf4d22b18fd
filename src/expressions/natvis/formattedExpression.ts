// An expression of a Natvis file with the format specifiers behind it (`p,[n]su`), and the text of
// a DisplayString with expressions in it (`{{ size={n,d} }}`).
import { t } from '@vscode/l10n';
import type { Format } from '../../values/text/text';

/** An expression and how its value is written. */
export interface FormattedExpression {
  readonly expression: string;
  readonly format?: Format;
  /** An expression: so many elements of what a pointer points to. */
  readonly count?: string;
  /** A string up to its end, in quotes or bare. */
  readonly string?: 'quoted' | 'bare';
  /** Without addresses: `na`. */
  readonly bare?: true;
  /** As what it is made of: `!`. */
  readonly raw?: true;
  /** By another view of its type: `view(name)`. */
  readonly view?: string;
}

type Specifier = Omit<FormattedExpression, 'expression' | 'count'>;

/** What specifiers mean; those that only Visual Studio's windows know mean nothing. */
const specifiers: Readonly<Record<string, Specifier>> = {
  d: { format: 'd' },
  o: { format: 'o' },
  x: { format: 'x' },
  X: { format: 'x' },
  h: { format: 'x' },
  H: { format: 'x' },
  xb: { format: 'x' },
  Xb: { format: 'x' },
  hb: { format: 'x' },
  Hb: { format: 'x' },
  b: { format: 't' },
  bb: { format: 't' },
  c: { format: 'c' },
  e: { format: 'f' },
  f: { format: 'f' },
  g: { format: 'f' },
  s: { string: 'quoted' },
  sb: { string: 'bare' },
  s8: { string: 'quoted' },
  s8b: { string: 'bare' },
  su: { string: 'quoted' },
  sub: { string: 'bare' },
  s32: { string: 'quoted' },
  s32b: { string: 'bare' },
  na: { bare: true },
  '!': { raw: true },
  ...Object.fromEntries(
    ['en', 'hv', 'hr', 'wc', 'wm', 'nd', 'nr', 'nvo'].map((name) => [name, {}]),
  ),
};

/** The longest names first, since they follow each other without a sign between them. */
const specifierNames = Object.keys(specifiers).sort((a, b) => b.length - a.length);

/** Takes the specifiers off an expression; what is none belongs to the expression. */
export function readFormatted(text: string): FormattedExpression {
  const comma = lastComma(text);
  const behind = comma === undefined ? undefined : readSpecifiers(text.slice(comma + 1).trim());
  if (comma === undefined || !behind) return { expression: text.trim() };
  return { expression: text.slice(0, comma).trim(), ...behind };
}

function readSpecifiers(text: string): Omit<FormattedExpression, 'expression'> | undefined {
  const close = text.startsWith('[') ? endOf(text, 0) : -1;
  if (close === undefined) return undefined;
  let found: Omit<FormattedExpression, 'expression'> =
    close > 0 ? { count: text.slice(1, close).trim() } : {};
  let rest = text.slice(close + 1).trim();
  if (rest === '' && close < 0) return undefined;
  while (rest !== '') {
    const [whole, view] = /^view\(\s*(\w+)\s*\)\s*/.exec(rest) ?? [];
    const name = specifierNames.find((each) => rest.startsWith(each)) ?? '';
    if (whole === undefined && name === '') return undefined;
    found = { ...found, ...(view === undefined ? specifiers[name] : { view }) };
    rest = rest.slice((whole ?? name).length).trim();
  }
  return found;
}

/** A part of a text: characters, or an expression whose value is written there. */
export type TextPart = string | FormattedExpression;

/** Cuts the text of a DisplayString; `{{` and `}}` are braces. */
export function readDisplayText(text: string): readonly TextPart[] | { readonly problem: string } {
  const parts: TextPart[] = [];
  let plain = '';
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if ((sign === '{' || sign === '}') && text[at + 1] === sign) {
      plain += sign;
      at++;
      continue;
    }
    if (sign !== '{') {
      plain += sign;
      continue;
    }
    const end = endOf(text, at);
    if (end === undefined)
      return { problem: t('“{0}” at column {1} has no “{2}”.', '{', at + 1, '}') };
    if (plain !== '') parts.push(plain);
    plain = '';
    parts.push(readFormatted(text.slice(at + 1, end)));
    at = end;
  }
  return plain === '' ? parts : [...parts, plain];
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The last comma that is in no brackets and no quotes. */
function lastComma(text: string): number | undefined {
  let last: number | undefined;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === ',') last = at;
    else if (sign in closing || sign === '"' || sign === "'") at = endOf(text, at) ?? at;
  }
  return last;
}

/** Where the bracket or the quote that opens at an offset closes; undefined where it does not. */
function endOf(text: string, open: number): number | undefined {
  const expected: string[] = [];
  for (let at = open; at < text.length; at++) {
    const sign = text.charAt(at);
    const bracket = closing[sign];
    if (bracket !== undefined) expected.push(bracket);
    else if (sign === '"' || sign === "'") {
      const end = endOfQuote(text, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (sign === expected.at(-1)) expected.pop();
    if (expected.length === 0) return at;
  }
  return undefined;
}

function endOfQuote(text: string, open: number): number | undefined {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === text[open]) return at;
  }
  return undefined;
}
