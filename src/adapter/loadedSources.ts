// DAP's loadedSources: the files that the programs were made of, as far as a person can look through them.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { baseName } from '../trace/paths';
import type { ClientPlaces } from './client';
import type { Debuggee } from './debuggee';

/** A kernel names tens of thousands; those near the start of its line tables are listed. */
const mostSources = 2000;

/** The sources, those that are on this machine at their place here. */
export async function loadedSources(
  { trace, sources, stack }: Debuggee,
  places: ClientPlaces,
): Promise<DebugProtocol.LoadedSourcesResponse['body']> {
  const recorded = (await trace.programs.sourceFiles()).slice(0, mostSources);
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
