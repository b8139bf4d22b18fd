// Attaching: from the arguments to a run that continues on a target.
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { connectRecording } from '../../remote/client/liveRecording';
import type { TargetRecording, Experiment } from '../../remote/client/recording';
import { openTargetPrograms, type TargetPrograms } from '../../remote/client/target';
import type { Log } from '../client';
import type { AdapterHost } from '../host';
import { RequestFailed } from '../../bytes/requestFailed';
import type { AttachArguments } from './attachArguments';
import { needsAgent } from '../../remote/record/plan';
import { prepareForTarget } from '../../remote/record/prepareForTarget';
import { readCommands } from '../../remote/record/readCommands';

/** A run that continues, with the programs that it was prepared with. */
export interface Attached {
  readonly recording: TargetRecording;
  /** Absent where a run was taken up whose program is not known. */
  readonly programs: TargetPrograms | undefined;
  /** Path of the traced program on this machine. */
  readonly program: string | undefined;
}

/** Connects, and starts the run or takes up the one that continues. Fails with a sentence. */
export async function attach(
  args: AttachArguments,
  host: AdapterHost,
  log: Log,
): Promise<Attached> {
  const connected = await host.connectTarget(args.target, (text) => {
    log(text.trimEnd(), 'console');
  });
  if ('problem' in connected) throw new RequestFailed(connected.problem);
  const { connection, reliable } = connected;
  const opened = await connectRecording(connection, { reliable });
  if ('problem' in opened) throw new RequestFailed(opened.problem);
  const { recording } = opened;
  try {
    const program = await programOf(recording, args, host);
    const { phase } = recording.status;
    const commands = await commandsOf(args, host);
    if (commands === undefined) {
      if (phase === 'ready') throw new RequestFailed(nothingToRecord());
      if (phase === 'tracing') await resume(recording);
      return { recording, programs: undefined, program };
    }
    if (phase === 'tracing') throw new RequestFailed(goesOnAlready());
    return {
      recording,
      programs: await start(commands, program, recording, args, host, log),
      program,
    };
  } catch (error) {
    recording.dispose();
    throw error instanceof Error ? new RequestFailed(error.message) : error;
  }
}

async function start(
  commands: string,
  program: string | undefined,
  recording: TargetRecording,
  args: AttachArguments,
  host: AdapterHost,
  log: Log,
): Promise<TargetPrograms> {
  if (program === undefined)
    throw new RequestFailed(t('Set "program": the traced program on this machine.'));
  const open = () =>
    openTargetPrograms(recording.target, program, host.openProgram, (path) =>
      host.fileExists(path),
    );
  if (needsAgent(readCommands(commands).plan)) {
    const prepared = await recording.prepareAgent(open);
    if (prepared) throw new RequestFailed(prepared.problem);
  }
  const programs = await open();
  if ('problem' in programs) throw new RequestFailed(programs.problem);
  try {
    const experiment = await experimentOf(
      commands,
      recording,
      programs,
      () => host.startDecoder(),
      log,
    );
    const outcome = await recording.start(experiment, args.options);
    if (outcome) throw new RequestFailed(outcome.problem);
  } catch (error) {
    programs.dispose();
    throw error;
  }
  for (const { message } of recording.status.findings) log(message, 'important');
  return programs;
}

async function resume(recording: TargetRecording): Promise<void> {
  if (recording.status.program !== 'stopped') return;
  const outcome = await recording.resume();
  if (outcome) throw new RequestFailed(outcome.problem);
}

async function commandsOf(
  { commands, script }: AttachArguments,
  host: AdapterHost,
): Promise<string | undefined> {
  if (script === undefined) return commands;
  const path = host.resolve(script);
  const text = await host.readText(path);
  if (text === undefined) throw new RequestFailed(t('{0} cannot be read.', path));
  return text;
}

/** The program that is named, or the target's own where this machine has it at the same path. */
async function programOf(
  { target }: TargetRecording,
  { program }: AttachArguments,
  host: AdapterHost,
): Promise<string | undefined> {
  if (program !== undefined) return host.resolve(program);
  const { executable } = target;
  return executable !== undefined && (await host.fileExists(executable)) ? executable : undefined;
}

/**
 * The launch arguments of the trace that was written: those given, and the programs at the
 * addresses where they were loaded.
 */
export function launchOf(
  given: object,
  { recording, programs, program }: Attached,
  trace: string,
): object {
  const [traced, ...others] = programs?.placed ?? [];
  const { tracepoints } = recording.status;
  const further = others.filter((placed) =>
    tracepoints.some(({ address }) => placed.holds(address)),
  );
  return {
    ...(program !== undefined && { program }),
    ...(traced?.slide !== undefined && { slide: hexAddress(traced.slide) }),
    ...(further.length > 0 && {
      programs: further.map(({ program: { path }, slide = 0n }) => ({
        program: path,
        slide: hexAddress(slide),
      })),
    }),
    ...given,
    trace,
  };
}

const nothingToRecord = () =>
  t('The target records nothing, and nothing is to be recorded: set "tracepoints".');
const goesOnAlready = () =>
  t(
    'A run goes on on the target already: leave out "tracepoints" to take it up, or stop it first.',
  );

// From gdb's commands to what a target is told, for an attach request.

/**
 * The experiment that commands define; what does not go as they say is said, and the rest is
 * recorded.
 */
async function experimentOf(
  commands: string,
  { target }: TargetRecording,
  { placed }: TargetPrograms,
  startDecoder: AdapterHost['startDecoder'],
  log: Log,
): Promise<Experiment> {
  const { plan, problems } = readCommands(commands);
  for (const { line, message } of problems)
    log(t('Line {0} of "tracepoints": {1}', line, message), 'stderr');
  const prepared = await prepareForTarget(plan, target, placed, startDecoder);
  if ('problem' in prepared) throw new RequestFailed(prepared.problem);
  for (const { tracepoint, item, message } of prepared.problems) {
    const whose = tracepoint === undefined ? '' : t('Tracepoint {0}: ', tracepoint);
    log(`${whose}${item}: ${message}`, 'stderr');
  }
  if (!prepared.tracepoints.some(({ addresses }) => addresses.length > 0)) {
    throw new RequestFailed(t('None of the tracepoints can be set: nothing would be recorded.'));
  }
  return { definitions: prepared.definitions, programs: placed };
}
