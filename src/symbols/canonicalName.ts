// Names as gdb spells them, whatever the compiler wrote: `unsigned long` for `long unsigned int`,
// and in template arguments `char const*` for `const char *`.

const baseWords =
  /\b(?:signed|unsigned|short|long|int|char|double)(?: (?:signed|unsigned|short|long|int|char|double))*\b/g;

/** Template arguments in template arguments; deeper ones stay as they are. */
const maxDepth = 100;

/** Other names for some types, by their canonical ones. */
type OtherNames = (name: string) => string | undefined;

/**
 * Names that gdb 13's parser refuses: no arguments of a template, those of an operator, characters
 * by number, lambdas and what else has no name, dots.
 */
export function isUnparsed(name: string): boolean {
  if (/(?<!operator)<>|'\\x|<lambda\(|\{\.\.\.\}|(?<!\.)\.(?!\.)/.test(name)) return true;
  if (hasFunctionType(name)) return true;
  return name.endsWith('>') && /\boperator(?:\(\)|[^\w\s()]+) ?</.test(name);
}

/** What may precede a bracket in an argument that is not the parameters of a function. */
const beforeBracket = /(?:^|[^\w>*& ]|\b(?:operator|sizeof|decltype|noexcept)) *$/;
/** What follows one of a pointer to a function, or of a namespace. */
const inBracket = /^\((?:[*&]|[\w:<>, ]+::\*|anonymous namespace\))/;

/**
 * Whether a template has an argument that is a function's type, `void (int)`, or a call,
 * `is_small<int>()`; a pointer to a function is none.
 */
function hasFunctionType(name: string): boolean {
  if (!name.includes('(')) return false;
  let depth = 0;
  let from = 0;
  for (let i = 0; i < name.length; i++) {
    const letter = name[i] ?? '';
    if (letter === '<' && opensList(name, i) === i) depth++;
    else if (letter === '>' && name[i - 1] !== '-') depth--;
    if (letter === '<' || letter === ',') from = i + 1;
    if (letter !== '(' || depth <= 0 || /^ *\(?&/.test(name.slice(from, from + 8))) continue;
    const before = name.slice(Math.max(from, i - 10), i);
    if (!beforeBracket.test(before) && !inBracket.test(name.slice(i, i + 100))) return true;
  }
  return false;
}

/**
 * The name of a base type, class or typedef; with other names for types in it, where there are
 * some.
 */
export function canonicalName(name: string, others?: OtherNames): string {
  if (isUnparsed(name)) return others?.(name) ?? name;
  return inOneSpelling(name, others);
}

function inOneSpelling(name: string, others?: OtherNames): string {
  const [, scopes = '', type] = conversion.exec(name) ?? [];
  return type === undefined
    ? spelt(name, 0, others)
    : `${scopes}operator ${converted(type, others)}`;
}

/** The name of a function that converts to a type, in its class. */
const conversion = /^((?:\w+::)*)operator (?!(?:new|delete|co_await)\b|")(.+)$/s;

/** A type, which template arguments may follow. */
function converted(type: string, others?: OtherNames): string {
  const found = type.endsWith('>') ? /^(.*[*&])(<.*>)$/s.exec(type) : undefined;
  const [, pointer = type, list = ''] = found ?? [];
  if (list !== '' && /\s[*&]+$/.test(pointer)) return type;
  return `${argument(pointer, 0, others)}${list}`;
}

function spelt(name: string, depth: number, others?: OtherNames): string {
  const other = others?.(spelt(name, depth));
  if (other !== undefined) return other;
  if (name.includes('<')) return depth < maxDepth ? template(name, depth, others) : name;
  return name.includes('__int128') ? name : baseTypes(name);
}

function baseTypes(name: string): string {
  return name.replace(baseWords, (words) => baseTypeName(words.split(' ')) ?? words);
}

/** A name with template arguments, each of them spelt in the one way. */
function template(name: string, depth: number, others?: OtherNames): string {
  let text = '';
  for (let at = 0; at < name.length;) {
    const open = opensList(name, at);
    if (open < 0) return text + name.slice(at);
    const { parts, end } = listAt(name, open + 1);
    if (end < 0) return text + name.slice(at);
    const list = parts.map((part) => argument(part, depth, others)).join(', ');
    text += `${name.slice(at, open)}<${list}${list.endsWith('>') ? ' ' : ''}>`;
    at = end + 1;
  }
  return text;
}

const maxOperatorLength = 'operator<=>'.length;

/** The next `<` that begins template arguments: none does in the name of an operator. */
function opensList(name: string, from: number): number {
  const open = name.indexOf('<', from);
  const before = name.slice(Math.max(0, open - maxOperatorLength), Math.max(0, open));
  return /operator[<=>-]*$/.test(before) ? -1 : open;
}

function listAt(name: string, start: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (let i = start; i < name.length; i++) {
    const letter = name[i] ?? '';
    if (letter === "'") i = Math.max(i, name.indexOf("'", i + (name[i + 1] === '\\' ? 3 : 2)));
    else if ('<({['.includes(letter)) depth++;
    else if (letter === '>' && name[i - 1] === '-') continue;
    else if (depth === 0 && (letter === ',' || letter === '>')) {
      parts.push(name.slice(from, i).trim());
      from = i + 1;
      if (letter === '>') return { parts: parts.filter((part) => part !== ''), end: i };
    } else if ('>)}]'.includes(letter)) depth--;
  }
  return { parts, end: -1 };
}

/**
 * A type as it is in template arguments and among parameters: `char const*` of `const char *`.
 */
export function canonicalType(text: string): string {
  return argument(text, 0);
}

/** Qualifiers follow what they qualify, and nothing before `*` and `&`. */
function argument(text: string, depth: number, others?: OtherNames): string {
  const [, address] = /^\(& ?([^()]+)\)$/.exec(text) ?? [];
  if (address !== undefined) return `&${spelt(address, depth + 1, others)}`;
  const before = /^(?:const |volatile )*/.exec(text)?.[0] ?? '';
  const end = endOfCore(text, before.length);
  const [core, after] = [text.slice(before.length, end), text.slice(end)];
  const array = /^([^()]+?) ?\(([*&]+)\) ?((?:\[\d*\])+)$/.exec(text);
  if (array) {
    const [, of = '', sign = '', lengths = ''] = array;
    return `${argument(of, depth, others)} (${sign}) ${lengths}`;
  }
  const [, element, lengths] = /^([^()]+?)(?<!\]) ?((?:\[\d*\])+)$/.exec(text) ?? [];
  if (element !== undefined) return `${argument(element, depth, others)} ${lengths ?? ''}`;
  if (/^-?\d+[uUlL]+$/.test(text)) return text.toLowerCase();
  if (characterPattern.test(text)) return `(char)${text}`;
  if (isMade(core)) return pointerToFunction(text, depth, others) ?? text;
  const behind = after
    .replace(/(?<!\s)\s+(?=[*&])|(?<=[*&])\s+/g, '')
    .replace(/(?<=[*&])(?=const|volatile)/g, ' ');
  const qualifiers = before.trim();
  const trailing = behind === '' || /^[*&]/.test(behind) ? behind : ` ${behind.trim()}`;
  return spelt(core, depth + 1, others) + (qualifiers === '' ? '' : ` ${qualifiers}`) + trailing;
}

/** `int (*)(char, void*)`; undefined for another type. */
function pointerToFunction(text: string, depth: number, others?: OtherNames): string | undefined {
  const [, result, sign, list] = /^([^()<>]+?) ?\(([*&]+)\) ?\(([^()<>]*)\)$/.exec(text) ?? [];
  if (result === undefined || list === undefined) return undefined;
  const parameters = list.split(',').map((each) => argument(each.trim(), depth, others));
  return `${argument(result, depth, others)} (${sign ?? ''})(${parameters.join(', ')})`;
}

const escaped: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

/** A character that a template was given: `'['`, `'\012'`. */
const characterPattern = /^'(?:\\(?:[0-7]{1,3}|.)|[^\\])'$/;

/** A name in the one spelling by which names are compared. */
export function comparableName(name: string): string {
  return withCharacterNumbers(inOneSpelling(name));
}

/**
 * A canonical name with the numbers of its characters, as the linker's names have them: `(char)91`
 * of `(char)'['`.
 */
export function withCharacterNumbers(name: string): string {
  return name.replace(
    /\(char\)'(?:\\(?:([0-7]{1,3})|(.))|([^\\]))'/g,
    (whole, octal?: string, escape?: string, plain?: string) => {
      const number =
        octal === undefined
          ? (escape === undefined ? plain : escaped[escape])?.codePointAt(0)
          : Number.parseInt(octal, 8);
      return number === undefined ? whole : `(char)${number}`;
    },
  );
}

/**
 * Whether a type is of a function or an array: brackets are in it, outside of template arguments.
 */
function isMade(core: string): boolean {
  let depth = 0;
  for (const letter of core.replaceAll('(anonymous namespace)', '')) {
    if (letter === '(' && depth === 0) return true;
    if (letter === '<') depth++;
    else if (letter === '>') depth--;
  }
  return false;
}

const behindCore = ['*', '&', ' const', ' volatile', '*const', '&const', '*volatile', '&volatile'];

/** Where the pointers and qualifiers begin that are at the end of a type. */
function endOfCore(text: string, from: number): number {
  let end = text.length;
  for (;;) {
    const last = behindCore.find((each) => text.endsWith(each, end) && end - each.length >= from);
    if (last === undefined) return end;
    end -= /[*&]\w/.test(last) ? last.length - 1 : last.length;
    while (end > from && text[end - 1] === ' ') end--;
  }
}

// The names of C's base types: any order of their words is one type.

/** Words that C's grammar reserves; others may be names of the program. */
const reserved = new Set([
  'void',
  'char',
  'short',
  'int',
  'long',
  'float',
  'double',
  'signed',
  'unsigned',
  '_Complex',
  '__complex__',
]);

/** Whether no variable can have this name. */
export function isReservedBaseWord(word: string): boolean {
  return reserved.has(word);
}

/**
 * gdb's name for a base type (`long unsigned int` is `unsigned long`); undefined where the words
 * make none.
 */
export function baseTypeName(given: readonly string[]): string | undefined {
  const count = (...of: string[]) => given.filter((word) => of.includes(word)).length;
  const complex = count('_Complex', '__complex__') > 0 ? 'complex ' : '';
  const [long, short, unsigned, signed] = [
    count('long'),
    count('short'),
    count('unsigned'),
    count('signed'),
  ];
  const rest = given.filter(
    (word) =>
      !['long', 'short', 'unsigned', 'signed', 'int', '_Complex', '__complex__'].includes(word),
  );
  if (rest.length > 1 || long > 2 || short > 1 || unsigned + signed > 1) return undefined;
  const [kind] = rest;
  const sign = unsigned > 0 ? 'unsigned ' : '';
  if (kind === undefined) {
    if (long > 0 && short > 0) return undefined;
    if (complex !== '' && count('int') + long + short === 0) return undefined;
    const width = short > 0 ? 'short' : ['int', 'long', 'long long'][long];
    return width === undefined ? undefined : complex + sign + width;
  }
  if (short > 0 || count('int') > 0) return undefined;
  if (kind === 'double')
    return unsigned + signed > 0 || long > 1 ? undefined : `${complex}${long ? 'long ' : ''}double`;
  if (long > 0) return undefined;
  if (kind === 'char') return signed > 0 ? 'signed char' : `${sign}char`;
  return unsigned + signed > 0 ? undefined : complex + kind;
}
