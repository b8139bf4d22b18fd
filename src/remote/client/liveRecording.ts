// A recording on a connection: which act makes sense when, and what the target says meanwhile.
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../../bytes/diagnostic';
import { Emitter } from '../../trace/emitter';
import type { Sink } from '../../trace/export/sink';
import { writeDefinition } from '../packets/definitions';
import { prepareAgent } from './agent';
import { downloadRun } from './download';
import { RspClient, TargetProblem, type Timeouts, negotiateFeatures } from './rspClient';
import { type RunState, ProgramControl, exitCall } from './execution';
import { FramesMeanwhile, whyUnseen } from './framesMeanwhile';
import { notePacket, startExperiment } from './experiment';
import { countTracepoints, readRunStatus, readValues, type TracepointPlace } from './liveStatus';
import type {
  Downloaded,
  DownloadRun,
  Experiment,
  Leaving,
  Outcome,
  TargetRecording,
  RecordingPhase,
  RecordingStatus,
  RunOptions,
} from './recording';
import { readRunDescription, piecesOf, uploadTracepoints } from './traceDescription';
import { placeInPrograms } from './programPlace';
import { readVariables, type OpenLoaded, Target } from './target';
import type { Transport } from '../rspConnection';

/** Milliseconds without a byte after which a target that was told to end its program is left. */
const timeoutsForKill = { silence: 1000, answer: 1000 };
const utf8 = new TextDecoder();

/** A recording on one connection, which ends with it. */
class LiveRecording implements TargetRecording {
  private current: RecordingStatus;
  private readonly changed = new Emitter<RecordingStatus>();
  private readonly poll = new Poll(async () => {
    await this.refresh();
  });
  private experiment: Experiment | undefined;
  private places: readonly TracepointPlace[] = [];
  private meanwhile: FramesMeanwhile | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private isLeaving = false;
  /** Whether all frames of the run were fetched: a target that ends then takes nothing along. */
  private isFetched = false;

  readonly onDidChangeStatus = this.changed.event;

  constructor(
    private readonly client: RspClient,
    readonly target: Target,
    private readonly control: ProgramControl,
  ) {
    this.current = {
      phase: 'ready',
      program: control.now.state,
      isLive: control.isLive,
      tracepoints: [],
      variables: [],
      findings: [],
    };
    control.exitCall = exitCall(target.layout?.architecture);
    control.onDidChange((execution) => {
      this.programChanged(execution);
    });
    client.onLost((sentence) => {
      this.lost(sentence);
    });
  }

  get status(): RecordingStatus {
    return this.current;
  }

  /**
   * Takes up what the target does: a run that continues without a client, or one that is over and
   * was not fetched.
   */
  async takeUp(): Promise<void> {
    const run = await readRunStatus(this.client);
    if (!run) {
      this.find([warning('no-tracepoints', knowsNoTracepoints())]);
      return;
    }
    const hasRun = run.running || run.stopReason !== 'not-run' || (run.framesInBuffer ?? 0) > 0;
    if (!hasRun) return;
    this.places = placesAmong(await uploadTracepoints(this.client));
    this.become(run.running ? 'tracing' : 'ended');
    await this.observe();
  }

  prepareAgent(open: OpenLoaded): Promise<Outcome> {
    return this.perform(async () => {
      this.require(['ready', 'ended'], t('A run goes on already: stop it first.'));
      await prepareAgent(this.client, this.target, this.control, open);
    });
  }

  start(experiment: Experiment, options: RunOptions = {}): Promise<Outcome> {
    return this.perform(async () => {
      this.require(['ready', 'ended'], t('A run goes on already: stop it first.'));
      const ran = this.control.now.state === 'running';
      await this.control.halt();
      if (options.holdAtExit ?? true) await this.holdAtExit();
      const { client, target } = this;
      const { features, layout } = target;
      const bits = layout?.architecture.bits ?? 64;
      const findings = await startExperiment(client, features, experiment, options, bits);
      this.find(findings);
      this.experiment = experiment;
      this.isFetched = false;
      this.places = placesAmong(piecesOf(experiment.definitions));
      this.meanwhile = undefined;
      this.update({ unseen: whyUnseen(this.current, target) });
      this.become('tracing');
      await this.observe();
      if (ran || (options.resume ?? true)) await this.control.resume();
    });
  }

