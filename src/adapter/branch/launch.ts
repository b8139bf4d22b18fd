// Launching a branch trace: from the launch arguments to an opened trace with its program, its
// calls and its sources.
import { t } from '@vscode/l10n';
import { type ClockRates, readClockRates } from '../../format/intelPt/clock';
import { type BranchTrace, type Execution, sentenceOf } from '../../trace/branch/branchTrace';
import type { BranchTraceLease } from '../../trace/branch/openBranchTraces';
import type { Disposable } from '../../trace/emitter';
import { folderOf } from '../../trace/paths';
import { SourceLookup } from '../../trace/sourceLookup';
import type { ModuleState } from '../../trace/moduleManager';
import type { Log } from '../client';
import type { AdapterHost } from '../host';
import { readLaunchArguments, type LaunchArguments } from '../launchArguments';
import { RequestFailed } from '../../bytes/requestFailed';

/** A launched branch trace. */
export interface LaunchedBranches extends Disposable {
  readonly trace: BranchTrace;
  readonly sources: SourceLookup;
  readonly args: LaunchArguments;
  readonly host: AdapterHost;
}

/** Launches what a configuration asks for. */
export async function launchBranches(
  given: unknown,
  host: AdapterHost,
  log: Log,
): Promise<LaunchedBranches> {
  const args = readLaunchArguments(given);
  if ('problem' in args) throw new RequestFailed(args.problem);
  const rates = ratesIn(given);
  const path = host.resolve(args.trace);
  const lease = await host.acquireBranchTrace(path);
  if ('problem' in lease) throw new RequestFailed(lease.problem);
  if (rates) lease.trace.setRates(rates);
  try {
    await prepare(lease, path, args, host, log, instructionIn(given));
  } catch (error) {
    lease.dispose();
    throw error;
  }
  const where = {
    sourceMap: { ...host.sourceMap, ...args.sourceMap },
    folders: [folderOf(path), ...host.sourceFolders],
    ...(host.sourcePermission && { isPermitted: host.sourcePermission }),
  };
  const sources = new SourceLookup(where, host.fileExists);
  const { trace } = lease;
  const dispose = () => {
    lease.dispose();
  };
  return { trace, sources, args, host, dispose };
}

/** What is known of the blocks; a request fails where that cannot be found out. */
export async function executionOf(trace: BranchTrace): Promise<Execution> {
  for (let tries = 0; tries < 3; tries++) {
    const execution = await trace.execution();
    if (execution) return execution;
  }
  throw new RequestFailed(t('The programs of the branch trace keep changing: try again.'));
}

async function prepare(
  { trace }: BranchTraceLease,
  path: string,
  args: LaunchArguments,
  host: AdapterHost,
  log: Log,
  instruction: number | undefined,
): Promise<void> {
  if (trace.unfollowed.of === 0) {
    throw new RequestFailed(
      trace.contents.format === 'bts'
        ? t('{0} holds no blocks.', trace.name)
        : t('{0} holds no packets.', trace.name),
    );
  }
  await choosePrograms(trace, path, args, host, log);
  const { blocks } = await executionOf(trace);
  if (instruction !== undefined) {
    if (instruction > blocks.count || blocks.isGap(instruction)) {
      throw new RequestFailed(
        t(
          'There is no instruction {0}: {1} holds 1 to {2}.',
          instruction,
          trace.name,
          blocks.count,
        ),
      );
    }
    trace.moveTo(instruction, host);
  }
  for (const diagnostic of trace.diagnostics) log(sentenceOf(diagnostic), 'stderr');
}

function ratesIn(given: unknown): ClockRates | undefined {
  const value = argumentIn(given, 'intelPtClock');
  if (value === undefined || value === null || value === '') return undefined;
  const rates = typeof value === 'string' ? readClockRates(value) : undefined;
  if (rates) return rates;
  throw new RequestFailed(
    t('"intelPtClock" must be MTC_FREQ EBX/EAX NOM_FREQ, as in "3 168/2 24".'),
  );
}

function instructionIn(given: unknown): number | undefined {
  const value = argumentIn(given, 'instruction');
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
  throw new RequestFailed(t('"instruction" must be the number of an instruction: 1 or more.'));
}

function argumentIn(given: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(given ?? {})).get(name);
}

async function choosePrograms(
  trace: BranchTrace,
  path: string,
  args: LaunchArguments,
  host: AdapterHost,
  log: Log,
): Promise<void> {
  if (args.program === undefined) {
    await host.findBranchProgram(trace, path);
  } else {
    const program = host.resolve(args.program);
    const opened = await host.openProgram(program);
    if ('problem' in opened) trace.modules.without('problem', opened.problem, program);
    else await trace.modules.use(opened, args.slide);
  }
  logUnlessSure(trace.modules.traced, log);
  for (const { program, slide } of args.programs) {
    const opened = await host.openProgram(host.resolve(program));
    if ('problem' in opened) log(opened.problem, 'important');
    else logUnlessSure(await trace.modules.add(opened, slide), log);
  }
}

function logUnlessSure({ state, doubtful, explanation }: ModuleState, log: Log): void {
  if (state !== 'placed' || doubtful === true) log(explanation, 'important');
}
