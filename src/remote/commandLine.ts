// Serves a trace to gdb from a command line: at a port, or on standard input and output for gdb's
// `target remote | node serve.js trace.tf`. It needs plain node and no VS Code.
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CompanionFiles, systemDebugFolders } from '../platform/companionFiles';
import { listen, streamConnection } from '../platform/connection';
import { elfFilesAmong } from '../platform/elfFiles';
import { filesOnDisk, openFile } from '../platform/fileSource';
import { Threads, bundledScript } from '../platform/thread';
import { openTraceFile } from '../trace/openTraceFile';
import { baseName, tracePath } from '../trace/paths';
import { programOpener } from '../trace/programOpener';
import { useFoundProgram } from '../trace/programSearch';
import { Trace } from '../trace/trace';
import { Clients, serveTrace } from './serve/serveTrace';

const usage = `Usage: node serve.js TRACE [--program FILE[@SLIDE]]... [--port N] [--host ADDRESS]

Answers gdb's remote protocol with the frames of a gdb trace file, or of a folder that "tsave -ctf" wrote.

  --program FILE  the traced program; a second one and those after it are shared objects beside it.
                  Without any, they are looked for beside the trace. @SLIDE says where a
                  position-independent file lay: run-time minus link-time address, 0x555555554000 say
  --port N        waits for "target remote :N", one client at a time; 0 takes any port that is free.
                  Without it, standard input and output are the connection:
                  (gdb) target remote | node serve.js TRACE
  --host ADDRESS  where the port is; 127.0.0.1, so that only this machine reaches it
`;

const openProgramFile = programOpener(
  openFile,
  () => new CompanionFiles(systemDebugFolders),
  () => new Threads(bundledScript('symbolWorker.js')),
);

/** What was asked for, or what is wrong with it. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        program: { type: 'string', multiple: true, default: [] },
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        help: { type: 'boolean', default: false },
      },
    });
    const [trace, ...others] = positionals;
    if (values.help) return { help: true } as const;
    if (trace === undefined || others.length > 0) return { problem: 'Name one trace file.' };
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
      return { problem: `"${values.port ?? ''}" is no port: 0 to 65535.` };
    }
    return { trace, programs: values.program, host: values.host, port };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** `FILE@SLIDE`, or a file alone. */
function readProgram(text: string): { path: string; slide: bigint | undefined } {
  const match = /^(.+)@(0x[\da-f]{1,16}|\d{1,20})$/i.exec(text);
  if (!match) return { path: resolve(text), slide: undefined };
  return { path: resolve(match[1] ?? ''), slide: BigInt.asUintN(64, BigInt(match[2] ?? '0')) };
}

/**
 * Uses the programs named, or those found next to the trace; says on the standard error what came
 * of it.
 */
async function usePrograms(trace: Trace, path: string, named: readonly string[]): Promise<void> {
  if (named.length === 0) {
    const folder = dirname(path);
    const files = (await readdir(folder).catch(() => [])).sort().map((name) => join(folder, name));
    await useFoundProgram(trace, await elfFilesAmong(files, openFile), openProgramFile);
    say(trace.modules.traced.explanation);
  }
  for (const [index, text] of named.entries()) {
    const { path: programPath, slide } = readProgram(text);
    const opened = await openProgramFile(programPath);
    if ('problem' in opened) say(opened.problem);
    else if (index === 0) say((await trace.modules.use(opened, slide)).explanation);
    else say((await trace.modules.add(opened, slide)).explanation);
  }
}

/** The standard output may be the connection. */
function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

async function main(): Promise<number> {
  const asked = readArguments();
  if ('help' in asked) {
    process.stdout.write(usage);
    return 0;
  }
  if ('problem' in asked) {
    say(`${asked.problem}\n\n${usage}`);
    return 2;
  }
  const path = tracePath(resolve(asked.trace));
  const source = await openTraceFile(filesOnDisk, path);
  if ('problem' in source) {
    say(source.problem);
    return 1;
  }
  const opened = await Trace.open(source, baseName(path));
  if ('problem' in opened) {
    say(opened.problem);
    return 1;
  }
  const { trace } = opened;
  await usePrograms(trace, path, asked.programs);
  if (asked.port === undefined) {
    await serveTrace(trace, streamConnection(process.stdin, process.stdout), openFile).closed;
    return 0;
  }
  // gdb waits two seconds for an answer: what takes long is done before.
  await trace.recording.indexed;
  const clients = new Clients(trace, openFile);
  const { host, port } = await listen(asked.host, asked.port, (connection) => {
    clients.serve(connection);
  });
  say(`Waiting for gdb: target remote ${host}:${port}`);
  return new Promise(() => undefined);
}

main().then(
  (code) => {
    process.exitCode = code;
    if (code === 0) process.exit();
  },
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
