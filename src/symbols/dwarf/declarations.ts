// What a program declares at lines of its sources: functions with code, and types with names. For
// lists of a whole program; who looks for one name asks the name index.
import { joinSourcePath } from '../sourcePath';
import type { Type } from '../type';
import { DW_AT } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { FunctionReader } from './functions';
import { NameKind } from './nameColumns';
import type { NameIndex } from './nameIndex';
import { recordedPath, type SourceIndex } from './sourceIndex';
import { readString } from './strings';
import type { Types } from './types';
import type { Unit } from './unit';

/** A place in the sources; no line where the compiler says none. */
interface DeclaredPlace {
  /** Path as recorded. */
  readonly file: string;
  readonly line?: number;
  /** DW_LANG_… */
  readonly language: number | undefined;
}

/** A function with code of its own. */
export interface DeclaredFunction extends DeclaredPlace {
  /** With namespaces and types around it, without parameters. */
  readonly name: string;
  readonly linkageName?: string;
  /** Offset in .debug_info of its entry. */
  readonly offset: number;
  /** Whether other files see it. */
  readonly external: boolean;
}

/** A type with a name. */
export interface DeclaredType extends DeclaredPlace {
  readonly name: string;
  readonly type: Type;
}

/** Lists what units declare. */
export class Declarations {
  constructor(
    private readonly entries: Entries,
    private readonly functionReader: FunctionReader,
    private readonly sources: SourceIndex,
    private readonly index: NameIndex,
    private readonly types: Types,
  ) {}

  /** The functions that have code of their own, unit by unit. */
  async *functions(): AsyncGenerator<DeclaredFunction> {
    for await (const unit of this.entries.dwarf.allUnits()) {
      const { own } = await (await this.functionReader.of(unit)).all();
      for (const { offset, namedBy } of own.functions) {
        const entry = await this.entries.at(offset);
        const names = await this.entries.functionNames(namedBy);
        if (!entry || !names) continue;
        const { qualified: name, linkageName } = names;
        const description = await this.entries.describe(entry);
        yield {
          name,
          offset,
          external: description.flag(DW_AT.external),
          ...(linkageName !== undefined && { linkageName }),
          ...(await this.placeOf(unit, entry)),
        };
      }
    }
  }

  /** The types that have names, unit by unit. */
  async *namedTypes(): AsyncGenerator<DeclaredType> {
    for await (const unit of this.entries.dwarf.allUnits()) {
      for (const kind of [NameKind.tagged, NameKind.type]) {
        for (const offset of await this.index.allIn(unit, kind)) {
          const entry = await this.entries.at(offset);
          const description = entry && (await this.entries.describe(entry));
          const name = description && (await this.entries.qualifiedName(description));
          if (!entry || name === undefined || entry.flag(DW_AT.declaration)) continue;
          const type = await this.types.read(entry);
          yield { name, type, ...(await this.placeOf(unit, entry)) };
        }
      }
    }
  }

  /** The names of all enumerators, unit by unit. */
  async *enumerators(): AsyncGenerator<string> {
    for await (const unit of this.entries.dwarf.allUnits()) {
      for (const offset of await this.index.allIn(unit, NameKind.enumerator)) {
        const entry = await this.entries.at(offset);
        const name = entry && (await this.entries.text(entry, entry.value(DW_AT.name)));
        if (name !== undefined) yield name;
      }
    }
  }

  /** The source of each unit, by its recorded path, as the unit itself writes it. */
  async writtenFiles(): Promise<ReadonlyMap<string, string>> {
    const written = new Map<string, string>();
    for await (const unit of this.entries.dwarf.allUnits()) {
      const name = await readString(unit, unit.root.name);
      if (name === undefined) continue;
      written.set(joinSourcePath(await this.sources.directoryOf(unit), name), name);
    }
    return written;
  }

  private async placeOf(unit: Unit, entry: Entry): Promise<DeclaredPlace> {
    const description = await this.entries.describe(entry);
    const line = Number(description.number(DW_AT.decl_line) ?? 0n);
    const number = Number(description.number(DW_AT.decl_file) ?? 1n);
    const table = await this.entries.dwarf.lines(unit);
    const file = table?.file(number);
    const directory = await this.sources.directoryOf(unit);
    return {
      file: table && file ? recordedPath(table.header, file, directory) : '',
      ...(line > 0 && { line }),
      language: unit.root.language,
    };
  }
}
