// What the adapter and the questions need of plain node: a disk, threads, connections. Nobody is
// asked for permission: whoever runs a program reads the files that it names, as gdb does.
import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { AdapterHost } from '../adapter/host';
import { lazy } from '../bytes/lazy';
import type { ClockRates } from '../format/intelPt/clock';
import { CapstoneThread } from '../platform/capstoneThread';
import { CompanionFiles, systemDebugFolders } from '../platform/companionFiles';
import { elfFilesAmong } from '../platform/elfFiles';
import { FileSource, filesOnDisk, openFile } from '../platform/fileSource';
import { readTargetAddress } from '../platform/targetAddress';
import { readTextFile } from '../platform/wholeFile';
import { Threads, bundledScript } from '../platform/thread';
import { openTraceFile } from '../trace/openTraceFile';
import { OpenTraces } from '../trace/openTraces';
import { baseName } from '../trace/paths';
import { programOpener } from '../trace/programOpener';
import { useFoundProgram, type OpenProgram } from '../trace/programSearch';
import type { UntrustedPathPermission } from '../trace/untrustedPaths';

/**
 * What opens programs on disk, with their companions as far as `permission` goes; big ones are read
 * in a thread.
 */
export function programOnDiskOpener(permission?: UntrustedPathPermission): OpenProgram {
  return programOpener(
    openFile,
    () => new CompanionFiles(systemDebugFolders),
    () => new Threads(bundledScript('symbolWorker.js')),
    permission,
  );
}

/** Opens programs on disk with all companions that they name, as gdb does. */
export const openProgramOnDisk = programOnDiskOpener();

/** Programs directly in folders, by path. */
export async function programsIn(folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all([...new Set(folders)].map(filesIn));
  return elfFilesAmong(found.flat(), openFile);
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.sort().map((name) => join(folder, name));
}

function startDecoderThread(): CapstoneThread {
  return new CapstoneThread(bundledScript('capstoneWorker.js'));
}

/**
 * A host of this process, which was started in a folder that may hold programs and sources.
 * `rates`: the clocks of the processor that recorded Intel PT. `startDecoder`: what decodes
 * instructions, a thread of the bundle unless given.
 */
export function nodeHost(
  startFolder = process.cwd(),
  openProgram: OpenProgram = openProgramOnDisk,
  rates?: ClockRates,
  startDecoder: AdapterHost['startDecoder'] = startDecoderThread,
): AdapterHost {
  const traces = new OpenTraces((path) => openTraceFile(filesOnDisk, path), baseName);
  /** What few sessions need is loaded when one does: branch traces, targets, files to write. */
  const branchTraces = lazy(async () => {
    const { openBranchTraces } = await import('../trace/branch/openBranchTraces');
    return openBranchTraces(openFile, baseName, startDecoder, () => rates);
  });
  /** Files that may be the program of a trace: next to it, and where the process was started. */
  const programsNear = (path: string) => programsIn([dirname(path), startFolder]);
  return {
    resolve: (path) => resolve(startFolder, path),
    acquireTrace: (path) => traces.acquire(path),
    openProgram,
    findProgram: async (trace, path) => {
      await useFoundProgram(trace, await programsNear(path), openProgram);
    },
    acquireBranchTrace: async (path) => (await branchTraces()).acquire(path),
    findBranchProgram: async (trace, path) => {
      const { useFoundBranchProgram } = await import('../trace/branch/findProgram');
      await useFoundBranchProgram(trace, await programsNear(path), openProgram);
    },
    sourceFolders: [startFolder],
    sourceMap: {},
    fileExists: async (path) => (await stat(path).catch(() => undefined))?.isFile() ?? false,
    readText: (path) => readTextFile(path, (file) => FileSource.open(file)),
    startDecoder,
    setLanguage: async (locale) => {
      const { setLocale } = await import('../platform/translation');
      await setLocale(locale);
    },
    connectTarget: async (target, onWords) => {
      const { connectTarget } = await import('../platform/targetConnection');
      const address = readTargetAddress(target);
      return 'problem' in address ? address : connectTarget(address, { onWords });
    },
    createFile: async (path) => {
      const { FileSink } = await import('../platform/fileSink');
      return FileSink.create(path);
    },
  };
}
