// .gnu_debugdata: symbols of a stripped program, in an ELF file that is compressed by xz (gdb
// manual, "MiniDebugInfo"). Distributions put the functions there that .dynsym does not have.
import { t } from '@vscode/l10n';
import type * as Xz from 'xz-decompress';
import { MemorySource } from '../bytes/source';
import { readElf } from './elf';
import type { SectionBytes } from './sectionBytes';
import { mostUnpacked, Sections, Unpacked } from './sections';

export const miniDebugInfo = '.gnu_debugdata';
/** Small enough that a piece does not take long. */
const pieceSize = 16 * 1024;

/** The sections of the file in it; undefined where a program has none that can be read. */
export async function readMiniDebugInfo(program: Sections): Promise<Sections | undefined> {
  const stored = await program.get(miniDebugInfo);
  if (stored.size === 0) return undefined;
  const findings = program.findings.of(miniDebugInfo);
  const output = new Unpacked(mostUnpacked(stored.size));
  const problem = await unpack(stored, output);
  const source = new MemorySource(output.bytes);
  const elf = problem === undefined ? await readElf(source, findings) : undefined;
  if (elf) return new Sections(source, elf, findings);
  program.findings.add({
    severity: 'error',
    code: 'section-not-unpacked',
    message: t(
      'Section {0} could not be decompressed whole: {1}.',
      miniDebugInfo,
      problem ?? t('it holds no ELF file'),
    ),
    ...(stored.fileOffset !== undefined && { offset: stored.fileOffset }),
    found: t('{0} bytes', output.length),
  });
  return undefined;
}

/** The package is of CommonJS, and describes itself as if it were not. */
async function xz(): Promise<typeof Xz> {
  const loaded: unknown = await import('xz-decompress');
  return (loaded as { readonly default: typeof Xz }).default;
}

/** What stopped it early, if anything did. */
async function unpack(stored: SectionBytes, output: Unpacked): Promise<string | undefined> {
  let at = 0;
  const compressed = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const piece = await stored.read(at, pieceSize);
      at += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
  const { XzReadableStream } = await xz();
  const reader = new XzReadableStream(compressed).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      output.add(value);
    }
  } catch (error) {
    return error instanceof Error ? error.message : t('the stream is damaged');
  } finally {
    // One that is not read to its end would keep all others waiting.
    await reader.cancel().catch(() => undefined);
  }
}
