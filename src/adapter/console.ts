// gdb's commands in the debug console. Whatever is not one of them is an expression.

/** A command that was typed, or what is wrong with it. */
export type ConsoleCommand =
  | { readonly command: 'tfind'; readonly to: number | 'start' | 'next' | 'previous' }
  | { readonly command: 'print' | 'expression'; readonly text: string }
  | { readonly problem: string };

/** Reads a line of the debug console. */
export function readConsoleLine(line: string): ConsoleCommand {
  const text = line.trim();
  const tfind = /^tfind(?:\s+(.*))?$/.exec(text);
  if (tfind) return readTfind(tfind[1]?.trim() ?? '');
  const [, argument] = /^(?:p|print|inspect)(\/.*|\s.*)$/.exec(text) ?? [];
  // gdb shows the last value again; a variable may be called p.
  if (text === 'print') return { command: 'print', text: '$' };
  return argument === undefined
    ? { command: 'expression', text }
    : { command: 'print', text: argument.trim() };
}

function readTfind(argument: string): ConsoleCommand {
  if (argument === '') return { command: 'tfind', to: 'next' };
  if (argument === '-') return { command: 'tfind', to: 'previous' };
  if (argument === 'start') return { command: 'tfind', to: 'start' };
  const digits = /^(?:0[xX][0-9a-fA-F]+|\d+)$/.exec(argument);
  if (digits) return { command: 'tfind', to: Number(argument) };
  return {
    problem: `“tfind ${argument}” is not known here: use tfind N, tfind start, tfind (next) or tfind - (previous).`,
  };
}
