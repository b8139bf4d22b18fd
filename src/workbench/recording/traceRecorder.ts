// Records a trace: connects to a target, starts a run with the planned tracepoints, follows it, and has its frames fetched when
// it is over.
import * as vscode from 'vscode';
import { runtime } from '../../platform/runtime';
import type { Leaving, Recording, RecordingPhase } from '../../remote/client/recording';
import { openTargetPrograms, type TargetPrograms } from '../../remote/client/targetPrograms';
import { fileExists } from '../files';
import { openProgramFile } from '../programFiles';
import { isTrusted } from '../trust';
import { askForProgram, askForTarget, type ChosenTarget } from './askForTarget';
import { Connecting } from './connecting';
import type { CurrentRecording } from './currentRecording';
import { makeExperiment, type MadeExperiment } from './experiment';
import { fetchTrace } from './fetchTrace';
import { recordingOptions } from './recordingOptions';
import {
  askWhatToTakeUp,
  goesOnWithout,
  say,
  sayNothingPlanned,
  sayProblem,
} from './recordingQuestions';
import type { RecordedFiles } from './recordedFiles';
import type { RememberedTargets } from './rememberedTargets';
import type { Tracepoints } from './tracepoints';

/** What a recorder acts on. */
interface RecorderServices {
  readonly extension: vscode.Uri;
  readonly tracepoints: Tracepoints;
  readonly current: CurrentRecording;
  readonly targets: RememberedTargets;
  readonly files: RecordedFiles;
  /** Opens a recorded trace in the trace editor, with its program. */
  openRecorded(file: vscode.Uri, program: string | undefined): Promise<void>;
}

/** Records one trace at a time. */
export class TraceRecorder implements vscode.Disposable {
  private readonly connecting = new Connecting();
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
    this.connecting.dispose();
    this.programs?.dispose();
  }

  /** Records on the target that is connected; else on the one that is given, or asked for. */
  async record(given?: ChosenTarget): Promise<void> {
    const { current, tracepoints } = this.services;
    if (!isTrusted(vscode.l10n.t('Traces are recorded'))) return;
    if (!tracepoints.all.some(({ enabled }) => enabled)) sayNothingPlanned();
    else if (current.status?.phase === 'tracing') {
      say(vscode.l10n.t('A trace is being recorded: stop it first.'));
    } else if (current.current) await this.start(current.current);
    else await this.connect(given);
  }

  async stop(note?: string): Promise<void> {
    const outcome = await this.services.current.current?.stop(note);
    if (outcome) sayProblem(outcome.problem);
  }

  async leave(how: Leaving): Promise<void> {
    const outcome = await this.services.current.current?.leave(how);
    if (outcome) sayProblem(outcome.problem);
  }

  private async connect(given: ChosenTarget | undefined): Promise<void> {
    const chosen = given ?? (await askForTarget(this.services.targets));
    if (!chosen) return;
    const recording = await this.connecting.to(chosen.target);
    if ('problem' in recording) {
      sayProblem(recording.problem);
      return;
    }
    this.program = chosen.program ?? (await programHere(recording));
    this.follow(recording);
    const isStarted =
      recording.status.phase === 'ready'
        ? await this.start(recording)
        : await this.takeUp(recording);
    if (!isStarted || this.program === undefined) return;
    await this.services.targets.keep({ target: chosen.target, program: this.program });
  }

  private follow(recording: Recording): void {
    this.services.current.follow(recording);
    this.phase = recording.status.phase;
    this.following = recording.onDidChangeStatus(() => {
      this.changed(recording);
    });
  }

  /** The target has a run of before. */
  private async takeUp(recording: Recording): Promise<boolean> {
    const isTracing = recording.status.phase === 'tracing';
    const answer = await askWhatToTakeUp(isTracing);
    if (answer === 'take' && !isTracing) await this.fetch(recording);
    if (answer !== 'anew') return answer === 'take';
    // Its frames are not wanted.
    this.phase = 'ready';
    if (isTracing) await recording.stop();
    return this.start(recording);
  }

  /** Whether a run began. */
  private async start(recording: Recording): Promise<boolean> {
    const made = await this.prepare(recording);
    if (!made) return false;
    const { experiment, missing, problems, notes } = made;
    this.services.current.setProblems(problems);
    if (missing.length > 0 && !(await goesOnWithout(missing, problems))) return false;
    const outcome = await recording.start(experiment, recordingOptions());
    if (outcome) sayProblem(outcome.problem);
    else if (notes.length > 0) say(notes.join(' '));
    return outcome === undefined;
  }

  private async prepare(recording: Recording): Promise<MadeExperiment | undefined> {
    const { extension, tracepoints } = this.services;
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
      const readFile = (name: string) =>
        vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'dist', name));
      const made = await makeExperiment(tracepoints.plan, recording.target, programs, () =>
        runtime.startCapstone(readFile),
      );
      if ('problem' in made) throw new Error(made.problem);
      return made;
    } catch (error) {
      sayProblem(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /** A run that ends is fetched; a target that is gone is let go. */
  private changed(recording: Recording): void {
    const { phase, problem } = recording.status;
    const before = this.phase;
    this.phase = phase;
    if (phase === 'ended' && before === 'tracing') void this.fetch(recording);
    if (phase !== 'closed') return;
    if (problem !== undefined) sayProblem(problem);
    this.release();
  }

  private async fetch(recording: Recording): Promise<void> {
    const { program } = this;
    const file = await this.services.files.next(program, new Date());
    const open = () => this.services.openRecorded(file, program);
    const outcome = await fetchTrace(recording, file, open);
    if (outcome) sayProblem(outcome.problem);
  }

  /** Tracepoints can be switched while the run goes on. */
  private async switchTracepoints(): Promise<void> {
    const { current: recording, status } = this.services.current;
    if (!recording || status?.phase !== 'tracing') return;
    const counted = new Map(status.tracepoints.map(({ number, enabled }) => [number, enabled]));
    for (const { number, enabled } of this.services.tracepoints.all) {
      const now = counted.get(number);
      if (now === undefined || now === enabled) continue;
      const outcome = await recording.enable(number, enabled);
      if (outcome) sayProblem(outcome.problem);
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
async function programHere({ target }: Recording): Promise<string | undefined> {
  const { executable } = target;
  return executable !== undefined && (await fileExists(executable)) ? executable : undefined;
}
