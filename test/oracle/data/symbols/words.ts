// The programs that record.sh compiled and those of the corpus, and what the tools said of them.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../../src/bytes/source';
import { type Program } from '../../../../src/symbols/program';
import { openProgram } from '../../../../src/symbols/openProgram';

const here = import.meta.dirname;
const corpus = path.join(here, '../../../corpus');

/** Kinds of words: what follows the program's name in a file's name. */
export type Kind = 'addr2line' | 'decodedline' | 'gdb' | 'headers' | 'rows' | 'symbols';

/** The names of all programs of which words of a kind were recorded. */
export function programsWith(kind: Kind): string[] {
  return readdirSync(path.join(here, 'words'))
    .filter((name) => name.endsWith(`.${kind}.txt`))
    .map((name) => name.slice(0, -`.${kind}.txt`.length));
}

/** What a tool said of a program, line by line. */
export function words(program: string, kind: Kind): string[] {
  return readFileSync(path.join(here, 'words', `${program}.${kind}.txt`), 'utf8').split('\n');
}

/** The bytes of a program. */
export function programBytes(program: string): Uint8Array {
  const [, folder, name] = /^corpus-([^-]+)-(.*)$/.exec(program) ?? [];
  return readFileSync(
    folder && name ? path.join(corpus, folder, name) : path.join(here, 'programs', program),
  );
}

/** A program of the recording, opened. */
export async function openRecorded(name: string): Promise<Program> {
  const opened = await openProgram(new MemorySource(programBytes(name)), name);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

/** What gdb answered, by the question that was asked. */
export function gdbAnswers(program: string, mark: '@' | '!' | ':'): Map<string, string[]> {
  const answers = new Map<string, string[]>();
  let answer: string[] | undefined;
  for (const line of words(program, 'gdb')) {
    if (/^[@!:] /.test(line)) {
      answer = [];
      if (line.startsWith(mark)) answers.set(line.slice(2), answer);
    } else {
      answer?.push(line);
    }
  }
  return answers;
}
