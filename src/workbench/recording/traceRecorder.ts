// Records a trace: connects to a target, starts a run with the planned tracepoints, follows it, and
// has its frames fetched when it is over.
import * as vscode from 'vscode';
import type { RunningCapstone } from '../../platform/runtime';
import type {
  Leaving,
  TargetRecording,
  RecordingPhase,
  RunOptions,
  Experiment,
} from '../../remote/client/recording';
import { openTargetPrograms, type TargetPrograms, type Target } from '../../remote/client/target';
import { fileExists, workspaceFolders } from '../files';
import { openProgramFile } from '../programFiles';
import { inform, showError, showInformation, showWarning } from '../notify';
import { isTrusted } from '../workspaceTrust';
import { askForProgram, askForTarget, type ChosenTarget, TargetConnector } from './targets';
import type { CurrentRecording } from './currentRecording';
import { fetchTrace, type RecordedFiles } from './download';
import type { RecentTargets } from './recentTargets';
import type { Tracepoints } from './tracepoints';
import type { RecordingPlan, PlannedTracepoint } from '../../remote/record/plan';
import { prepareForTarget } from '../../remote/record/prepareForTarget';
import type { PreparedRecording } from '../../remote/record/prepareRecording';
import type { PreparationProblem } from '../../remote/record/resolveLocation';
import type { TraceModule } from '../../trace/traceModule';
import { isMeantFile } from '../../trace/linespec';
import { SourceLookup } from '../../trace/sourceLookup';
import { savedSourceMap } from '../sources';
import { documentOf } from './documents';
import { lineOf, locationOf } from './locations';

/** What a recorder acts on. */
interface RecorderServices {
  readonly startDecoder: () => RunningCapstone;
  readonly tracepoints: Tracepoints;
  readonly current: CurrentRecording;
  readonly targets: RecentTargets;
  readonly files: RecordedFiles;
  /** Opens a recorded trace in the trace editor. */
  openRecorded(file: vscode.Uri, shown: ShownRecording): Promise<void>;
}

/** How a recorded trace is shown. */
export interface ShownRecording {
  /** Path of its program. */
  readonly program: string | undefined;
  /** The frame to go to. */
  readonly frame: number | undefined;
}

/** Records one trace at a time. */
export class TraceRecorder implements vscode.Disposable {
  private readonly connector = new TargetConnector();
  private readonly switching: { dispose(): void };
  private following: { dispose(): void } | undefined;
  /** The program under the target, by its path on this machine. */
  private program: string | undefined;
  private programs: TargetPrograms | undefined;
  /** The phase of the recording before it changed. */
  private phase: RecordingPhase | undefined;

  constructor(private readonly services: RecorderServices) {
    this.switching = services.tracepoints.onDidChange(() => {
      void this.switchTracepoints();
    });
  }

  dispose(): void {
    this.switching.dispose();
    this.following?.dispose();
    this.connector.dispose();
    this.programs?.dispose();
  }

  /** Records on the target that is connected; else on the one that is given, or asked for. */
  async record(given?: ChosenTarget): Promise<void> {
    const { current, tracepoints } = this.services;
    if (!isTrusted(vscode.l10n.t('Traces are recorded'))) return;
    if (!tracepoints.all.some(({ enabled }) => enabled)) informNothingPlanned();
    else if (current.status?.phase === 'tracing') {
      inform(vscode.l10n.t('A trace is being recorded: stop it first.'));
    } else if (current.current) await this.start(current.current);
    else await this.connect(given);
  }

  async stop(note?: string): Promise<void> {
    const outcome = await this.services.current.current?.stop(note);
    if (outcome) showError(outcome.problem);
  }

  async leave(how: Leaving): Promise<void> {
    const outcome = await this.services.current.current?.leave(how);
    if (outcome) showError(outcome.problem);
  }

  private async connect(given: ChosenTarget | undefined): Promise<void> {
    const chosen = given ?? (await askForTarget(this.services.targets));
    if (!chosen) return;
    const recording = await this.connector.connect(chosen.target);
    if ('problem' in recording) {
      showError(recording.problem);
      return;
    }
    this.program = chosen.program ?? (await programHere(recording));
    this.follow(recording);
    const isStarted =
      recording.status.phase === 'ready'
        ? await this.start(recording)
        : await this.resume(recording);
    if (!isStarted || this.program === undefined) return;
    await this.services.targets.keep({ target: chosen.target, program: this.program });
  }