  enable(tracepoint: number, enabled: boolean): Promise<Outcome> {
    return this.perform(async () => {
      this.require(['tracing'], t('No run goes on: change the tracepoint itself.'));
      const meant = this.places.filter(({ number }) => number === tracepoint);
      if (meant.length === 0) throw problem(t('The run has no tracepoint {0}.', tracepoint));
      await this.control.whileAnswering(async () => {
        const kind = enabled ? 'enable-tracepoint' : 'disable-tracepoint';
        const what = t('Tracepoint {0} cannot be switched while the run goes on', tracepoint);
        for (const { number, address } of meant) {
          await this.client.requireOk(writeDefinition({ kind, number, address }), what);
        }
        this.places = this.places.map((each) =>
          meant.includes(each) ? { ...each, enabled } : each,
        );
        await this.observe();
      });
    });
  }

  resume(): Promise<Outcome> {
    return this.perform(async () => {
      if (this.control.now.state === 'ended') throw problem(t('The program is gone.'));
      await this.control.resume();
    });
  }

  stop(note = ''): Promise<Outcome> {
    return this.perform(async () => {
      this.require(['tracing'], t('No run goes on.'));
      await this.control.whileAnswering(async () => {
        await this.client.requireOk('QTStop', t('The run does not stop'));
        if (note !== '') await this.client.request(notePacket([{ kind: 'tstop', text: note }]));
        await this.observe();
      });
      if (this.current.phase === 'tracing') throw problem(goesOn());
    });
  }

  download(sink: Sink, run: DownloadRun = {}): Promise<Downloaded | { readonly problem: string }> {
    return this.act(async () => {
      this.require(
        ['ended'],
        t('The run must be over before its frames are fetched: stop it first.'),
      );
      return this.control.whileAnswering(async () => {
        const { client, target, experiment } = this;
        const status = await readRunStatus(client);
        if (!status) throw problem(framesAreGone());
        const description = await readRunDescription(client, target, status, experiment);
        const program = experiment?.programs[0]?.program;
        const downloaded = await downloadRun(client, target, description, program, sink, run);
        this.isFetched = downloaded.isComplete;
        return downloaded;
      });
    });
  }

  fetchMeanwhile(sink: Sink): Promise<number | { readonly problem: string }> {
    return this.act(async () => {
      this.require(['tracing'], t('No run goes on.'));
      const { client, target, experiment, current } = this;
      if (current.unseen !== undefined) throw problem(current.unseen);
      if (!current.run) return 0;
      this.meanwhile ??= new FramesMeanwhile(client, target, experiment);
      try {
        return await this.meanwhile.fetch(sink, current.run);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.update({ unseen: t('{0} The frames are shown after the run.', reason) });
        throw error;
      }
    });
  }

  refresh(): Promise<Outcome> {
    return this.perform(() => this.observe());
  }

  leave(how: Leaving): Promise<Outcome> {
    return this.perform(async () => {
      this.isLeaving = true;
      if (how === 'kill') {
        if (!this.control.answers) await this.control.halt();
        // Where the target ends with its program, no answer comes.
        await this.client.request('k', timeoutsForKill).catch(() => undefined);
      } else if (how === 'detach' && this.control.now.state !== 'ended') {
        await this.control.detach().catch((error: unknown) => {
          this.isLeaving = false;
          throw error;
        });
      }
      this.client.dispose();
      this.become('closed');
    });
  }

  dispose(): void {
    this.isLeaving = true;
    this.poll.stop();
    this.control.dispose();
    this.client.dispose();
    this.changed.dispose();
  }

