// Launching: from the launch arguments to an opened trace with its programs and sources.
import { t } from '@vscode/l10n';
import type { ModuleManager } from '../trace/moduleManager';
import type { Recording } from '../trace/recording';
import type { Disposable } from '../trace/emitter';
import type { TraceLease } from '../trace/openTraces';
import { folderOf, tracePath } from '../trace/paths';
import { SourceLookup } from '../trace/sourceLookup';
import type { Trace } from '../trace/trace';
import type { ModuleState } from '../trace/moduleManager';
import { hexAddress } from '../bytes/hex';
import type { Log } from './client';
import type { AdapterHost } from './host';
import { readLaunchArguments, type LaunchArguments } from './launchArguments';
import { RequestFailed } from '../bytes/requestFailed';

/** A launched trace with where its sources are. */
export interface Launched extends Disposable {
  readonly trace: Trace;
  readonly sources: SourceLookup;
  readonly readText: AdapterHost['readText'];
  readonly resolvePath: AdapterHost['resolve'];
  readonly startDecoder: AdapterHost['startDecoder'];
  readonly withoutSource: AdapterHost['withoutSource'];
  readonly beforeStop: AdapterHost['beforeStop'];
  readonly args: LaunchArguments;
}

/** Launches what a configuration asks for; what is odd but no reason to stop is said. */
export async function launch(given: unknown, host: AdapterHost, log: Log): Promise<Launched> {
  const args = readLaunchArguments(given);
  if ('problem' in args) throw new RequestFailed(args.problem);
  return openLaunched(args, host, log, (recording) => requireFrame(recording, args.frame));
}

/**
 * Opens the trace of launch arguments, with its programs. `check` fails where the frames are not
 * those that are needed; it is called again when a program may have changed them.
 */
export async function openLaunched(
  args: LaunchArguments,
  host: AdapterHost,
  log: Log,
  check: (recording: Recording) => Promise<void>,
): Promise<Launched> {
  const path = tracePath(host.resolve(args.trace));
  const lease = await host.acquireTrace(path);
  if ('problem' in lease) throw new RequestFailed(lease.problem);
  try {
    await check(lease.trace.recording);
    lease.trace.modules.setTransparent(args.transparent);
    await choosePrograms(lease.trace, path, args, host, log);
    await useVisualizers(lease.trace, args, host, log);
    // A program that settles the byte order makes the index again.
    await check(lease.trace.recording);
  } catch (error) {
    lease.dispose();
    throw error;
  }
  logDiagnostics(lease.trace.recording, log);
  return launched(lease, path, args, host);
}

/** Fails with a sentence where the trace has no such frame. */
export async function requireFrame(recording: Recording, frame: number): Promise<void> {
  if (await recording.reach(frame)) return;
  const { count } = recording.index;
  throw new RequestFailed(
    count === 0
      ? t('{0} holds no frames: there is nothing to stop at.', recording.name)
      : t('There is no frame {0}: {1} holds frames 0 to {2}.', frame, recording.name, count - 1),
  );
}

/** A trace that is open already, as it is: its programs and its position stay. */
export function launched(
  lease: TraceLease,
  path: string,
  args: LaunchArguments,
  host: AdapterHost,
): Launched {
  const { trace } = lease;
  const where = {
    sourceMap: { ...host.sourceMap, ...args.sourceMap },
    folders: [folderOf(path), ...host.sourceFolders],
    ...(host.sourcePermission && { isPermitted: host.sourcePermission }),
  };
  const sources = new SourceLookup(where, host.fileExists);
  return {
    trace,
    sources,
    args,
    readText: (path) => host.readText(path),
    resolvePath: (path) => host.resolve(path),
    startDecoder: () => host.startDecoder(),
    withoutSource: host.withoutSource,
    beforeStop: host.beforeStop,
    dispose: () => {
      lease.dispose();
    },
  };
}

async function choosePrograms(
  trace: Trace,
  path: string,
  args: LaunchArguments,
  host: AdapterHost,
  log: Log,
): Promise<void> {
  if (args.program === undefined) await host.findProgram(trace, path);
  else await useProgram(trace.modules, host.resolve(args.program), args.slide, host);
  logUnlessSure(trace.modules.traced, log);
  for (const { program, slide, sections } of args.programs) {
    const opened = await host.openProgram(host.resolve(program), sections);
    if ('problem' in opened) log(opened.problem, 'important');
    else logUnlessSure(await trace.modules.add(opened, slide), log);
  }
}

async function useVisualizers(
  { printers }: Trace,
  { visualizerFiles }: LaunchArguments,
  host: AdapterHost,
  log: Log,
): Promise<void> {
  const texts = new Map<string, string>();
  for (const file of visualizerFiles) {
    const path = host.resolve(file);
    const text = await host.readText(path);
    if (text === undefined) log(`${path} cannot be read.`, 'important');
    else texts.set(path, text);
  }
  printers.use(texts);
}

async function useProgram(
  modules: ModuleManager,
  path: string,
  slide: bigint | undefined,
  host: AdapterHost,
): Promise<void> {
  const opened = await host.openProgram(path);
  if ('problem' in opened) modules.without('problem', opened.problem, path);
  else await modules.use(opened, slide);
}

function logUnlessSure({ state, doubtful, explanation }: ModuleState, log: Log): void {
  if (state !== 'placed' || doubtful) log(explanation, 'important');
}

function logDiagnostics(recording: Recording, log: Log): void {
  for (const { severity, message, offset } of recording.diagnostics) {
    if (severity === 'info') continue;
    const where = offset === undefined ? '' : ` (at ${hexAddress(BigInt(offset))})`;
    log(`${message}${where}`, 'stderr');
  }
}
