// The pretty printers of a trace: those of the libraries, and the types of Natvis files, which come
// before them. The debug console switches them as gdb does.
import { natvisPrinters } from '../expressions/natvis/visualizer';
import { readNatvis, type FileProblem } from '../expressions/natvis/natvisFile';
import { libraries, presentBy, type PrinterCollection } from '../values/pretty/libraries';
import type { Printer } from '../values/pretty/presentation';
import type { Presentation, Printers, Value, ValueBudget } from '../values/value';
import { Emitter, type Disposable } from './emitter';
import { baseName } from './paths';

/** What is wrong in a Natvis file. */
export interface NatvisProblem extends FileProblem {
  readonly path: string;
}

/** Printers that are switched together, or one by one where they have names. */
export interface SwitchedCollection {
  readonly name: string;
  isEnabled: boolean;
  /** None for a library, which is switched as a whole. */
  readonly parts: readonly { readonly name: string; isEnabled: boolean }[];
}

interface Collection extends SwitchedCollection {
  readonly printers: readonly Printer[];
}

interface OpenFile {
  readonly text: string;
  readonly collection: Collection;
  readonly problems: FileProblem[];
}

/** More problems of one file say nothing new. */
const maxProblems = 100;

/** The printers by which the values of a trace are shown. */
export class TracePrinters implements Printers, Disposable {
  private readonly files = new Map<string, OpenFile>();
  private readonly ofLibraries = libraries.map(ofLibrary);
  private enabled: readonly Printer[] = [];
  private readonly found = new Emitter<NatvisProblem>();
  /** A problem of a file was found: when it was read, or when a value was shown. */
  readonly onDidFindProblem = this.found.event;

  /** `changed`: values may be shown in another way now. */
  constructor(private readonly changed: () => void) {
    this.choose();
  }

  readonly present = (value: Value, budget?: ValueBudget): Promise<Presentation | undefined> =>
    presentBy(this.enabled, value, budget);

  /** All of them, the first that counts first. */
  get collections(): readonly SwitchedCollection[] {
    return this.all;
  }

  /** What is known to be wrong in the files. */
  get problems(): readonly NatvisProblem[] {
    return [...this.files].flatMap(([path, { problems }]) =>
      problems.map((problem) => ({ path, ...problem })),
    );
  }

  /**
   * Uses the texts of Natvis files, by their paths, from now on; a file without one no longer. The
   * file that came first counts first.
   */
  use(texts: Iterable<readonly [path: string, text: string | undefined]>): void {
    let isOther = false;
    for (const [path, text] of texts) {
      const before = this.files.get(path);
      if (before?.text === text) continue;
      isOther = true;
      if (text === undefined) this.files.delete(path);
      else this.read(path, text, before?.collection.isEnabled ?? true);
    }
    if (isOther) this.refresh();
  }

  /** After collections or their parts were switched. */
  refresh(): void {
    this.choose();
    this.changed();
  }

  dispose(): void {
    this.found.dispose();
  }

  private get all(): readonly Collection[] {
    return [...[...this.files.values()].map(({ collection }) => collection), ...this.ofLibraries];
  }

  private read(path: string, text: string, isEnabled: boolean): void {
    const problems: FileProblem[] = [];
    const report = (problem: FileProblem): void => {
      const isKnown = problems.some(
        (each) => each.line === problem.line && each.problem === problem.problem,
      );
      if (isKnown || problems.length >= maxProblems) return;
      problems.push(problem);
      this.found.fire({ path, ...problem });
    };
    const file = readNatvis(text);
    const printers = natvisPrinters(file, report);
    const parts = printers.map(({ name }) => ({ name, isEnabled: true }));
    const collection = { name: baseName(path), isEnabled, parts, printers };
    this.files.set(path, { text, collection, problems });
    file.problems.forEach(report);
  }

  private choose(): void {
    this.enabled = this.all
      .filter(({ isEnabled }) => isEnabled)
      .flatMap(({ printers, parts }) => printers.filter((_, i) => parts[i]?.isEnabled ?? true));
  }
}

function ofLibrary({ name, printers }: PrinterCollection): Collection {
  return { name, isEnabled: true, parts: [], printers };
}
