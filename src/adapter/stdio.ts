// The debug adapter as a program of its own, on standard input and output: for other editors, and
// for tests. It needs plain node and no VS Code.
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { baseName } from '../trace/paths';
import { openTraceFile } from '../trace/openTraceFile';
import { OpenTraces } from '../trace/openTraces';
import { useFoundProgram } from '../trace/programSearch';
import { programOpener } from '../trace/programOpener';
import { CompanionFiles, systemDebugFolders } from '../platform/companionFiles';
import { elfFilesAmong } from '../platform/elfFiles';
import { filesOnDisk, openFile, FileSource } from '../platform/fileSource';
import { readTextFile } from '../platform/textFile';
import { CapstoneThread } from '../platform/capstoneThread';
import { FileSink } from '../platform/fileSink';
import { readTargetAddress } from '../platform/targetAddress';
import { Threads, bundledScript } from '../platform/thread';
import { lazy } from '../bytes/cache';
import type { AdapterHost } from './host';
import { TraceDebugSession } from './session';

const traces = new OpenTraces((path) => openTraceFile(filesOnDisk, path), baseName);

const openProgramFile = programOpener(
  openFile,
  () => new CompanionFiles(systemDebugFolders),
  () => new Threads(bundledScript('symbolWorker.js')),
);

const startDecoder = () => new CapstoneThread(bundledScript('capstoneWorker.js'));

/** What few sessions need is loaded when one does: branch traces, and targets. */
const branchTraces = lazy(async () => {
  const { OpenBranchTraces } = await import('../trace/branch/openBranchTraces');
  return new OpenBranchTraces(openFile, baseName, startDecoder);
});

/** What lies directly in a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().map((name) => join(folder, name));
}

/** Files that may be the program of a trace: beside it, and where the adapter was started. */
async function programsNear(tracePath: string): Promise<string[]> {
  const folders = new Set([dirname(tracePath), process.cwd()]);
  const found = await Promise.all([...folders].map(filesIn));
  return elfFilesAmong(found.flat(), openFile);
}

const host: AdapterHost = {
  resolve: (path) => resolve(path),
  acquireTrace: (path) => traces.acquire(path),
  openProgram: openProgramFile,
  findProgram: async (trace, tracePath) => {
    await useFoundProgram(trace, await programsNear(tracePath), openProgramFile);
  },
  acquireBranchTrace: async (path) => (await branchTraces()).acquire(path),
  findBranchProgram: async (trace, tracePath) => {
    const { useFoundBranchProgram } = await import('../trace/branch/findProgram');
    await useFoundBranchProgram(trace, await programsNear(tracePath), openProgramFile);
  },
  sourceFolders: [process.cwd()],
  sourceMap: {},
  fileExists: async (path) => (await stat(path).catch(() => undefined))?.isFile() ?? false,
  readText: (path) => readTextFile(path, (file) => FileSource.open(file)),
  startDecoder,
  connectTarget: async (target, onWords) => {
    const { connectTarget } = await import('../platform/targetConnection');
    const address = readTargetAddress(target);
    return 'problem' in address ? address : connectTarget(address, { onWords });
  },
  createFile: (path) => FileSink.create(path),
};

const session = new TraceDebugSession(host);
// The base class would end at a message that is none, too.
session.removeAllListeners('error');
session.on('error', ({ body }: DebugProtocol.Event) => {
  if (!String(body).startsWith('Error handling data')) session.shutdown();
});
process.on('SIGTERM', () => {
  session.shutdown();
});
session.start(process.stdin, process.stdout);
