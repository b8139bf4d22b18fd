// Builds the pages once for a run of tests, from the sources as they are: never what an earlier
// build left behind.
import type { TestProject } from 'vitest/node';
import { pageFiles } from '../../scripts/build.mjs';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What the pages load, by name: `main.js`. */
    readonly pageFiles: Readonly<Record<string, string>>;
  }
}

export default async function build(project: TestProject): Promise<void> {
  project.provide('pageFiles', await pageFiles());
}
