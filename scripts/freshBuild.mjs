// What vitest does before tests that start programs of dist/: builds them where a source is newer.
// `npm test` has packed them before, and runs all its tests with what it packed.
import { isBuiltOf, sourcesNow } from './steps/builtPrograms.mjs';
import { alone } from './steps/lock.mjs';

/** In the environment of tests of programs that are there, and stay as they are. */
export const programsAreBuilt = 'GDB_TRACEFILE_BUILT';

export default async function freshBuild() {
  if (process.env[programsAreBuilt] !== undefined || isBuiltOf(sourcesNow())) return;
  await alone(async () => {
    if (isBuiltOf(sourcesNow())) return;
    const { build } = await import('./build.mjs');
    await build({ minify: false });
  });
}
