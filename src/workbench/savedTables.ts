// What users chose of the tables of traces: columns, order, filter. Saved with the workspace, for
// the most recent traces.
import type { Memento, Uri } from 'vscode';

const key = 'tracefile.tables';
const filtersKey = 'tracefile.filters';
/** Traces for which a choice is saved. */
const maxTraces = 200;

/** Choices by trace file, as JSON that only the page reads. */
export class SavedTables {
  constructor(private readonly state: Memento) {}

  of(file: Uri): string | undefined {
    return this.all.find(([kept]) => kept === file.toString())?.[1];
  }

  keep(file: Uri, table: string): void {
    const name = file.toString();
    const others = this.all.filter(([kept]) => kept !== name);
    void this.state.update(key, [[name, table], ...others].slice(0, maxTraces));
  }

  /** Filters that the user saved, for all traces. */
  get filters(): readonly string[] {
    return this.state.get<string[]>(filtersKey, []);
  }

  set filters(filters: readonly string[]) {
    void this.state.update(filtersKey, filters);
  }

  /** The one used last comes first. */
  private get all(): readonly (readonly [file: string, table: string])[] {
    return this.state.get<[string, string][]>(key, []);
  }
}
