// Measures what a person waits for on a big program, beside gdb, llvm-symbolizer and eu-addr2line on the same file: the first
// lookup of an address, further ones, names, memory, and how long the thread was held.
//
//     node test/bench/symbols.mjs PROGRAM [ADDRESS]
//
// A program that is big enough: the vmlinux of a Linux distribution's package of kernel symbols (Debian's
// linux-image-…-dbg). To measure it without .debug_aranges: objcopy -R .debug_aranges -R .rela.debug_aranges vmlinux OUT.
// ADDRESS is the start of the executable section that is largest unless it is given. Everything is done in a process of its own,
// three times, and the best is told: that of a machine with nothing else to do. Where a tool has no way to be asked
// without its start, the start is in its figure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './core.mjs';
import { figure, given, watchHolds } from './figures.mjs';

const rounds = 3;
/** How many further addresses are looked up, and how far apart they are. */
const further = { count: 200, step: 0x1000n };
/** Addresses after those: by then the JavaScript engine has compiled what is run for each. */
const afterwards = 1800;
const nameAskedFor = 'schedule';

/** Bundles the readers of programs and what reads names in a thread. Returns their paths. */
async function bundles(folder) {
  const modules = [
    'symbols/openProgram',
    'platform/fileSource',
    'platform/companionFiles',
    'platform/thread',
  ];
  const contents = modules.map((module) => `export * from './src/${module}';`).join('\n');
  const shared = { bundle: true, platform: 'node', target: 'node20', logLevel: 'error' };
  const core = join(folder, 'core.mjs');
  const worker = join(folder, 'symbolWorker.js');
  const stdin = { contents, resolveDir: root, loader: 'ts' };
  // Some of it looks for its own folder, or requires: a module does both under other names.
  const banner = {
    js: `import { createRequire } from 'node:module';
      const [__dirname, require] = [${JSON.stringify(folder)}, createRequire(import.meta.url)];`,
  };
  await build({ ...shared, stdin, outfile: core, format: 'esm', banner });
  await build({
    ...shared,
    entryPoints: [join(root, 'src/symbolWorker.ts')],
    outfile: worker,
    format: 'cjs',
    minify: true,
  });
  return { core, worker };
}

/** Milliseconds that an action takes, for one of `times`, and the longest for which the thread was held. */
async function timed(action, times = 1) {
  const holds = watchHolds();
  const begin = performance.now();
  for (let i = 0; i < times; i++) await action(i);
  const time = (performance.now() - begin) / times;
  return { time, held: holds() };
}

function largestCode({ loadedRanges }) {
  const size = ({ start, end }) => end - start;
  const code = loadedRanges.filter(({ executable }) => executable);
  return code.reduce((largest, each) => (size(each) > size(largest) ? each : largest)).start;
}

/** In a process of its own: what one kind of question costs. Prints it as JSON. */
async function measureOurs({ core, worker, path, what, given }) {
  const { openProgram, FileSource, CompanionFiles, Threads } = await import(pathToFileURL(core));
  const rest = process.memoryUsage().rss;
  const source = await FileSource.open(path);
  const companions = new CompanionFiles([]);
  const threads = what === 'names in a thread' ? new Threads(worker) : undefined;
  let opened;
  const figures = {};
  figures.open = await timed(async () => {
    opened = await openProgram(source, path, companions, undefined, threads);
  });
  if ('problem' in opened) throw new Error(opened.problem);
  const { program } = opened;
  const address = given === undefined ? largestCode(program) : BigInt(given);
  if (what === 'addresses') {
    figures.firstLine = await timed(() => program.lines.lineAt(address));
    figures.sameLine = await timed(() => program.lines.lineAt(address), 1000);
    figures.firstFunction = await timed(() => program.functionAt(address));
    figures.sameFunction = await timed(() => program.functionAt(address), 1000);
    const both = async (i) => {
      await program.lines.lineAt(address + BigInt(i + 1) * further.step);
      await program.functionAt(address + BigInt(i + 1) * further.step);
    };
    figures.further = await timed(both, further.count);
    figures.afterwards = await timed((i) => both(further.count + i), afterwards);
  } else {
    figures.names = await timed(() => program.names());
    figures.function = await timed(() => program.addressesOfFunction(nameAskedFor));
    const columns = (await program.names()).flatMap((each) => [
      each.hashes,
      each.offsets,
      each.starts,
    ]);
    figures.columns = columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }
  figures.memory = process.memoryUsage().rss - rest;
  figures.address = `0x${address.toString(16)}`;
  figures.wrong = program.diagnostics.map(({ message }) => message);
  await source.close();
  console.log(JSON.stringify(figures));
}

/** The best of several rounds, figure by figure. */
function bestOfRounds(round) {
  const all = Array.from({ length: rounds }, round);
  const least = (key) => {
    const values = all.map((each) => each[key]);
    if (typeof values[0] === 'number') return Math.min(...values);
    return values[0]?.time === undefined
      ? values[0]
      : values.reduce((best, each) => (each.time < best.time ? each : best));
  };
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, least(key)]));
}

