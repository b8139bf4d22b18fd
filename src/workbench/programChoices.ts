// Which programs the user chose for a trace, and where they were loaded, saved with the workspace.
import type { SectionAddresses } from '../symbols/elf';
import type * as vscode from 'vscode';
import { hexAddress } from '../bytes/hex';

/** Where a program was loaded, as the user gave it. */
export interface Placing {
  /** Run-time address minus link-time address; absent where the trace's addresses say it. */
  readonly slide?: bigint;
  /** Of a file that was never linked: where its sections were loaded. */
  readonly sections?: SectionAddresses;
}

/** A program that the user chose. */
export interface ChosenProgram extends Placing {
  readonly path: string;
}

/** What is remembered of one trace. */
interface ChosenPrograms {
  readonly traced?: ChosenProgram;
  readonly further: readonly ChosenProgram[];
  /** Paths of programs that were removed: a search finds them no more. */
  readonly without: readonly string[];
}

/** A program as the workspace's state keeps it. */
interface SavedProgram {
  readonly path: string;
  readonly slide?: string;
  readonly sections?: Readonly<Record<string, string>>;
}

interface SavedPrograms {
  readonly traced?: SavedProgram;
  readonly further: readonly SavedProgram[];
  readonly without: readonly string[];
}

/** The choices of all traces of a workspace. */
export class ProgramChoices {
  constructor(private readonly memento: vscode.Memento) {}

  of(file: vscode.Uri): ChosenPrograms {
    const saved = this.memento.get<SavedPrograms>(key(file));
    if (!saved) return { further: [], without: [] };
    const { traced, further, without } = saved;
    return { ...(traced && { traced: read(traced) }), further: further.map(read), without };
  }

  /** Remembers the traced program, and that it was not removed. */
  async choose(file: vscode.Uri, traced: ChosenProgram): Promise<void> {
    const { further, without } = this.of(file);
    await this.save(file, { traced, further, without: except(without, traced.path) });
  }

  /** Remembers a further program, in the place of one of the same path. */
  async add(file: vscode.Uri, program: ChosenProgram): Promise<void> {
    const { further, without, ...rest } = this.of(file);
    const others = further.filter(({ path }) => path !== program.path);
    await this.save(file, {
      ...rest,
      further: [...others, program],
      without: except(without, program.path),
    });
  }

  /** Remembers that a program is not wanted. */
  async remove(file: vscode.Uri, removed: string): Promise<void> {
    const { traced, further, without } = this.of(file);
    await this.save(file, {
      ...(traced && traced.path !== removed && { traced }),
      further: further.filter(({ path }) => path !== removed),
      without: [...except(without, removed), removed],
    });
  }

  private async save(file: vscode.Uri, chosen: ChosenPrograms): Promise<void> {
    const { traced, further, without } = chosen;
    const saved: SavedPrograms = {
      ...(traced && { traced: write(traced) }),
      further: further.map(write),
      without,
    };
    await this.memento.update(key(file), saved);
  }
}

function key(file: vscode.Uri): string {
  return `programs:${file.toString()}`;
}

function except(paths: readonly string[], path: string): string[] {
  return paths.filter((each) => each !== path);
}

function write({ path, slide, sections }: ChosenProgram): SavedProgram {
  const addresses = [...(sections ?? [])].map(([name, at]) => [name, hexAddress(at)] as const);
  return {
    path,
    ...(slide !== undefined && { slide: hexAddress(slide) }),
    ...(sections && { sections: Object.fromEntries(addresses) }),
  };
}

function read({ path, slide, sections }: SavedProgram): ChosenProgram {
  const addresses = Object.entries(sections ?? {}).map(([name, at]) => [name, BigInt(at)] as const);
  return {
    path,
    ...(slide !== undefined && { slide: BigInt(slide) }),
    ...(sections && { sections: new Map(addresses) }),
  };
}

const address = /^(?:0[xX][0-9a-fA-F]{1,16}|\d{1,19})$/;

/**
 * A slide: an address, or `auto` (or nothing) to find it from the trace; undefined for other text.
 */
export function readSlide(text: string): bigint | 'auto' | undefined {
  const typed = text.trim();
  if (typed === '' || typed === 'auto') return 'auto';
  return address.test(typed) ? BigInt(typed) : undefined;
}

/**
 * Section addresses as `.text=0xffffffffc0401000 .data=0x…`, with spaces, commas or colons between,
 * as `/sys/module/NAME/sections` gives them; undefined for other text.
 */
export function readSections(text: string): SectionAddresses | undefined {
  const words = text.split(/[\s,;=:]+/).filter((word) => word !== '');
  const sections = new Map<string, bigint>();
  for (let i = 0; i < words.length; i += 2) {
    const [name = '', at = ''] = words.slice(i, i + 2);
    if (!name.startsWith('.') || !address.test(at)) return undefined;
    sections.set(name, BigInt(at));
  }
  return sections;
}