  /** Acts one after the other; what goes wrong is a sentence. */
  private act<T>(work: () => Promise<T>): Promise<T | { readonly problem: string }> {
    const done = this.last.then(async () => {
      try {
        if (this.client.lost !== undefined) throw problem(this.client.lost);
        return await work();
      } catch (error) {
        return { problem: error instanceof Error ? error.message : String(error) };
      }
    });
    this.last = done;
    return done;
  }

  private perform(work: () => Promise<void>): Promise<Outcome> {
    return this.act(async () => {
      await work();
      return undefined;
    });
  }

  private require(phases: readonly RecordingPhase[], otherwise: string): void {
    if (!phases.includes(this.current.phase)) throw problem(otherwise);
  }

  private async holdAtExit(): Promise<void> {
    if (!(await this.control.holdAtExit())) this.find([warning('not-held', notHeld())]);
  }

  /** Asks for the state of the run, where the target answers. */
  private async observe(): Promise<void> {
    if (!this.control.answers) return;
    const run = await readRunStatus(this.client);
    if (!run) {
      if (this.current.phase !== 'ready') this.lost(framesAreGone());
      return;
    }
    const variables = (await readVariables(this.client)).map(({ number, name }) => ({
      number,
      name: utf8.decode(name),
    }));
    const { unseen = whyUnseen({ ...this.current, run }, this.target) } = this.current;
    this.update({
      run,
      unseen,
      asked: Date.now(),
      tracepoints: await countTracepoints(this.client, this.places, run),
      variables: await readValues(this.client, variables),
    });
    if (this.current.phase === 'tracing' && !run.running) this.become('ended');
  }

  private programChanged({ state, signal, exitCode }: RunState): void {
    this.update({ program: state, signal, exitCode });
    if (this.current.phase !== 'tracing' || state === 'running') return;
    if (state === 'leaving') void this.stopAtExit();
    else if (state === 'stopped' && signal !== undefined) void this.stopAtSignal(signal);
    else if (state === 'ended') void this.stopAfterEnd();
    else void this.refresh();
  }

  /** Ends the run of a program that is gone, where the target has not done so itself. */
  private async stopAfterEnd(): Promise<void> {
    await this.refresh();
    if (this.current.phase === 'tracing') await this.stop(goneText(this.current));
  }

  /** Ends the run where the program is about to end, with its exit code in the note. */
  private async stopAtExit(): Promise<void> {
    await this.perform(async () => {
      this.update({ exitCode: await this.readExitCode() });
    });
    await this.stop(exitedText(this.current.exitCode));
  }

  /** What the program gives exit_group: the system keeps its low eight bits. */
  private async readExitCode(): Promise<number | undefined> {
    const { target, control, experiment } = this;
    const register = control.exitCall?.code;
    if (register === undefined) return undefined;
    const registers = await control.readRegisters();
    const value = target.registerIn(registers, register, experiment?.programs[0]?.program);
    return value === undefined ? undefined : Number(value & 0xffn);
  }

  /** Ends the run where a signal is about to end the program, with the place in its note. */
  private async stopAtSignal(signal: string): Promise<void> {
    await this.perform(async () => {
      const place = await this.placeOfProgram();
      this.update({ signal: place === undefined ? signal : `${signal} at ${place}` });
    });
    await this.stop(t('The program was stopped by {0}.', this.current.signal ?? signal));
  }

  /** Undefined where the target does not tell the PC. */
  private async placeOfProgram(): Promise<string | undefined> {
    const { target, control, experiment } = this;
    const program = experiment?.programs[0]?.program;
    const pc = target.pcIn(await control.readRegisters(), program);
    return pc === undefined ? undefined : placeInPrograms(experiment, pc);
  }

  private lost(sentence: string): void {
    this.poll.stop();
    if (this.isLeaving || this.current.phase === 'closed') return;
    const gone = goneText(this.current);
    const problem = gone === undefined ? sentence : `${gone} ${framesWentAlong()}`;
    this.update({ phase: 'closed', ...(!this.isFetched && { problem }) });
  }