function ours(question) {
  return bestOfRounds(() => {
    const self = fileURLToPath(import.meta.url);
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [self, '--ours', JSON.stringify(question)],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  });
}

/**
 * Milliseconds of a whole process, and its memory in bytes where /usr/bin/time tells it; undefined where the tool is not
 * installed. A tool that does not know the address counts: it has looked for it.
 */
function runTool(tool, args, input) {
  const begin = performance.now();
  const { error } = spawnSync(tool, args, { input, stdio: ['pipe', 'ignore', 'ignore'] });
  if (error) return undefined;
  const time = performance.now() - begin;
  const { stderr } = spawnSync('/usr/bin/time', ['-f', '%M', tool, ...args], {
    input,
    encoding: 'utf8',
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const kilobytes = Number(stderr?.trim().split('\n').at(-1) ?? NaN);
  return { time, memory: Number.isNaN(kilobytes) ? undefined : 1024 * kilobytes };
}

function bestOfTool(tool, args, input) {
  const all = Array.from({ length: rounds }, () => runTool(tool, args, input));
  return all.reduce((best, each) => (best && each && each.time < best.time ? each : best));
}

/** The addresses after the first. */
const furtherFrom = (address) =>
  Array.from(
    { length: further.count },
    (_, i) => `0x${(BigInt(address) + BigInt(i + 1) * further.step).toString(16)}`,
  );

/** `run`: gives what a tool takes for addresses. */
function lookUps(address, run) {
  const one = run([address]);
  const many = run([address, ...furtherFrom(address)]);
  return { ...one, further: one && many && Math.max(0, many.time - one.time) / further.count };
}

function addressTool(tool, args, address) {
  return lookUps(address, (addresses) => bestOfTool(tool, args, `${addresses.join('\n')}\n`));
}

function gdb(path, commands) {
  return bestOfTool('gdb', ['-nx', '-batch', ...commands.flatMap((each) => ['-ex', each]), path]);
}

const toolNames = ['eu-addr2line', 'llvm-symbolizer', 'gdb'];

/** Figures of the tools that are installed, in their order. */
function beside(values) {
  const named = values.map((value, i) => [toolNames[i], value]);
  return { beside: Object.fromEntries(named.filter(([, value]) => value !== undefined)) };
}

function timeFigures(what, { time, held }, more) {
  figure(`symbols: ${what}`, time, 'ms', more);
  figure(`symbols: ${what}, longest hold`, held, 'ms', { limit: { most: 50 } });
}

const mebibytes = (bytes) => (bytes === undefined ? undefined : bytes / 2 ** 20);

async function measureAll(path, given) {
  const folder = mkdtempSync(join(tmpdir(), 'symbols-'));
  try {
    const question = { ...(await bundles(folder)), path, given };
    return {
      addresses: ours({ ...question, what: 'addresses' }),
      inThread: ours({ ...question, what: 'names in a thread' }),
      inSlices: ours({ ...question, what: 'names' }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measureTools(path, address) {
  const line = (each) => `info line *${each}`;
  return {
    tools: [
      addressTool('eu-addr2line', ['-f', '-i', '-e', path], address),
      addressTool('llvm-symbolizer', ['-e', path], address),
      lookUps(address, (addresses) => gdb(path, addresses.map(line))),
    ],
    gdbName: gdb(path, [`info address ${nameAskedFor}`]),
  };
}

async function main(path, address) {
  const { addresses, inThread, inSlices } = await measureAll(path, address);
  const { tools, gdbName } = measureTools(path, addresses.address);
  timeFigures('open', addresses.open);
  const starts = tools.map((tool) => tool.time);
  timeFigures('first line, after open (tools: with start)', addresses.firstLine, beside(starts));
  timeFigures('first function, after that', addresses.firstFunction);
  figure('symbols: the same line again', addresses.sameLine.time, 'ms');
  figure('symbols: the same function again', addresses.sameFunction.time, 'ms');
  const each = tools.map((tool) => tool.further);
  timeFigures(
    `line and function of ${further.count} others, each`,
    addresses.further,
    beside(each),
  );
  timeFigures(`… and of ${afterwards} after those, each`, addresses.afterwards, beside(each));
  const memory = tools.map((tool) => mebibytes(tool.memory));
  figure('symbols: memory for these', mebibytes(addresses.memory), 'MiB', beside(memory));
  const ofGdb = (value) => beside([undefined, undefined, value]);
  timeFigures('all names, in a thread', inThread.names, ofGdb(gdbName?.time));
  figure('symbols: all names, in slices', inSlices.names.time, 'ms');
  timeFigures(`then the functions called ${nameAskedFor}`, inThread.function);
  const nameMemory = ofGdb(mebibytes(gdbName?.memory));
  figure('symbols: memory for the names', mebibytes(inThread.memory), 'MiB', nameMemory);
  figure('symbols: of it, what is kept', mebibytes(inThread.columns), 'MiB');
  for (const message of [...addresses.wrong, ...inThread.wrong]) console.log(message);
}

const [first, second] = given;
if (first === undefined) throw new Error('Which program? See the first lines of this file.');
if (first === '--ours') await measureOurs(JSON.parse(second));
else await main(first, second);
