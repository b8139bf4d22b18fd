// A debug console over a trace of the corpus, as a debug session has it.
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { DebugConsole } from '../../src/adapter/console/console';
import { SourceText } from '../../src/adapter/console/consoleState';
import { Evaluator } from '../../src/adapter/evaluation';
import { CodeWindow } from '../../src/disassembly/code';
import { Disassembler } from '../../src/disassembly/disassembler';
import { breakpointsOf } from '../breakpointsOf';
import { decoderHere } from '../capstone';
import { SourceLookup } from '../../src/trace/sourceLookup';
import { corpus } from './corpusTrace';
import { openTraced, type ProgramTrace } from './programTrace';

const scripts = path.join(import.meta.dirname, 'data/console');

/** A console and what it stands on. */
export interface ConsoleOfTrace extends ProgramTrace {
  /** What a line answers; a complaint begins with `ERR `. */
  readonly say: (line: string) => Promise<string>;
  readonly console: DebugConsole;
}

/** Opens a console; names are paths in the corpus. */
export async function openConsole(
  trace: string,
  program: string,
  sources: string,
  further: readonly string[] = [],
  prettyPrint = false,
): Promise<ConsoleOfTrace> {
  const opened = await openTraced({ trace, program, further, oracle: trace });
  const lookup = new SourceLookup(
    { sourceMap: {}, folders: [path.join(corpus, sources)] },
    async (file) => (await stat(file).catch(() => undefined))?.isFile() ?? false,
  );
  const decoder = await decoderHere();
  const logged: string[] = [];
  const console = new DebugConsole({
    trace: opened.trace,
    evaluator: new Evaluator(opened.trace, { prettyPrint }),
    prettyPrint,
    sources: new SourceText(lookup, (file) => readFile(file, 'utf8').catch(() => undefined)),
    substitutePaths: (rules) => {
      lookup.substitute(rules);
    },
    disassembly: {
      flavor: 'att',
      of(machine) {
        const code = CodeWindow.of(machine, opened.modules, this.flavor);
        if (!code) throw new Error('the processor is not known');
        return Promise.resolve(new Disassembler(decoder, code));
      },
    },
    log: (words) => {
      logged.push(words);
    },
    search: (find) => find({}),
    ...breakpointsOf(opened.trace, lookup),
    readScript: (name) => readFile(path.join(scripts, name), 'utf8').catch(() => undefined),
    goTo: (frame) => {
      opened.trace.cursor.moveTo(frame, lookup);
      return Promise.resolve();
    },
  });
  return {
    ...opened,
    console,
    say: async (line) => {
      try {
        const { value } = await console.run(line);
        const after = logged.splice(0).join('\n');
        if (after === '') return value;
        return value === '' ? after.replace(/^/gm, 'ERR ') : `${value}\n${after}`;
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        const before = logged.splice(0).join('\n');
        return before === '' ? said.replace(/^/gm, 'ERR ') : `${before}\n${said}`;
      }
    },
  };
}