  private follow(recording: TargetRecording): void {
    this.services.current.follow(recording);
    this.phase = recording.status.phase;
    this.following = recording.onDidChangeStatus(() => {
      this.changed(recording);
    });
  }

  /** The target has a run of before. */
  private async resume(recording: TargetRecording): Promise<boolean> {
    const isTracing = recording.status.phase === 'tracing';
    const answer = await askHowToResume(isTracing);
    if (answer === 'follow' && !isTracing) await this.fetch(recording);
    if (answer !== 'restart') return answer === 'follow';
    // Its frames are not wanted.
    this.phase = 'ready';
    if (isTracing) await recording.stop();
    return this.start(recording);
  }

  /** Whether a run began. */
  private async start(recording: TargetRecording): Promise<boolean> {
    const made = await this.prepare(recording);
    if (!made) return false;
    const { experiment, missing, problems, notes } = made;
    this.services.current.setProblems(problems);
    if (missing.length > 0 && !(await confirmWithout(missing, problems))) return false;
    const outcome = await recording.start(experiment, recordingOptions());
    if (outcome) showError(outcome.problem);
    else if (notes.length > 0) inform(notes.join(' '));
    return outcome === undefined;
  }

  private async prepare(recording: TargetRecording): Promise<MadeExperiment | undefined> {
    const { tracepoints, startDecoder } = this.services;
    this.program ??= await askForProgram(vscode.l10n.t('Record Trace: Traced Program'));
    if (this.program === undefined) return undefined;
    try {
      const programs = await openTargetPrograms(
        recording.target,
        this.program,
        openProgramFile,
        fileExists,
      );
      if ('problem' in programs) throw new Error(programs.problem);
      this.programs?.dispose();
      this.programs = programs;
      const made = await makeExperiment(tracepoints.plan, recording.target, programs, startDecoder);
      if ('problem' in made) throw new Error(made.problem);
      return made;
    } catch (error) {
      showError(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** A run that ends is fetched; a target that is gone is let go. */
  private changed(recording: TargetRecording): void {
    const { phase, problem } = recording.status;
    const before = this.phase;
    this.phase = phase;
    if (phase === 'ended' && before === 'tracing') void this.fetch(recording);
    if (phase !== 'closed') return;
    if (problem !== undefined) showError(problem);
    this.release();
  }

  private async fetch(recording: TargetRecording): Promise<void> {
    const { program } = this;
    const file = await this.services.files.next(program, new Date());
    const open = (frame: number | undefined) =>
      this.services.openRecorded(file, { program, frame });
    const outcome = await fetchTrace(recording, file, open);
    if (outcome) showError(outcome.problem);
  }

  /** Tracepoints can be switched during a run. */
  private async switchTracepoints(): Promise<void> {
    const { current: recording, status } = this.services.current;
    if (!recording || status?.phase !== 'tracing') return;
    const counted = new Map(status.tracepoints.map(({ number, enabled }) => [number, enabled]));
    for (const { number, enabled } of this.services.tracepoints.all) {
      const now = counted.get(number);
      if (now === undefined || now === enabled) continue;
      const outcome = await recording.enable(number, enabled);
      if (outcome) showError(outcome.problem);
    }
  }

  private release(): void {
    this.following?.dispose();
    this.following = undefined;
    this.phase = undefined;
    this.program = undefined;
    this.programs?.dispose();
    this.programs = undefined;
    this.services.current.release();
  }
}

/** The target's own path of its program, where this machine has it too. */
async function programHere({ target }: TargetRecording): Promise<string | undefined> {
  const { executable } = target;
  return executable !== undefined && (await fileExists(executable)) ? executable : undefined;
}

/** What to do with a run that the target already has; undefined if the user cancels. */
async function askHowToResume(isTracing: boolean): Promise<'follow' | 'restart' | undefined> {
  const sentence = isTracing
    ? vscode.l10n.t('The target is recording already.')
    : vscode.l10n.t('The target holds the frames of a run that is over.');
  const take = isTracing ? vscode.l10n.t('Follow It') : vscode.l10n.t('Download Them');
  const restart = vscode.l10n.t('Record Anew');
  const answer = await showInformation(sentence, take, restart);
  if (answer === undefined) return undefined;
  return answer === take ? 'follow' : 'restart';
}

/** Whether a run begins although tracepoints cannot be recorded; `problems` by number. */
async function confirmWithout(
  missing: readonly number[],
  problems: ReadonlyMap<number, string>,
): Promise<boolean> {
  const [first = 0] = missing;
  const problem = problems.get(first) ?? '';
  const sentence =
    missing.length === 1
      ? vscode.l10n.t('Tracepoint {0} cannot be recorded. {1}', first, problem)
      : vscode.l10n.t(
          '{0} tracepoints cannot be recorded. Tracepoint {1}: {2}',
          missing.length,
          first,
          problem,
        );
  const goOn = vscode.l10n.t('Record the Others');
  return (await showWarning(sentence, goOn)) === goOn;
}

export function informNothingPlanned(): void {
  const add = vscode.l10n.t('Add Tracepoint at…');
  const sentence = vscode.l10n.t(
    'No tracepoint is enabled, and tracepoints say what is recorded. Click a line number with the right button to add one.',
  );
  void showInformation(sentence, add).then((chosen) => {
    if (chosen === add) void vscode.commands.executeCommand('tracefile.addTracepointAt');
  });
}

/** The options of a run. */
export function recordingOptions(): RunOptions {
  const settings = vscode.workspace.getConfiguration('tracefile.recording');
  const bufferSize = settings.get<number>('bufferSize', 0);
  return {
    circular: settings.get('circularBuffer', false),
    disconnected: settings.get('disconnected', true),
    ...(bufferSize > 0 && { bufferSize }),
  };
}

/** An experiment, and what is wrong with tracepoints of the plan. */
export interface MadeExperiment {
  readonly experiment: Experiment;
  /** By number: what does not go as it is planned, in sentences. */
  readonly problems: ReadonlyMap<number, string>;
  /** The enabled ones that are not recorded at all. */
  readonly missing: readonly number[];
  /** What does not go as planned for all of them. */
  readonly notes: readonly string[];
}

/**
 * Makes the experiment of a plan. `startDecoder` starts what knows how long instructions are, for
 * fast tracepoints.
 */
async function makeExperiment(
  plan: RecordingPlan,
  target: Target,
  { placed }: TargetPrograms,
  startDecoder: () => RunningCapstone,
): Promise<MadeExperiment | { readonly problem: string }> {
  const sources = await Promise.all(placed.map(({ program }) => program.sourceFiles()));
  const recorded = await withRecordedLocations(plan, sources.flat());
  const prepared = await prepareForTarget(recorded, target, placed, startDecoder);
  return 'problem' in prepared ? prepared : experimentOf(plan, prepared, placed);
}

function experimentOf(
  plan: RecordingPlan,
  { definitions, problems, tracepoints }: PreparedRecording,
  programs: readonly TraceModule[],
): MadeExperiment {
  const put = tracepoints.filter(({ addresses }) => addresses.length > 0);
  const recorded = new Set(put.map(({ number }) => number));
  return {
    experiment: { definitions, programs },
    problems: problemsByNumber(problems),
    missing: plan.tracepoints
      .filter(({ number, enabled }) => enabled && !recorded.has(number))
      .map(({ number }) => number),
    notes: problems.filter(({ tracepoint }) => tracepoint === undefined).map(sentence),
  };
}

function problemsByNumber(problems: readonly PreparationProblem[]): Map<number, string> {
  const found = new Map<number, string>();
  for (const problem of problems) {
    if (problem.tracepoint === undefined) continue;
    const before = found.get(problem.tracepoint);
    const text = sentence(problem);
    found.set(problem.tracepoint, before === undefined ? text : `${before} ${text}`);
  }
  return found;
}

function sentence({ item, message }: PreparationProblem): string {
  return message.includes(item) ? message : `${item}: ${message}`;
}

/**
 * The plan with the locations of lines as the compiler recorded their files, where one name does
 * not tell.
 */
async function withRecordedLocations(
  plan: RecordingPlan,
  recorded: readonly string[],
): Promise<RecordingPlan> {
  const where = { sourceMap: savedSourceMap(), folders: workspaceFolders() };
  const lookup = new SourceLookup(where, fileExists);
  const tracepoints: PlannedTracepoint[] = [];
  for (const tracepoint of plan.tracepoints) {
    const location = await recordedLocation(tracepoint.location, recorded, lookup);
    tracepoints.push({ ...tracepoint, location });
  }
  return { ...plan, tracepoints };
}

async function recordedLocation(
  location: string,
  recorded: readonly string[],
  lookup: SourceLookup,
): Promise<string> {
  const at = lineOf(location);
  if (!at || recorded.filter((file) => isMeantFile(at.file, file)).length === 1) return location;
  const document = await documentOf(at);
  const [file] = document ? await lookup.recordedAs(document.fsPath, recorded) : [];
  return file === undefined ? location : locationOf({ file, line: at.line });
}
