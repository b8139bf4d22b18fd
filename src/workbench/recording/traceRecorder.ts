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
import { fetchTrace } from './download';
import { GrowingTrace } from './growingTrace';
import type { RecordedTraces, RecordingOrigin } from './recordedTraces';
import type { RecentTargets } from './recentTargets';
import type { Tracepoints } from './tracepoints';
import { TracepointItem } from './tracepointsView';
import { needsAgent, type RecordingPlan, type PlannedTracepoint } from '../../remote/record/plan';
import { prepareForTarget } from '../../remote/record/prepareForTarget';
import type { PreparedRecording } from '../../remote/record/prepareRecording';
import type { PreparationProblem } from '../../remote/record/resolveLocation';
import type { TraceModule } from '../../trace/traceModule';
import { isMeantFile } from '../../trace/linespec';
import { SourceLookup } from '../../trace/sourceLookup';
import { savedSourceMap } from '../sources';
import { baseName } from '../../trace/paths';
import { documentOf } from './tracepointCommands';
import { lineOf, locationOf } from './locations';
import { hasNoAction } from './tracepointText';

/** What a recorder acts on. */
interface RecorderServices {
  readonly startDecoder: () => RunningCapstone;
  readonly tracepoints: Tracepoints;
  readonly current: CurrentRecording;
  readonly targets: RecentTargets;
  readonly recordings: RecordedTraces;
  /** Opens a recorded trace in the trace editor. */
  openRecorded(file: vscode.Uri, shown: ShownRecording): Promise<void>;
}

/** How a recorded trace is shown. */
export interface ShownRecording {
  /** Path of its program. */
  readonly program: string | undefined;
  /** The frame to go to. */
  readonly frame: number | undefined;
  /** Whether it grows, and its end is followed. */
  readonly grows?: boolean;
}

/** Records one trace at a time. */
export class TraceRecorder implements vscode.Disposable {
  private readonly connector = new TargetConnector();
  private readonly switching: { dispose(): void };
  private following: { dispose(): void } | undefined;
  /** The program under the target, by its path on this machine. */
  private program: string | undefined;
  private programs: TargetPrograms | undefined;
  /** What makes the current recording, for another one. */
  private origin: RecordingOrigin = {};
  /** The trace of the run in progress. */
  private growing: GrowingTrace | undefined;
  /** The phase of the recording before it changed. */
  private phase: RecordingPhase | undefined;
  /** Why frames are not shown yet, as it was said. */
  private unseen: string | undefined;

