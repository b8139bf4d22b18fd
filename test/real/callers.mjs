// Removes all call frame information from real programs, and compares the callers that the code tells with
// those that the information gives:
//
//     node test/real/callers.mjs [PROGRAM…]
//
// for the programs of programs.mjs on x86-64, and, built by cross compilers, those of C and C++ on AArch64, Arm,
// RISC-V and s390x. Of each, 200 random instructions of 50 random functions are compared, and on x86-64 the stack at
// every frame of a recorded trace.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { setUp } from '../../scripts/setUp.mjs';
import { temporaryFolder } from '../../scripts/steps/childProcesses.mjs';
import { root } from '../../scripts/steps/paths.mjs';
import { run } from '../../scripts/steps/run.mjs';
import { buildProgram, crossBuilt } from './programs.mjs';
import { recipes } from './recipes.mjs';
import { recordTrace } from './traceOf.mjs';

/** Prefixes of the tools by processor. @type {Readonly<Record<string, string>>} */
const processors = {
  'x86-64': '',
  AArch64: 'aarch64-linux-gnu-',
  Arm: 'arm-linux-gnueabihf-',
  'RISC-V': 'riscv64-linux-gnu-',
  s390x: 's390x-linux-gnu-',
};

const named = process.argv.slice(2);
const chosen = recipes.filter(({ name }) => named.length === 0 || named.includes(name));
await setUp(['tests', 'real', 'compilers', 'crossCompilers']);
const folder = temporaryFolder('callers');
const net = join(folder, 'callerNet.cjs');
await esbuild.build({
  entryPoints: [join(root, 'test/real/callerNet.ts')],
  ...{ outfile: net, bundle: true, platform: 'node', format: 'cjs', external: ['vscode'] },
});
/** @type {typeof import('./callerNet')} */
const { callerCounts } = (await import(net)).default;

const sums = { instructions: 0, equal: 0, wrong: 0, stacks: 0, equalStacks: 0, wrongStacks: 0 };
for (const recipe of chosen) {
  for (const [processor, prefix] of Object.entries(processors)) {
    const isOwn = prefix === '';
    if (!isOwn && recipe.language === 'Rust') continue;
    const built = isOwn ? await buildProgram(recipe.name) : await crossBuilt(recipe, prefix);
    if (built === undefined) {
      console.log(`${recipe.name} ${processor}: not built`);
      continue;
    }
    const own = join(folder, `${recipe.name}-${processor}`);
    mkdirSync(own, { recursive: true });
    const stripped = join(own, 'stripped');
    const removed = ['.eh_frame', '.eh_frame_hdr', '.debug_frame'].flatMap((name) => ['-R', name]);
    await run(`${prefix}objcopy`, [...removed, built.path, stripped]);
    const trace = isOwn ? await tracedIn(built, own) : undefined;
    const counts = await callerCounts(built.path, stripped, trace);
    const { instructions, equal, wrong, unknown, stacks } = counts;
    const share = ((100 * equal) / Math.max(1, instructions)).toFixed(1);
    console.log(
      `${recipe.name} ${processor}: ${equal} of ${instructions} instructions equal (${share} %), ` +
        `${wrong.length} functions wrong, ${unknown.length} in part unknown; ` +
        `${stacks.equal} of ${stacks.all} stacks equal, ${stacks.ended} end earlier, ${stacks.wrong.length} wrong`,
    );
    for (const each of [...wrong, ...stacks.wrong].slice(0, 5)) console.log(`    ${each}`);
    sums.instructions += instructions;
    sums.equal += equal;
    sums.wrong += wrong.length;
    sums.stacks += stacks.all;
    sums.equalStacks += stacks.equal;
    sums.wrongStacks += stacks.wrong.length;
  }
}
console.log(sums);

/** @param {import('./programs.mjs').BuiltProgram} built @param {string} own a folder */
async function tracedIn({ path: program, args, cwd, libraries }, own) {
  const { trace } = await recordTrace({
    ...{ program, cwd, libraries, arguments: args.join(' '), at: [], count: 12, frames: 200 },
    ...{ live: false, folder: own },
  });
  return existsSync(trace) ? trace : undefined;
}