  private become(phase: RecordingPhase): void {
    if (phase === 'tracing' && this.control.isLive) this.poll.start();
    else this.poll.stop();
    this.update({ phase });
  }

  private find(findings: readonly Diagnostic[]): void {
    if (findings.length > 0) this.update({ findings: [...this.current.findings, ...findings] });
  }

  private update(change: Partial<RecordingStatus>): void {
    this.current = { ...this.current, ...change };
    this.changed.fire(this.current);
  }
}

const knowsNoTracepoints = () =>
  t('The target knows no tracepoints (qTStatus): nothing can be recorded on it.');
const notHeld = () =>
  t('The target cannot hold the program at its end: stop the run before, or its frames are gone.');
const goesOn = () => t('The target goes on recording although it was told to stop.');
const framesAreGone = () =>
  t(
    'The program is gone, and with it the frames that were not fetched: the target tells nothing of the run any more.',
  );
const framesWentAlong = () => t('The frames that were not fetched are gone with it.');

/** How a program ended; undefined where it did not, or its target does not say. */
function goneText({ program, signal, exitCode }: RecordingStatus): string | undefined {
  if (program !== 'ended') return undefined;
  if (signal !== undefined) return t('{0} ended the program.', signal);
  return exitCode === undefined ? undefined : exitedText(exitCode);
}

function exitedText(code = 0): string {
  return code === 0 ? t('The program exited.') : t('The program exited with code {0}.', code);
}

function problem(sentence: string): TargetProblem {
  return new TargetProblem('refused', sentence);
}

function warning(code: string, message: string): Diagnostic {
  return { severity: 'warning', code, message };
}

function placesAmong(pieces: ReturnType<typeof piecesOf>): TracepointPlace[] {
  return pieces.flatMap((piece) => {
    if (piece.piece !== 'T') return [];
    const { number, address, enabled } = piece;
    return [{ number, address, enabled }];
  });
}

// Polls: a target that takes long to answer is asked less often.

/** Milliseconds between the end of an answer and the next question. */
const minPollInterval = 500;
const maxPollInterval = 10_000;
/** The share of the time that a target spends on answers: one part in so many. */
const share = 20;

/** A question that is asked until it is stopped. */
class Poll {
  private timer: NodeJS.Timeout | undefined;
  private isOn = false;

  /** `ask` never rejects. */
  constructor(private readonly ask: () => Promise<void>) {}

  start(): void {
    if (this.isOn) return;
    this.isOn = true;
    this.wait(minPollInterval);
  }

  stop(): void {
    this.isOn = false;
    clearTimeout(this.timer);
  }

  private wait(time: number): void {
    this.timer = setTimeout(() => void this.once(), time);
  }

  private async once(): Promise<void> {
    const begin = performance.now();
    await this.ask();
    const taken = performance.now() - begin;
    if (this.isOn) this.wait(Math.min(maxPollInterval, Math.max(minPollInterval, share * taken)));
  }
}

// From a connection to a recording: the two sides greet each other, and the target says what it
// is and what it does.

/** How a connection is used. */
export interface ConnectOptions {
  /**
   * Whether it loses and changes nothing, as sockets and pipes do; true unless told. A serial
   * line's packets are acknowledged.
   */
  readonly reliable?: boolean;
  readonly timeouts?: Timeouts;
}

/**
 * Connects to a target, as gdb's `target remote`. Its program is then stopped, or continues where
 * the target answers meanwhile. The recording owns the connection; without one it is closed and
 * the problem is a sentence.
 */
export async function connectRecording(
  transport: Transport,
  { reliable = true, timeouts }: ConnectOptions = {},
): Promise<{ readonly recording: TargetRecording } | { readonly problem: string }> {
  const client = new RspClient(transport, timeouts);
  try {
    const features = await negotiateFeatures(client, reliable);
    const control = await ProgramControl.begin(client, features);
    const target = await Target.describe(client, features);
    const recording = new LiveRecording(client, target, control);
    await recording.takeUp();
    return { recording };
  } catch (error) {
    client.dispose();
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
