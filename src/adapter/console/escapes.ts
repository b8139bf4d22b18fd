// C's escapes in strings that commands are given.

const letters: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The text with its escapes replaced; a backslash before anything else stands for that. */
export function unescaped(text: string): string {
  return text.replace(/\\([0-7]{1,3}|x[\da-fA-F]{1,2}|[^])/g, (_, escape: string) => {
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8));
    if (/^x./.test(escape)) return String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return letters[escape] ?? escape;
  });
}
