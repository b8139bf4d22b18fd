// Terms that are pointed at, put into the filter: what must hold stands between `&&`, so that a term can be found again,
// given another value, or turned into its contrary. No DOM in here.
import { splitRange, withRange } from '../overview/rangeFilter';

/** The filter that also lets through only what `condition` does, or, where it `hides`, only what it does not. */
export function withTerm(filter: string, condition: string, hides: boolean): string {
  const { rest, range } = splitRange(filter);
  const term = hides ? `!(${condition})` : condition;
  const contrary = hides ? termsOf(condition) : [`!(${condition})`];
  const added = termsOf(term);
  const replaced = new Set(hides ? [] : added.map(subject));
  const kept = termsOf(rest).filter(
    (each) => !contrary.includes(each) && !added.includes(each) && !replaced.has(subject(each)),
  );
  const terms = [...kept, ...added].join(' && ');
  return range ? withRange(terms, range) : terms;
}

/** What a filter asks for all of; a filter that is no such list is one term, in brackets. */
function termsOf(filter: string): string[] {
  if (filter === '') return [];
  const terms: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { index, 0: token } of filter.matchAll(tokens)) {
    if (token === '(' || token === '[' || token === '{') depth++;
    else if (token === ')' || token === ']' || token === '}') depth--;
    else if (depth > 0) continue;
    else if (bindsLess.test(token)) return [`(${filter})`];
    else if (token === '&&') {
      terms.push(filter.slice(start, index).trim());
      start = index + token.length;
    }
  }
  return [...terms, filter.slice(start).trim()];
}

const tokens =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|&&|\|\||[=!<>]=|<<=|>>=|[-+*/%&|^]=|[=?,()[\]{}]/g;
/** Operators of C that bind less than `&&`. */
const bindsLess = /^(?:\|\||\?|,|=|<<=|>>=|[-+*/%&|^]=)$/;

/** What a term asks about: its text without the value that it compares with; the term itself where it does not. */
function subject(term: string): string {
  const [, asked] = /^((?:\$tracepoint|\$trace_line|\(.*\)) == )\S+$/.exec(term) ?? [];
  const [, text] = /^(\$_streq\(\$trace_(?:func|file), )"(?:[^"\\]|\\.)*"\)$/.exec(term) ?? [];
  return asked ?? text ?? term;
}