  constructor(private readonly services: RecorderServices) {
    this.switching = services.tracepoints.onDidChange(() => {
      services.current.keepProblemsOf(services.tracepoints.all);
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
    const enabled = tracepoints.all.filter((each) => each.enabled);
    if (enabled.length === 0) informNothingPlanned();
    else if (current.status?.phase === 'tracing') {
      inform(vscode.l10n.t('A trace is being recorded: stop it first.'));
    } else if (!(await isMeant(enabled))) return;
    else if (current.current) await this.start(current.current);
    else await this.connect(given);
  }

  /**
   * Records in the same way again: the target with its arguments, started again if it is a command.
   */
  async recordAgain({ target, program, plan }: RecordingOrigin): Promise<void> {
    const { current, tracepoints } = this.services;
    if (current.status?.phase !== 'tracing') {
      if (plan && !(await takePlan(plan, tracepoints))) return;
      if (current.current && (target === undefined || target.startsWith('|'))) {
        await this.leave('kill');
      }
    }
    await this.record(
      target === undefined ? undefined : { target, ...(program !== undefined && { program }) },
    );
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
    this.origin = { target: chosen.target };
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
    if (answer === 'follow') this.grow(recording);
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
    const { current, tracepoints } = this.services;
    current.setProblems(problems, tracepoints.all);
    if (missing.length > 0 && !(await confirmWithout(missing, problems))) return false;
    const outcome = await recording.start(experiment, recordingOptions());
    if (outcome) showError(outcome.problem);
    else if (notes.length > 0) inform(notes.join(' '));
    this.origin = { ...this.origin, plan: this.services.tracepoints.plan };
    if (!outcome) this.grow(recording);
    return outcome === undefined;
  }

  private async prepare(recording: TargetRecording): Promise<MadeExperiment | undefined> {
    const { tracepoints, startDecoder } = this.services;
    this.program ??= await askForProgram(vscode.l10n.t('Record Trace: Traced Program'));
    if (this.program === undefined) return undefined;
    try {
      const { target } = recording;
      const { program } = this;
      const open = () => openTargetPrograms(target, program, openProgramFile, fileExists);
      if (needsAgent(tracepoints.plan)) {
        const outcome = await recording.prepareAgent(open);
        if (outcome) throw new Error(outcome.problem);
      }
      const programs = await open();
      if ('problem' in programs) throw new Error(programs.problem);
      this.programs?.dispose();
      this.programs = programs;
      const made = await makeExperiment(tracepoints.plan, target, programs, startDecoder);
      if ('problem' in made) throw new Error(made.problem);
      return { ...made, experiment: { ...made.experiment, openLoaded: open } };
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
    if (phase === 'tracing' && this.growing) this.growOn(this.growing, recording);
    if (phase === 'ended' && before === 'tracing') void this.fetch(recording);
    if (phase !== 'closed') return;
    if (problem !== undefined) void this.tellLost(problem);
    this.release();
  }

  /** What the target cannot tell any more is there as far as it was shown. */
  private async tellLost(problem: string): Promise<void> {
    const { origin } = this;
    const file = await this.growing?.end();
    if (!file) {
      showError(problem);
      return;
    }
    await this.services.recordings.keep(file, origin, { end: problem });
    const kept = vscode.l10n.t('What came until then is in {0}.', baseName(file.path));
    showError(`${problem} ${kept}`);
  }

  /** Shows the frames of a run as they come. */
  private grow(recording: TargetRecording): void {
    if (recording.status.phase !== 'tracing') return;
    const { program, services } = this;
    this.growing = new GrowingTrace(
      recording,
      () => services.recordings.next(program, new Date()),
      (file) => services.openRecorded(file, { program, frame: undefined, grows: true }),
    );
    this.growOn(this.growing, recording);
  }

  /** Says why frames cannot be shown yet, once, and only of a run that is followed. */
  private growOn(growing: GrowingTrace, { status: { unseen } }: TargetRecording): void {
    if (unseen !== this.unseen) {
      this.unseen = unseen;
      if (unseen !== undefined) inform(unseen);
    }
    growing.grow();
  }

  private async fetch(recording: TargetRecording): Promise<void> {
    const { program } = this;
    const { services } = this;
    const { growing } = this;
    this.growing = undefined;
    const shown = await growing?.end();
    const file = shown ?? (await services.recordings.next(program, new Date()));
    const origin = { ...this.origin, ...(program !== undefined && { program }) };
    const outcome = await fetchTrace(recording, file, {
      // What is shown already stays until it is replaced.
      openGrowing: async () => {
        if (shown) return;
        await services.openRecorded(file, { program, frame: undefined, grows: true });
      },
      keep: (became) => services.recordings.keep(file, origin, became),
      open: (frame) => services.openRecorded(file, { program, frame }),
    });
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
    this.unseen = undefined;
    void this.growing?.end();
    this.growing = undefined;
    this.origin = {};
    this.program = undefined;
    this.programs?.dispose();
    this.programs = undefined;
    this.services.current.release();
  }
}

/**
 * Whether tracepoints of a recording are the workspace's now. Those with changed actions are kept;
 * where there are others, the user is asked.
 */
async function takePlan(plan: RecordingPlan, tracepoints: Tracepoints): Promise<boolean> {
  const places = ({ tracepoints: planned }: RecordingPlan) =>
    planned.map(({ number, location }) => `${number} ${location}`).join('\n');
  if (places(plan) === places(tracepoints.plan)) return true;
  if (tracepoints.all.length > 0) {
    const own = vscode.l10n.t('Replace the Tracepoints');
    const now = vscode.l10n.t('Keep Those of the Workspace');
    const sentence = vscode.l10n.t(
      'The recording was made with other tracepoints than the workspace has now.',
    );
    const answer = await showInformation(sentence, own, now);
    if (answer !== own) return answer === now;
  }
  tracepoints.replacePlan(plan);
  return true;
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

/**
 * Whether a run with these tracepoints begins. The user is asked where none of them has an action:
 * its frames would be without data.
 */
async function isMeant(enabled: readonly PlannedTracepoint[]): Promise<boolean> {
  const [first] = enabled;
  if (!first || !enabled.every(hasNoAction)) return true;
  const choose = vscode.l10n.t('Choose What to Collect…');
  const goOn = vscode.l10n.t('Record without Data');
  const sentence = vscode.l10n.t(
    'No tracepoint collects anything: frames would say which tracepoint was hit, and hold no values.',
  );
  const answer = await showWarning(sentence, choose, goOn);
  if (answer === choose) {
    await vscode.commands.executeCommand('tracefile.editTracepoint', new TracepointItem(first));
  }
  return answer === goOn;
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
