// The debug adapter as a program of its own, on standard input and output: for other editors, and
// for tests. It needs plain node and no VS Code.
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { baseName } from '../trace/paths';
import { OpenTraces } from '../trace/openTraces';
import { useFoundProgram } from '../trace/programSearch';
import { programOpener } from '../trace/programOpener';
import { CompanionFiles, systemDebugFolders } from '../platform/companionFiles';
import { elfFilesAmong, openFile } from '../platform/openFile';
import { CapstoneThread } from '../platform/capstoneThread';
import { Threads, bundledScript } from '../platform/thread';
import type { AdapterHost } from './host';
import { TraceDebugSession } from './session';

const traces = new OpenTraces(openFile, baseName);

const openProgramFile = programOpener(
  openFile,
  () => new CompanionFiles(systemDebugFolders),
  () => new Threads(bundledScript('symbolWorker.js')),
);

/** What lies directly in a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().map((name) => join(folder, name));
}

const host: AdapterHost = {
  resolve: (path) => resolve(path),
  acquireTrace: (path) => traces.acquire(path),
  openProgram: openProgramFile,
  findProgram: async (trace, tracePath) => {
    const folders = new Set([dirname(tracePath), process.cwd()]);
    const found = await Promise.all([...folders].map(filesIn));
    await useFoundProgram(trace, await elfFilesAmong(found.flat()), openProgramFile);
  },
  sourceFolders: [process.cwd()],
  sourceMap: {},
  fileExists: async (path) => (await stat(path).catch(() => undefined))?.isFile() ?? false,
  readText: (path) => readFile(path, 'utf8').catch(() => undefined),
  startDecoder: () => new CapstoneThread(bundledScript('capstoneWorker.js')),
};

const session = new TraceDebugSession(host);
process.on('SIGTERM', () => {
  session.shutdown();
});
session.start(process.stdin, process.stdout);
