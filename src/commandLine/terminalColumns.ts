// How wide text is on a terminal, where Chinese, Japanese and Korean characters take two columns.

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;

/** Columns that a line takes. */
export function columnsOf(line: string): number {
  return line.length + (line.match(wide) ?? []).filter((each) => each.length === 1).length;
}

/** The line with spaces behind it, up to a number of columns. */
export function padded(line: string, columns: number): string {
  return line + ' '.repeat(Math.max(0, columns - columnsOf(line)));
}

/** Lines of at most so many columns, broken behind spaces and between wide characters. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.split(
    /(?<= )|(?<=[\u3001-\u9fff\uff01-\uff1f])(?![\u3001\u3002\uff01-\uff1f”])/u,
  )) {
    if (line !== '' && columnsOf(line + piece.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = piece;
    } else line += piece;
  }
  return [...lines, line];
}
