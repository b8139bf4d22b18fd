// The programs of the trace as DAP's modules: where each was loaded, and how that is known.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import { baseName } from '../trace/paths';
import type { ModuleList } from '../trace/moduleList';
import type { ClientPlaces } from './client';
import type { DebugContext } from './debugContext';

/** Up to `count` modules from `start` on; all where the client does not say. */
export function modulesBody(
  modules: ModuleList,
  start: unknown,
  count: unknown,
): DebugProtocol.ModulesResponse['body'] {
  const all = modulesOf(modules);
  const first = typeof start === 'number' ? Math.max(0, start) : 0;
  const end = typeof count === 'number' && count > 0 ? first + count : all.length;
  return { modules: all.slice(first, end), totalModules: all.length };
}

/** One module for each program in use, the traced one first. */
function modulesOf(modules: ModuleList): DebugProtocol.Module[] {
  return modules.all.map(({ program, slide, explanation }, id) => {
    const { path, elf } = program;
    const starts = program.loadedRanges.map(({ start }) => start);
    const lowest = starts.reduce((a, b) => (a < b ? a : b), starts[0] ?? 0n);
    return {
      id,
      name: baseName(path),
      path,
      symbolStatus: explanation,
      symbolFilePath: path,
      ...(elf.buildId !== undefined && { version: t('build id {0}', elf.buildId) }),
      ...(slide !== undefined && {
        addressRange: hexAddress(BigInt.asUintN(64, lowest + slide)),
      }),
    };
  });
}

/** A kernel names tens of thousands; those near the start of its line tables are listed. */
const maxSources = 2000;

/** DAP's loadedSources: the source files of the programs, with paths on this machine if found. */
export async function loadedSources(
  { trace, sources, stack }: DebugContext,
  places: ClientPlaces,
): Promise<DebugProtocol.LoadedSourcesResponse['body']> {
  const recorded = (await trace.modules.current.sourceFiles()).slice(0, maxSources);
  const listed = await Promise.all(
    recorded.map(async (file): Promise<DebugProtocol.Source> => {
      const found = await sources.find(file);
      return found.path === undefined
        ? stack.missing.source(file, found.tried)
        : { name: baseName(found.path), path: places.path(found.path) };
    }),
  );
  return { sources: listed };
}
