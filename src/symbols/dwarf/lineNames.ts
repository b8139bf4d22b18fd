// .debug_line_str: the names of files and folders. The headers of a program's line number programs
// share most of them.
import { lazy } from '../../bytes/cache';
import type { DebugSections } from './debugSections';
import { readStringAt } from './strings';

/** A section of fewer bytes is read at once. */
const maxBytes = 1 << 22;
/** Names that are kept of one file, and the most bytes of one. */
const keptNames = 1 << 16;
const maxNameLength = 1 << 16;

const utf8 = new TextDecoder();
const namesOfFiles = new WeakMap<DebugSections, LineNames>();

/** The names of one file. */
export class LineNames {
  private readonly texts = new Map<number, string>();
  /** The whole section, where it is not too big. */
  private bytes: Uint8Array | undefined;
  private readonly readWhole = lazy(async () => {
    const section = await this.sections.get('.debug_line_str');
    if (section.size < maxBytes) this.bytes = await section.read(0, section.size);
  });

  private constructor(private readonly sections: DebugSections) {}

  static of(sections: DebugSections): LineNames {
    const names = namesOfFiles.get(sections) ?? new LineNames(sections);
    namesOfFiles.set(sections, names);
    return names;
  }

  /** Whether `text` gives names; else they are read one by one. */
  async areAtHand(): Promise<boolean> {
    await this.readWhole();
    return this.bytes !== undefined;
  }

  /** The name at an offset of the section; undefined where there is none. */
  text(offset: number): string | undefined {
    const known = this.texts.get(offset);
    if (known !== undefined) return known;
    const { bytes } = this;
    if (!bytes || !(offset < bytes.length)) return undefined;
    const nul = bytes.indexOf(0, offset);
    const end = Math.min(offset + maxNameLength, nul < 0 ? bytes.length : nul);
    return this.keep(offset, utf8.decode(bytes.subarray(offset, end)));
  }

  /** The same, read from the section. */
  async read(offset: number): Promise<string | undefined> {
    const known = this.texts.get(offset);
    if (known !== undefined) return known;
    const text = await readStringAt(this.sections, '.debug_line_str', offset);
    return text === undefined ? undefined : this.keep(offset, text);
  }

  private keep(offset: number, text: string): string {
    if (this.texts.size >= keptNames) this.texts.clear();
    this.texts.set(offset, text);
    return text;
  }
}
