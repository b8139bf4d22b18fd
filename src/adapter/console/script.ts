// Scripts of gdb's commands: blocks (`while`, `if`, `define`, `document`, `commands`) as they are
// read line by line, and the words of a user-defined command (gdb manual, "Sequences"). What runs
// them is `scriptRun.ts`.

/** A line of a script, with the block that it opens. */
export interface ScriptLine {
  readonly text: string;
  /** In its file or block, from 1. */
  readonly number: number;
  /** The lines up to `else` or `end`. */
  readonly body?: readonly ScriptLine[];
  /** The lines behind `else`. */
  readonly otherwise?: readonly ScriptLine[];
}

/** What was read of a script: lines, and whether a block is still open. */
interface ScriptText {
  readonly lines: readonly ScriptLine[];
  readonly isOpen: boolean;
}

/** Commands that a block belongs to. */
const withBlock = /^(?:while|if|define|document|commands|while-stepping|stepping|ws)\b/;
/** Languages that scripts may hold: a block where nothing follows the name. */
const otherLanguage = /^(?:python|python-interactive|py|pi|guile|guile-repl|gu|gr)$/;
/** Blocks of text, in which words open no further blocks. */
const textBlock = /^(?:document)\b/;

/** Reads lines, comments and all; blocks that hold others are nested. */
export function readScript(lines: readonly string[]): ScriptText {
  const reader = new Reader(lines);
  const read = reader.block(undefined);
  return { lines: read.lines, isOpen: reader.isOpen };
}

class Reader {
  isOpen = false;
  private at = 0;

  constructor(private readonly source: readonly string[]) {}

  /**
   * The lines up to the end of a block; `opener`: the line that opened it, none for a whole
   * script.
   */
  block(opener: string | undefined): { lines: ScriptLine[]; ended: 'end' | 'else' } {
    const lines: ScriptLine[] = [];
    const isText = opener !== undefined && (textBlock.test(opener) || otherLanguage.test(opener));
    for (;;) {
      const next = this.line();
      if (!next) {
        this.isOpen ||= opener !== undefined;
        return { lines, ended: 'end' };
      }
      const text = next.text.trim();
      if (opener !== undefined && text === 'end') return { lines, ended: 'end' };
      if (opener?.startsWith('if') && text === 'else') return { lines, ended: 'else' };
      if (isText) lines.push({ ...next, text: next.text });
      else if (text !== '' && !text.startsWith('#')) lines.push(this.command(text, next.number));
    }
  }

  private command(text: string, number: number): ScriptLine {
    if (!withBlock.test(text) && !otherLanguage.test(text)) return { text, number };
    const { lines: body, ended } = this.block(text);
    if (ended === 'end') return { text, number, body };
    return { text, number, body, otherwise: this.block('else').lines };
  }

  /** The next line; one that ends in a backslash continues in the next. */
  private line(): { text: string; number: number } | undefined {
    let text = this.source[this.at];
    if (text === undefined) return undefined;
    const number = ++this.at;
    while (text.endsWith('\\') && this.source[this.at] !== undefined) {
      text = text.slice(0, -1) + (this.source[this.at++] ?? '');
    }
    return { text, number };
  }
}

/** A command of a script's own: `define NAME`, with what `document NAME` says. */
export interface UserCommand {
  readonly body: readonly ScriptLine[];
  readonly documentation?: string;
}

/** A line of a user-defined command with its arguments in place of `$arg0`, `$argc`, `$arg*`. */
export function filledIn(text: string, args: readonly string[]): string | undefined {
  const missing: string[] = [];
  const filled = text.replace(/\$arg(c|\*|\d+)/g, (_, which: string) => {
    if (which === 'c') return String(args.length);
    if (which === '*') return args.join(' ');
    const found = args[Number(which)];
    if (found === undefined) missing.push(which);
    return found ?? '';
  });
  return missing.length > 0 ? undefined : filled;
}

/** The arguments of a user-defined command: words, or what is in quotes. */
export function argumentWords(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[^\s"'])+/gs) ?? [];
}

/** Lines as gdb shows them, blocks indented. */
export function scriptLines(lines: readonly ScriptLine[], indent = 2): string[] {
  const before = ' '.repeat(indent);
  return lines.flatMap(({ text, body, otherwise }) => [
    before + text,
    ...(body ? scriptLines(body, indent + 2) : []),
    ...(otherwise ? [`${before}else`, ...scriptLines(otherwise, indent + 2)] : []),
    ...(body ? [`${before}end`] : []),
  ]);
}
