// The programs behind the trace, as DAP's modules: where each lay, and how that is known.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import { baseName } from '../trace/paths';
import type { Trace } from '../trace/trace';
import type { ClientPlaces } from './client';
import type { DebugContext } from './debugContext';

/** Up to `count` modules from `start` on; all where the client does not say. */
export function modulesBody(
  trace: Pick<Trace, 'programs'>,
  start: unknown,
  count: unknown,
): DebugProtocol.ModulesResponse['body'] {
  const all = modulesOf(trace);
  const first = typeof start === 'number' ? Math.max(0, start) : 0;
  const end = typeof count === 'number' && count > 0 ? first + count : all.length;
  return { modules: all.slice(first, end), totalModules: all.length };
}

/** One module for each program in use, the traced one first. */
function modulesOf(trace: Pick<Trace, 'programs'>): DebugProtocol.Module[] {
  return trace.programs.list.map(({ program, slide, explanation }, id) => {
    const { path, elf } = program;
    const starts = program.loadedRanges.map(({ start }) => start);
    const lowest = starts.reduce((a, b) => (a < b ? a : b), starts[0] ?? 0n);
    return {
      ...{ id, name: baseName(path), path, symbolStatus: explanation, symbolFilePath: path },
      ...(elf.buildId !== undefined && { version: `build id ${elf.buildId}` }),
      ...(slide !== undefined && {
        addressRange: hexAddress(BigInt.asUintN(64, lowest + slide)),
      }),
    };
  });
}

// DAP's loadedSources: the files that the programs were made of, as far as a person can look through them.

/** A kernel names tens of thousands; those near the start of its line tables are listed. */
const maxSources = 2000;

/** The sources, those that are on this machine at their place here. */
export async function loadedSources(
  { trace, sources, stack }: DebugContext,
  places: ClientPlaces,
): Promise<DebugProtocol.LoadedSourcesResponse['body']> {
  const recorded = (await trace.programs.sourceFiles()).slice(0, maxSources);
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
