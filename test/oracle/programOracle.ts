// What gdb said of a trace's program, stack frame by stack frame: the oracles of
// test/corpus/programs. README.md there says what was asked and how.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { corpus } from './corpusTrace';

/** A question and gdb's answer. */
export interface Answer {
  /** The command: `info locals`, `print *list`. */
  readonly question: string;
  readonly lines: readonly string[];
}

/** What gdb said of one frame of the trace. */
export interface FrameAnswers {
  readonly frame: number;
  /** The lines of `bt`. */
  readonly stack: readonly string[];
  /** Asked where the debugger stands: in the innermost stack frame. */
  readonly innermost: readonly Answer[];
  /** By level, asked after `frame LEVEL`. */
  readonly levels: ReadonlyMap<number, readonly Answer[]>;
}

/** gdb 13.1 did not survive some questions: they have no answer. */
const died = 'ERR gdb died';

/** Reads an oracle, named as its file without `.oracle.txt`. */
export function parseOracle(name: string): FrameAnswers[] {
  const text = readFileSync(path.join(corpus, `${name}.oracle.txt`), 'utf8');
  return text
    .split(/^=== FRAME (?=\d+$)/m)
    .slice(1)
    .map((section) => frameAnswers(Number.parseInt(section, 10), answersIn(section)));
}

function answersIn(section: string): Answer[] {
  return section
    .split(/^--- /m)
    .slice(1)
    .map((answer) => {
      const [question = '', ...lines] = answer.replace(/\n+$/, '').split('\n');
      return { question, lines };
    });
}

function frameAnswers(frame: number, answers: readonly Answer[]): FrameAnswers {
  const innermost: Answer[] = [];
  const levels = new Map<number, Answer[]>();
  let asked = innermost;
  for (const answer of answers) {
    const [, level] = /^frame (\d+)$/.exec(answer.question) ?? [];
    if (level !== undefined) levels.set(Number(level), (asked = []));
    else if (answer.lines[0] !== died) asked.push(answer);
  }
  const stack = innermost.find(({ question }) => question === 'bt')?.lines ?? [];
  return { frame, stack, innermost: innermost.filter(({ question }) => question !== 'bt'), levels };
}
