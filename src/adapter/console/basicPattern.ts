// POSIX basic regular expressions with GNU's operators, as gdb's `search` takes them: `\(`, `\|`,
// `\{` and `\+` are operators, `(`, `|`, `{` and `+` are characters.
import { messageOf, RequestFailed } from '../requestFailed';

/** Where a group or a branch begins: `*` is a character there, and `^` an anchor. */
const opens = new Set(['', '(', '|']);

const escaped: Readonly<Record<string, string>> = {
  '(': '(',
  ')': ')',
  '|': '|',
  '+': '+',
  '?': '?',
  w: '\\w',
  W: '\\W',
  b: '\\b',
  B: '\\B',
  '<': '\\b(?=\\w)',
  '>': '\\b(?<=\\w)',
  '`': '(?<![^])',
  "'": '(?![^])',
};

/** One as JavaScript has it, for lines with their ends; fails with gdb's words. */
export function basicPattern(pattern: string): RegExp {
  let written = '';
  let before = '';
  let depth = 0;
  for (let rest = pattern; rest !== '';) {
    const [token] = /^(?:\\[^]?|[^])/.exec(rest) ?? [''];
    const after = rest.slice(token.length);
    const operator = token.length === 2 ? token.charAt(1) : '';
    if (operator === '(') depth++;
    if (operator === ')' && --depth < 0) throw new RequestFailed('Unmatched ) or \\)');
    const [source, taken] = piece(token, before, after);
    written += source;
    before = operator === '(' || operator === '|' ? operator : token;
    rest = after.slice(taken);
  }
  if (depth > 0) throw new RequestFailed('Unmatched ( or \\(');
  try {
    return new RegExp(written, 'ms');
  } catch {
    throw new RequestFailed('Invalid regular expression');
  }
}

/** The pattern of a command that lists names; fails with gdb's words for those. */
export function givenPattern(pattern: string): RegExp {
  try {
    return basicPattern(pattern);
  } catch (error) {
    throw new RequestFailed(`Invalid regexp: ${messageOf(error)}`);
  }
}

/** The value of an option of gdb's, in which a backslash only protects what follows it. */
export function withoutEscapes(value: string): string {
  return value.replace(/\\([^])/g, '$1');
}

/** What a token means, and how much of what is behind it belongs to it. */
function piece(token: string, before: string, after: string): [source: string, taken: number] {
  if (token === '[') return bracket(after);
  if (token === '\\{') return interval(after);
  if (token === '\\') throw new RequestFailed('Trailing backslash');
  if (token.startsWith('\\')) {
    const operator = token.charAt(1);
    return [escaped[operator] ?? (/\d/.test(operator) ? token : literally(operator)), 0];
  }
  if (token === '.') return ['.', 0];
  if (token === '*') return [starOf(before), 0];
  if (token === '^') return [opens.has(before) ? '^' : '\\^', 0];
  if (token === '$') return [/^(?:$|\\[)|])/.test(after) ? '$' : '\\$', 0];
  return [literally(token), 0];
}

/** A repetition of a repetition is the same. */
function starOf(before: string): string {
  if (before === '*') return '';
  return opens.has(before) ? '\\*' : '*';
}

function literally(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

function interval(after: string): [string, number] {
  const end = after.indexOf('\\}');
  if (end < 0) throw new RequestFailed('Unmatched \\{');
  const [, least, most] = /^(\d*)(?:,(\d*))?$/.exec(after.slice(0, end)) ?? [];
  const isWrong = least === undefined || (most && Number(most) < Number(least));
  if (isWrong === true || isWrong === '') throw new RequestFailed('Invalid content of \\{\\}');
  return [`{${after.slice(0, end).replace(/^,/, '0,')}}`, end + 2];
}

const classes: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  print: ' -~',
  graph: '!-~',
  cntrl: '\\0-\\x1f\\x7f',
  xdigit: '0-9A-Fa-f',
};

function bracket(after: string): [string, number] {
  const [all, not, members] =
    /^(\^?)(\]?(?:\[:[a-z]*:\]|(?!\[:)[^\]])*)\]/s.exec(after) ?? unmatched('Unmatched [ or [^');
  // A range that ends before it begins holds nothing.
  const source = (members ?? '')
    .replace(/([^])-([^\]])/gs, (range, from: string, to: string) => (from > to ? '' : range))
    .replace(/\[:([a-z]*):\]|[\\[\]^]/g, (part, name?: string) =>
      name === undefined
        ? `\\${part}`
        : (classes[name] ?? unmatched('Invalid character class name')),
    );
  return [`[${not ?? ''}${source}]`, all.length];
}

function unmatched(problem: string): never {
  throw new RequestFailed(problem);
}
