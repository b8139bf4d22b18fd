// Sections made by hand, as DWARF's readers ask for them.
import type { ByteOrder } from '../../../src/bytes/cursor';
import { MemorySource } from '../../../src/bytes/source';
import type { DebugSections } from '../../../src/symbols/dwarf/debugSections';
import { ProgramFindings } from '../../../src/symbols/findings';
import { noBytes } from '../../../src/symbols/sectionBytes';
import { Writer } from './writer';

/** Sections of the contents given; those not given are empty. */
export function sectionsOf(
  contents: Readonly<Record<string, Writer | Uint8Array>>,
  order: ByteOrder = 'little',
  codeAtZero = false,
): DebugSections & { findings: ProgramFindings } {
  const sections = new Map(
    Object.entries(contents).map(([name, content]) => {
      const source = new MemorySource(content instanceof Writer ? content.bytes : content);
      return [name, Object.assign(source, { name, fileOffset: 0x1000 })];
    }),
  );
  return {
    order,
    codeAtZero,
    findings: new ProgramFindings(),
    fileSize: 1 << 20,
    bytesRead: 0,
    get: (name) => Promise.resolve(sections.get(name) ?? noBytes(name)),
  };
}
