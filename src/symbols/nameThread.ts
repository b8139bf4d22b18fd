// The names of a big program take seconds to read. Where threads are available, each reads a share
// of the units, and returns columns of numbers. The walk is the same in any thread.
import { t } from '@vscode/l10n';
import type { SectionAddresses } from './elf';
import type { Diagnostic } from '../bytes/diagnostic';
import type { SeparateDebugFiles } from './separateDebugFiles';
import type { NameColumns } from './dwarf/nameColumns';
import type { UnitShare } from './dwarf/unit';
import type { ProgramFindings } from './findings';

/** Which names of which program are asked for: all that a thread needs to open it. */
export interface NameQuestion {
  readonly path: string;
  /** Size of the file in bytes: one of another size is another program. */
  readonly size: number;
  /** As its stamp has it (bytes/source.ts), where it has one. */
  readonly contents: string | undefined;
  /** Folders that hold debugging information of any program. */
  readonly folders: readonly string[];
  /** As SeparateDebugFiles has it. */
  readonly permitted?: readonly string[] | undefined;
  readonly layout: SectionAddresses | undefined;
  readonly share: UnitShare;
}

/** The names of a share of a program's units, and what was found wrong on the way. */
export interface NameAnswer {
  readonly columns: NameColumns;
  readonly diagnostics: readonly Diagnostic[];
  /** Files outside the permitted folders. */
  readonly withheld: readonly string[];
}

/** Reads names in other threads. */
export interface NameThread {
  /** How many threads can work at once. */
  readonly parallelism: number;
  /** Never rejects. `lost`: why no answer came. `closed`: nobody needs the answer any more. */
  ask(
    question: NameQuestion,
  ): Promise<
    { readonly answer: NameAnswer } | { readonly lost: string } | { readonly closed: true }
  >;
}

/** Smaller programs, in bytes, are read before a thread has started. */
export const worthAThread = 8 << 20;

const noNames: NameColumns = {
  starts: new Uint32Array(2),
  hashes: new Uint32Array(0),
  offsets: new Float64Array(0),
  skeletons: [],
};

/** Bytes of a program that keep one thread busy for longer than it takes to start another. */
const bytesOfShare = 128 << 20;

/**
 * Each thread has a heap, 10 MiB of pages and its abbreviations: memory must not grow with cores.
 */
const maxThreads = 8;

/** The names that threads read, by share of the units; undefined if a thread is lost. */
export async function readInThreads(
  thread: NameThread,
  question: Omit<NameQuestion, 'share'>,
  findings: ProgramFindings,
  companions: Pick<SeparateDebugFiles, 'withheld'>,
): Promise<readonly NameColumns[] | undefined> {
  const count = Math.min(maxThreads, thread.parallelism, Math.ceil(question.size / bytesOfShare));
  const shares = Array.from({ length: count }, (_, number) =>
    readInThread(thread, { ...question, share: { number, count } }, findings, companions),
  );
  const read = (await Promise.all(shares)).filter((columns) => columns !== undefined);
  return read.length === count ? read : undefined;
}

/**
 * The names that a thread reads; none if it was closed. Undefined, with a finding, if it is lost.
 */
async function readInThread(
  thread: NameThread,
  question: NameQuestion,
  findings: ProgramFindings,
  companions: Pick<SeparateDebugFiles, 'withheld'>,
): Promise<NameColumns | undefined> {
  const reply = await thread.ask(question);
  if ('closed' in reply) return noNames;
  if ('answer' in reply) {
    const { diagnostics, withheld } = reply.answer;
    for (const diagnostic of diagnostics) findings.add(diagnostic);
    if (withheld.length > 0) companions.withheld?.(withheld);
    return reply.answer.columns;
  }
  findings.add({
    severity: 'info',
    code: 'name-thread-lost',
    message: t(
      'The names of {0} could not be read in a thread of their own ({1}); they are read beside other work instead, which takes longer.',
      question.path,
      reply.lost,
    ),
  });
  return undefined;
}
