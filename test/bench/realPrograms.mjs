// Measures what a person waits for on programs that nobody here wrote, over the adapter on stdio, beside gdb on the same
// trace: launch to the first stop with stack and variables against gdb's whole session with the same questions, then
// commands of the console that take long on such programs.
//
//     npm run bench -- realPrograms [--programs FOLDER]
//
// FOLDER has programs, each with its trace: NAME and NAME.tf. Without one, those named below are built and recorded, as the suite
// `real` does it (test/real). Both are measured with their start, wall and processor time, `rounds` times; the best is told:
// that of a machine with nothing else to do.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { DebugClient } from '@vscode/debugadapter-testsupport';
import { setUp } from '../../scripts/setUp.mjs';
import { buildProgram } from '../real/programs.mjs';
import { realFolder } from '../real/sources.mjs';
import { recordTrace } from '../real/traceOf.mjs';
import { root } from './core.mjs';
import { figure, given } from './figures.mjs';

const rounds = 3;
/** Of test/real/recipes.mjs: one big unit of C, C++ of many units, C++ of templates. */
const names = ['sqlite', 'leveldb', 'json'];
/** Commands of the console; the second time what the first one read is there. */
const commands = ['bt', 'bt -2', 'print main', 'print main'];

/** A program with its trace, by paths. @typedef {{ name: string, program: string, trace: string }} Traced */

/** @param {string} folder @returns {Traced[]} */
function programsIn(folder) {
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, `${name}.tf`)))
    .map((name) => ({ name, program: join(folder, name), trace: join(folder, `${name}.tf`) }));
}

/** @param {string} name @returns {Promise<Traced>} */
async function recorded(name) {
  const { path: program, args, cwd } = await buildProgram(name);
  const { trace } = await recordTrace({
    program,
    arguments: args.join(' '),
    cwd,
    at: [],
    count: 12,
    frames: 1,
    live: false,
    libraries: [],
    folder: join(realFolder, 'bench', name),
  });
  return { name, program, trace };
}

/** The processor's milliseconds and the bytes of memory that /usr/bin/time tells of a process. @param {string} said */
function costs(said) {
  const [user, system, kilobytes] = (said.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { processor: 1000 * ((user ?? NaN) + (system ?? NaN)), memory: 1024 * (kilobytes ?? NaN) };
}

const timeFormat = ['-f', '%U %S %M'];

/** A session, to the first stop and through further commands. @param {Traced} traced @param {readonly string[]} further */
async function ours({ program, trace }, further = []) {
  const begin = performance.now();
  const child = spawn('/usr/bin/time', [...timeFormat, process.execPath, `${root}dist/stdio.js`]);
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  const closed = new Promise((resolve) => child.on('close', resolve));
  const client = new DebugClient('', '', 'tracefile');
  client.connect(child.stdout, child.stdin);
  const initialized = client.waitForEvent('initialized', 60_000);
  const stopped = client.waitForEvent('stopped', 60_000);
  await client.initializeRequest();
  const started = performance.now() - begin;
  const launched = client.launchRequest({ trace, program });
  await initialized;
  await client.configurationDoneRequest();
  await Promise.all([launched, stopped]);
  const { body } = await client.stackTraceRequest({ threadId: 1, startFrame: 0, levels: 20 });
  const frameId = body.stackFrames[0]?.id ?? 0;
  const { body: shown } = await client.scopesRequest({ frameId });
  for (const { expensive, variablesReference } of shown.scopes) {
    if (!expensive) await client.variablesRequest({ variablesReference });
  }
  const wall = performance.now() - begin;
  /** @type {number[]} */
  const answered = [];
  for (const expression of further) {
    const asked = performance.now();
    await client.evaluateRequest({ expression, context: 'repl', frameId }).catch(() => undefined);
    answered.push(performance.now() - asked);
  }
  await client.disconnectRequest();
  child.stdin.end();
  await closed;
  return { wall, started, answered, ...costs(said) };
}

/** gdb's whole session. @param {Traced} traced */
function gdbs({ program, trace }) {
  const words = [`target tfile ${trace}`, 'tfind 0', 'bt', 'info locals', 'info args'];
  const args = ['gdb', '-nx', '-batch', ...words.flatMap((each) => ['-ex', each]), program];
  const begin = performance.now();
  const { stderr } = spawnSync('/usr/bin/time', [...timeFormat, ...args], { encoding: 'utf8' });
  return { wall: performance.now() - begin, ...costs(stderr) };
}

/** @param {readonly number[]} values */
const least = (values) => Math.min(...values);

/** @param {Traced} traced */
async function measure(traced) {
  const all = [];
  const theirs = [];
  const asked = [];
  for (let round = 0; round < rounds; round++) {
    all.push(await ours(traced));
    theirs.push(gdbs(traced));
    asked.push((await ours(traced, commands)).answered);
  }
  /** @param {string} what @param {'wall' | 'processor' | 'memory'} key @param {string} unit */
  const besideGdb = (what, key, unit, scale = 1) => {
    const gdb = least(theirs.map((each) => each[key])) / scale;
    const value = least(all.map((each) => each[key])) / scale;
    figure(`${traced.name}: ${what}`, value, unit, { beside: { gdb }, goal: gdb });
  };
  besideGdb('launch to the first stop, with the start', 'wall', 'ms');
  figure(`${traced.name}: of it, the start`, least(all.map(({ started }) => started)), 'ms');
  besideGdb('processor time of the session', 'processor', 'ms');
  besideGdb('memory of the session', 'memory', 'MiB', 2 ** 20);
  commands.forEach((command, i) => {
    const again = commands.indexOf(command) < i ? ' again' : '';
    const value = least(asked.map((answered) => answered[i] ?? NaN));
    figure(`${traced.name}: ${command}${again}`, value, 'ms');
  });
}

const [folder] = given;
if (folder !== undefined) {
  for (const traced of programsIn(folder)) await measure(traced);
} else {
  await setUp(['tests', 'compilers']);
  for (const name of names) await measure(await recorded(name));
}
