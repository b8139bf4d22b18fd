// The pages over their real host, as the tests in test/page have them, for a bench to measure.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './core.mjs';

/** @returns {Promise<any>} `TestedPage` and `writeManyFrames` */
export async function pageHarness() {
  // Below the project's folder, where it finds the packages that it imports.
  const folder = mkdtempSync(join(root, 'dist', 'bench-'));
  const outfile = join(folder, 'harness.mjs');
  await build({
    stdin: {
      contents: `
        export { TestedPage } from './test/page/testedPage';
        export { writeManyFrames } from './test/page/manyFrames';`,
      resolveDir: root,
      loader: 'ts',
    },
    absWorkingDir: root,
    bundle: true,
    outfile,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // vitest hands the tests pages that are built for them.
    alias: { vitest: './test/bench/shippedPages.mjs' },
  });
  const module = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return module;
}
