// Names as gdb spells them, whatever the compiler wrote: `unsigned long` for `long unsigned int`, and in template
// arguments `char const*` for `const char *`.
import { baseTypeName } from './baseTypeName';

const baseWords =
  /\b(?:signed|unsigned|short|long|int|char|double)(?: (?:signed|unsigned|short|long|int|char|double))*\b/g;

/** The name of a base type, class or typedef. */
export function canonicalName(name: string): string {
  if (name.includes('<')) return template(name);
  return name.includes('__int128') ? name : baseTypes(name);
}

function baseTypes(name: string): string {
  return name.replace(baseWords, (words) => baseTypeName(words.split(' ')) ?? words);
}

/** A name with template arguments, each of them spelt in the one way. */
function template(name: string): string {
  let text = '';
  for (let at = 0; at < name.length;) {
    const open = opensList(name, at);
    if (open < 0) return text + name.slice(at);
    const { parts, end } = listAt(name, open + 1);
    if (end < 0) return text + name.slice(at);
    const list = parts.map(argument).join(', ');
    text += `${name.slice(at, open)}<${list}${list.endsWith('>') ? ' ' : ''}>`;
    at = end + 1;
  }
  return text;
}

/** The next `<` that begins template arguments: none does in the name of an operator. */
function opensList(name: string, from: number): number {
  const open = name.indexOf('<', from);
  return open > 0 && /operator[<=>-]*$/.test(name.slice(0, open)) ? -1 : open;
}

function listAt(name: string, start: number): { parts: string[]; end: number } {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (let i = start; i < name.length; i++) {
    const letter = name[i] ?? '';
    if ('<({['.includes(letter)) depth++;
    else if (letter === '>' && name[i - 1] === '-') continue;
    else if (depth === 0 && (letter === ',' || letter === '>')) {
      parts.push(name.slice(from, i).trim());
      from = i + 1;
      if (letter === '>') return { parts: parts.filter((part) => part !== ''), end: i };
    } else if ('>)}]'.includes(letter)) depth--;
  }
  return { parts, end: -1 };
}

/** Qualifiers stand behind what they qualify, and nothing before `*` and `&`. */
function argument(text: string): string {
  const match = /^((?:const |volatile )*)(.*?)((?:\s*(?:\*|&|const|volatile))*)$/s.exec(text);
  const [, before = '', core = '', after = ''] = match ?? [undefined, '', text, ''];
  if (core.includes('(')) return text;
  const behind = after.replace(/\s*([*&])\s*/g, '$1').replace(/(?<=[*&])(?=const|volatile)/g, ' ');
  const qualifiers = before.trim();
  const own = core.includes('<') ? template(core) : canonicalName(core);
  const trailing = behind === '' || /^[*&]/.test(behind) ? behind : ` ${behind.trim()}`;
  return own + (qualifiers === '' ? '' : ` ${qualifiers}`) + trailing;
}
