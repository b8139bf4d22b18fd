// The programs that record.sh compiled, and what gdb said of them.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { MemorySource } from '../../../../src/bytes/source';
import { type Program } from '../../../../src/symbols/program';
import { openProgram } from '../../../../src/symbols/openProgram';

const here = import.meta.dirname;

/** A variable or parameter, with its type as `shape` writes it. */
export interface SaidVariable {
  readonly name: string;
  readonly type: string;
  readonly kind: 'none' | 'constant' | 'static' | 'computed';
  readonly line: number;
  readonly parameter: boolean;
}

/** A value that gdb's script wrote. */
export type Said =
  | {
      readonly what: 'type';
      readonly name: string;
      readonly tag: 'struct' | 'union' | 'enum' | null;
      readonly described: string;
    }
  | { readonly what: 'enumerator'; readonly name: string; readonly value: string }
  | (SaidVariable & {
      readonly what: 'global';
      readonly external: boolean;
      readonly address?: number;
    })
  | {
      readonly what: 'scopes';
      readonly pc: number;
      /** Innermost first. */
      readonly blocks: readonly {
        readonly function: string | null;
        readonly variables: readonly SaidVariable[];
      }[];
    };

/** A value that the script around llvm-dwarfdump wrote. Expressions are its text. */
export type SaidLocation =
  | { readonly what: 'expression'; readonly offset: number; readonly text: string }
  /** First address, the one after the last, and the expression. */
  | {
      readonly what: 'list';
      readonly offset: number;
      readonly ranges: readonly (readonly [string, string, string])[];
    }
  | {
      readonly what: 'calls';
      /** Of the function. */
      readonly offset: number;
      readonly sites: readonly {
        readonly pc: string;
        readonly tail: boolean;
        /** Where a parameter is, and its value. */
        readonly values: readonly (readonly [string, string | null])[];
      }[];
    };

/** The names of all recorded programs. */
export const programs = readdirSync(path.join(here, 'words')).map((name) =>
  name.replace(/\.jsonl$/, ''),
);

/** The names of those whose locations were recorded. */
export const located = readdirSync(path.join(here, 'locations')).map((name) =>
  name.replace(/\.jsonl$/, ''),
);

/** A recorded program, opened. */
export async function openRecorded(name: string): Promise<Program> {
  const bytes = readFileSync(path.join(here, 'programs', name));
  const opened = await openProgram(new MemorySource(bytes), name);
  if ('problem' in opened) throw new Error(opened.problem);
  return opened.program;
}

/** What gdb said of a program. */
export function said(name: string): Said[] {
  return linesOf('words', name).map((line) => JSON.parse(line) as Said);
}

/** What llvm-dwarfdump said of a program. */
export function saidLocations(name: string): SaidLocation[] {
  return linesOf('locations', name).map((line) => JSON.parse(line) as SaidLocation);
}

function linesOf(folder: string, name: string): string[] {
  const text = readFileSync(path.join(here, folder, `${name}.jsonl`), 'utf8');
  // gdb's spelling of the name is none of C's.
  const inC = text.replaceAll('unsigned int __int128', 'unsigned __int128');
  return inC.split('\n').filter((line) => line !== '');
}
