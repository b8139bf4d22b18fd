// Names of C++ as paths of text, `ns::Box<int>::operator bool`.

/** Whether a name is that of an operator that converts to a type. */
export function isConversion(name: string): boolean {
  return /(?:^|::)operator [\w(\u{e000}]/u.test(name) && !/operator (?:new|delete)/.test(name);
}

/** The last name of a path, without template arguments. */
export function lastPart(path: string): string {
  let depth = 0;
  let end = path.length;
  for (let i = path.length - 1; i >= 0; i--) {
    if (path[i] === '>') depth++;
    else if (path[i] === '<' && --depth === 0) end = i;
    else if (depth === 0 && path[i] === ':') return path.slice(i + 1, end);
  }
  return path.slice(0, end);
}
