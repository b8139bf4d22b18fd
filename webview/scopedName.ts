// The name of a function where room is scarce: its scope gives way first, and from its left, so
// that `leveldb::MemTable::Add` becomes `…MemTable::Add`.
import { html, nothing, type TemplateResult } from 'lit/html.js';

/** The name as an element that is cut where it has no room. */
export function scopedName(name: string): TemplateResult {
  const scope = scopeOf(name);
  return html`<span class="scoped-name"
    >${scope === '' ? nothing : html`<span class="scope"><bdi>${scope}</bdi></span>`}<span
      class="own-name"
      >${name.slice(scope.length)}</span
    ></span
  >`;
}

/** What a qualified name begins with, `std::vector<a::b>::`; empty where it has no scope. */
export function scopeOf(name: string): string {
  let [depth, end] = [0, 0];
  for (const { 0: token, index } of name.matchAll(tokens)) {
    if (token === '::') end = depth === 0 ? index + token.length : end;
    else if ('<('.includes(token)) depth++;
    else if ('>)'.includes(token)) depth--;
    // What follows is the operator: `operator<`, `operator()`.
    else if (token === 'operator' && depth === 0) break;
  }
  return name.slice(0, end);
}

const tokens = /::|->|[<>()]|\boperator\b/g;
