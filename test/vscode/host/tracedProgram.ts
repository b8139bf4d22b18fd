// A program to record, built where the tests run. It goes on for a while and ends by itself; with
// an argument it goes on for ever, or crashes where that begins with a c, and makes the file that a
// second one names once its first hits are made. Then it hits so seldom that no target's buffer is
// full before a slow machine has looked.
import { execFileSync } from 'node:child_process';
import type * as vscode from 'vscode';
import { textFile } from './workspace';

const source = `#include <unistd.h>
static int total;
int work(int n, const char *name)
{
  int twice = 2 * n;
  total += twice;
  return total;
}
int main(int argc, char **argv)
{
  for (int i = 0; i < 20; i++) work(i, "gdb");
  if (argc > 2) { work(total, argv[1]); symlink(argv[0], argv[2]); }
  if (argc > 1 && argv[1][0] == 'c') *(volatile int *)0 = total;
  if (argc > 1) for (;;) { work(total, argv[1]); usleep(100000); }
  return 0;
}
`;

/** Line at which it crashes. */
export const crashingLine = 13;

/** Line of `total += twice` in the program's source, from 1. */
export const addingLine = 6;

/** A program with its source. */
export interface TracedProgram {
  readonly source: vscode.Uri;
  readonly path: string;
}

/** Builds the program, which any system can place as it likes. */
export async function buildProgram(name: string): Promise<TracedProgram> {
  const uri = await textFile(`${name}.c`, source);
  const path = uri.fsPath.replace(/\.c$/, '');
  execFileSync('gcc', ['-g', '-O0', '-o', path, uri.fsPath]);
  return { source: uri, path };
}
