// The project's own code as a module to measure: what the benches ask of it, bundled once for each.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bundles modules and imports them as one.
 * @param {Record<string, readonly string[]>} exports names, by the module in src/ that has them
 * @returns {Promise<any>}
 */
export async function core(exports) {
  const lines = Object.entries(exports).map(
    ([module, names]) => `export { ${names.join(', ')} } from './src/${module}';`,
  );
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const outfile = join(folder, 'core.cjs');
  await build({
    stdin: { contents: lines.join('\n'), resolveDir: root, loader: 'ts' },
    bundle: true,
    outfile,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
  });
  const module = createRequire(outfile)(outfile);
  rmSync(folder, { recursive: true });
  return module;
}

/** What opens a trace with its program. */
export const opening = {
  'trace/openTraces': ['OpenTraces'],
  'symbols/openProgram': ['openProgram'],
  'platform/fileSource': ['FileSource', 'openFile'],
};

/**
 * Opens a trace, and its program unless there is none, and waits until all its frames are indexed.
 * @param {any} module what `core` gave for `opening` and more
 * @param {string} path
 * @param {string} [program]
 */
export async function openTrace(module, path, program) {
  const { trace } = await new module.OpenTraces(module.openFile, (name) => name).acquire(path);
  await trace.recording.indexed;
  if (program !== undefined) {
    const source = await module.FileSource.open(program);
    const opened = await module.openProgram(source, program);
    await trace.modules.use({ program: opened.program, dispose() {} }, undefined);
    await trace.recording.indexed;
  }
  return trace;
}
