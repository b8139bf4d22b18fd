// Measures what a person waits for on a big program: the first lookup of an address, later ones, and the indices of names
// and files; beside it what gdb, llvm-symbolizer, eu-addr2line and addr2line take for the first, where they are installed.
//
//     node test/bench/symbols.mjs PROGRAM [ADDRESS]
//
// A program that is big enough: the vmlinux of a Linux distribution's package of kernel symbols (Debian's
// linux-image-…-dbg). To measure it without .debug_aranges: objcopy -R .debug_aranges -R .rela.debug_aranges vmlinux OUT.
// ADDRESS is the start of the executable section that is largest unless it is given. Prints milliseconds and MiB, and in
// brackets the processor's time, which says more on a machine that is shared.
import { spawnSync } from 'node:child_process';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [path, givenAddress] = process.argv.slice(2);
if (path === undefined) throw new Error('Which program? See the first lines of this file.');

/** The readers of programs, as a module. */
async function core() {
  const entry = `export { openProgram } from './src/symbols/program'; export { FileSource } from './src/platform/fileSource';`;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20' },
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
  );
}

function report(what, value, unit, ...more) {
  console.log(`${what.padEnd(50)} ${value.toFixed(2).padStart(10)} ${unit}`, ...more);
}

async function timed(what, action, times = 1) {
  const begin = performance.now();
  const used = process.cpuUsage();
  let result;
  for (let i = 0; i < times; i++) result = await action();
  const { user, system } = process.cpuUsage(used);
  const processor = (user + system) / 1000 / times;
  report(what, (performance.now() - begin) / times, 'ms', `(${processor.toFixed(2)} ms)`);
  return result;
}

const resident = () => process.memoryUsage().rss / 2 ** 20;

function largestCode({ loadedRanges }) {
  const size = ({ start, end }) => end - start;
  const code = loadedRanges.filter(({ executable }) => executable);
  return code.reduce((largest, each) => (size(each) > size(largest) ? each : largest)).start;
}

async function measureProgram() {
  const { openProgram, FileSource } = await core();
  const before = resident();
  const source = await FileSource.open(path);
  const opened = await timed('open', () => openProgram(source, path));
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const address = givenAddress === undefined ? largestCode(program) : BigInt(givenAddress);
  const line = await timed('first line of an address', () => program.lineAt(address));
  const named = await timed('first function of an address', () => program.functionAt(address));
  report('memory since the start', resident() - before, 'MiB');
  console.log(`  0x${address.toString(16)}: ${named?.name} at ${line?.file}:${line?.line}`);
  await timed('the same line again', () => program.lineAt(address), 1000);
  await timed('the same function again', () => program.functionAt(address), 1000);
  await timed('first symbol of an address', () => program.symbolAt(address));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await timed('index of all functions by name', () => program.addressesOfFunction('main'));
  report('memory since the start', resident() - before, 'MiB');
  const files = await timed('index of all source files', () => program.sourceFiles());
  delay.disable();
  report('longest time without the event loop', delay.max / 1e6, 'ms');
  report('memory since the start', resident() - before, 'MiB', `${files.length} files`);
  await source.close();
  return `0x${address.toString(16)}`;
}

/** The time of a whole process: these tools have no other way to be asked. */
function measureTool(tool, args) {
  const begin = performance.now();
  const { error, status } = spawnSync(tool, args, { encoding: 'utf8', stdio: 'pipe' });
  if (error || status !== 0) console.log(`${tool.padEnd(50)}  not installed, or failed`);
  else report(`${tool}, from start to end`, performance.now() - begin, 'ms');
}

const address = await measureProgram();
measureTool('eu-addr2line', ['-f', '-i', '-e', path, address]);
measureTool('llvm-symbolizer', ['-e', path, address]);
measureTool('addr2line', ['-f', '-i', '-e', path, address]);
measureTool('gdb', ['-nx', '-batch', '-ex', `info line *${address}`, path]);
