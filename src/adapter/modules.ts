// The programs behind the trace, as DAP's modules: where each lay, and how that is known.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';
import { baseName } from '../trace/paths';
import type { Trace } from '../trace/trace';

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
