// Which programs belong to a trace: those chosen before, else what the workspace holds.
import type { ModuleManager } from '../trace/moduleManager';
import * as vscode from 'vscode';
import { useFoundProgram, useFurtherPrograms, type OpenProgram } from '../trace/programSearch';
import type { Trace } from '../trace/trace';
import type { ModuleState } from '../trace/moduleManager';
import { showError } from './notify';
import { elfFiles, type ElfFiles } from './programFiles';
import { ProgramChoices, type ChosenProgram } from './programChoices';

/** Finds the programs of traces, uses what the user chooses, and remembers it. */
export class TracePrograms {
  /** Searches under way, by trace: two faces that open one trace wait for one search. */
  private readonly searches = new WeakMap<Trace, Promise<void>>();
  private readonly memory: ProgramChoices;

  /** `open`: opens programs that are used. */
  constructor(
    memento: vscode.Memento,
    readonly open: OpenProgram,
  ) {
    this.memory = new ProgramChoices(memento);
  }

  /**
   * Gives a trace its programs, unless it has them or was given up on. Never rejects: where the
   * search fails, the trace's program state says so, and the next call searches again.
   */
  ensure(trace: Trace, file: vscode.Uri): Promise<void> {
    let search = this.searches.get(trace);
    if (!search) {
      search = this.find(trace, file).catch((error: unknown) => {
        this.searches.delete(trace);
        reportFailedSearch(trace, error);
      });
      this.searches.set(trace, search);
    }
    return search;
  }

  /** Files that may be programs of a trace, near ones first. */
  files(file: vscode.Uri): Promise<ElfFiles> {
    return elfFiles(file);
  }

  /**
   * Uses a program as the traced one, and remembers it. If it is refused, the previous one stays,
   * and the state says what is wrong.
   */
  async choose(trace: Trace, file: vscode.Uri, chosen: ChosenProgram): Promise<ModuleState> {
    const before = tracedIn(trace.modules);
    const state = await this.useTraced(trace.modules, chosen);
    if (state.state === 'problem') {
      if (before) await this.useTraced(trace.modules, before);
    } else {
      await this.memory.choose(file, chosen);
    }
    await this.useAllFurther(trace, file);
    return state;
  }

  /**
   * Uses a program in addition to the traced one, and remembers it. If it is refused, one of the
   * same path stays.
   */
  async add(modules: ModuleManager, file: vscode.Uri, chosen: ChosenProgram): Promise<ModuleState> {
    const state = await this.useFurther(modules, chosen);
    if (state.state !== 'problem') await this.memory.add(file, chosen);
    return state;
  }

  /** Stops using a program, and remembers that it is not wanted. */
  async remove(modules: ModuleManager, file: vscode.Uri, path: string): Promise<void> {
    await this.memory.remove(file, path);
    if (modules.traced.path !== path) {
      modules.remove(path);
      return;
    }
    modules.without('none', vscode.l10n.t('The program was removed: choose another.'));
    for (const further of this.memory.of(file).further) await this.useFurther(modules, further);
  }

  private async find(trace: Trace, file: vscode.Uri): Promise<void> {
    const { modules } = trace;
    modules.searching();
    const { traced } = this.memory.of(file);
    if (traced && modules.isSought) await this.useRemembered(modules, traced);
    if (modules.isSought) await this.search(trace, file);
    await this.useAllFurther(trace, file);
  }

  /** A program that was debugged with meanwhile stays. */
  private async useRemembered(modules: ModuleManager, chosen: ChosenProgram): Promise<void> {
    const { path, slide, sections } = chosen;
    const opened = await this.open(path, sections);
    if (!('problem' in opened)) await modules.useFound(opened, slide);
  }

  private async search(trace: Trace, file: vscode.Uri): Promise<void> {
    const { paths, note } = await this.wanted(file);
    await useFoundProgram(trace, paths, this.open);
    const { state, explanation } = trace.modules.traced;
    if (state === 'none' && note !== undefined)
      trace.modules.without('none', `${explanation} ${note}`);
  }

  /** Those that were chosen, then those to which the trace points. */
  private async useAllFurther(trace: Trace, file: vscode.Uri): Promise<void> {
    for (const further of this.memory.of(file).further)
      await this.useFurther(trace.modules, further);
    await useFurtherPrograms(trace, async () => (await this.wanted(file)).paths, this.open);
  }

  /** Opens and uses a program; if it is not used, the state says why. */
  private async useTraced(modules: ModuleManager, chosen: ChosenProgram): Promise<ModuleState> {
    const { path, slide, sections } = chosen;
    const opened = await this.open(path, sections);
    if (!('problem' in opened)) return modules.use(opened, slide);
    modules.without('problem', opened.problem, path);
    return modules.traced;
  }

  private async useFurther(modules: ModuleManager, chosen: ChosenProgram): Promise<ModuleState> {
    const { path, slide, sections } = chosen;
    const opened = await this.open(path, sections);
    if (!('problem' in opened)) return modules.add(opened, slide ?? (sections && 0n));
    return { state: 'problem', path, explanation: opened.problem };
  }

  private async wanted(file: vscode.Uri): Promise<ElfFiles> {
    const found = await elfFiles(file);
    const without = new Set(this.memory.of(file).without);
    return { ...found, paths: found.paths.filter((path) => !without.has(path)) };
  }
}

/** The traced program as it is in use. */
function tracedIn({ traced: program }: ModuleManager): ChosenProgram | undefined {
  const { state, path, slide, given } = program;
  const isUsed = state === 'placed' || state === 'unplaced';
  if (!isUsed || path === undefined) return undefined;
  return { path, ...(given && slide !== undefined && { slide }) };
}

/** A program in use stays: what failed then is the search for further ones. */
function reportFailedSearch(trace: Trace, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const sentence = vscode.l10n.t('The search for programs failed: {0}.', reason);
  if (trace.modules.isSought) trace.modules.without('problem', sentence);
  else showError(`${trace.recording.name}: ${sentence}`);
}
