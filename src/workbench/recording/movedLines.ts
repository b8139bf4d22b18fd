// Where a line is after its text was edited, so that a tracepoint stays at its statement, as breakpoints do.

/** A change of a text: a range that another text replaced. Lines and characters count from 0. */
export interface TextChange {
  readonly startLine: number;
  readonly endLine: number;
  /** The first line's text before the change, up to where it begins. */
  readonly before: string;
  readonly text: string;
}

/** The line at which a line is after a change; where it was deleted, the line at which the change begins. */
export function movedLine(line: number, { startLine, endLine, before, text }: TextChange): number {
  const added = text.split('\n').length - 1;
  const moved = added - (endLine - startLine);
  if (line > endLine) return line + moved;
  if (line < startLine) return line;
  // What stands behind the change goes where the change ends: all of the line, where only blanks stand before.
  if (line === startLine) return before.trim() === '' && endLine === line ? line + moved : line;
  return line === endLine ? startLine + added : startLine;
}
