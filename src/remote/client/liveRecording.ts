// A recording on a connection: which act makes sense when, and what the target says meanwhile.
import type { Diagnostic } from '../../bytes/diagnostic';
import { Emitter } from '../../trace/emitter';
import type { Sink } from '../../trace/export/sink';
import { writeDefinition } from '../packets/definitions';
import { downloadRun } from './download';
import type { Exchange } from './exchange';
import type { RunState, ProgramControl } from './execution';
import { exitCall } from './exitCall';
import { notePacket, startExperiment } from './experiment';
import { countTracepoints, readRunStatus, readValues, type TracepointPlace } from './liveStatus';
import { Poll } from './poll';
import type {
  Downloaded,
  DownloadRun,
  Experiment,
  Leaving,
  Outcome,
  Recording,
  RecordingPhase,
  RecordingStatus,
  RunOptions,
} from './recording';
import { readRunDescription } from './runDescription';
import { readVariables, type Target } from './target';
import { TargetProblem } from './targetProblem';
import { piecesOf, uploadTracepoints } from './upload';

/** Milliseconds without a byte after which a target that was told to end its program is left. */
const patienceForKill = { silence: 1000, answer: 1000 };
const utf8 = new TextDecoder();

/** A recording on one connection, which ends with it. */
export class LiveRecording implements Recording {
  private current: RecordingStatus;
  private readonly changed = new Emitter<RecordingStatus>();
  private readonly poll = new Poll(async () => {
    await this.refresh();
  });
  private experiment: Experiment | undefined;
  private places: readonly TracepointPlace[] = [];
  private last: Promise<unknown> = Promise.resolve();
  private isLeaving = false;

  readonly onDidChangeStatus = this.changed.event;

  constructor(
    private readonly exchange: Exchange,
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
    control.onDidChange((execution) => {
      this.programChanged(execution);
    });
    exchange.onLost((sentence) => {
      this.lost(sentence);
    });
  }

  get status(): RecordingStatus {
    return this.current;
  }

  /** Takes up what the target does: a run that goes on without a client, or one that is over and was not fetched. */
  async takeUp(): Promise<void> {
    const run = await readRunStatus(this.exchange);
    if (!run) {
      this.find([warning('no-tracepoints', knowsNoTracepoints)]);
      return;
    }
    const hasRun = run.running || run.stopReason !== 'not-run' || (run.framesInBuffer ?? 0) > 0;
    if (!hasRun) return;
    this.places = placesAmong(await uploadTracepoints(this.exchange));
    this.become(run.running ? 'tracing' : 'ended');
    await this.observe();
  }

  start(experiment: Experiment, options: RunOptions = {}): Promise<Outcome> {
    return this.perform(async () => {
      this.require(['ready', 'ended'], 'A run goes on already: stop it first.');
      const ran = this.control.now.state === 'running';
      await this.control.halt();
      if (options.holdAtExit ?? true) await this.holdAtExit();
      const { exchange, target } = this;
      const findings = await startExperiment(exchange, target.features, experiment, options);
      this.find(findings);
      this.experiment = experiment;
      this.places = placesAmong(piecesOf(experiment.definitions));
      this.become('tracing');
      await this.observe();
      if (ran || (options.resume ?? true)) await this.control.resume();
    });
  }

  enable(tracepoint: number, enabled: boolean): Promise<Outcome> {
    return this.perform(async () => {
      this.require(['tracing'], 'No run goes on: change the tracepoint itself.');
      const meant = this.places.filter(({ number }) => number === tracepoint);
      if (meant.length === 0) throw problem(`The run has no tracepoint ${tracepoint}.`);
      await this.control.whileAnswering(async () => {
        const kind = enabled ? 'enable-tracepoint' : 'disable-tracepoint';
        const what = `Tracepoint ${tracepoint} cannot be switched while the run goes on`;
        for (const { number, address } of meant) {
          await this.exchange.demand(writeDefinition({ kind, number, address }), what);
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
      if (this.control.now.state === 'ended') throw problem('The program is gone.');
      await this.control.resume();
    });
  }

  stop(note = ''): Promise<Outcome> {
    return this.perform(async () => {
      this.require(['tracing'], 'No run goes on.');
      await this.control.whileAnswering(async () => {
        await this.exchange.demand('QTStop', 'The run does not stop');
        if (note !== '') await this.exchange.ask(notePacket([{ kind: 'tstop', text: note }]));
        await this.observe();
      });
    });
  }

  download(sink: Sink, run: DownloadRun = {}): Promise<Downloaded | { readonly problem: string }> {
    return this.act(async () => {
      this.require(['ended'], 'The run must be over before its frames are fetched: stop it first.');
      return this.control.whileAnswering(async () => {
        const { exchange, target, experiment } = this;
        const status = await readRunStatus(exchange);
        if (!status) throw problem(framesAreGone);
        const description = await readRunDescription(exchange, target, status, experiment);
        const program = experiment?.programs[0]?.program;
        return downloadRun(exchange, target, description, program, sink, run);
      });
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
        await this.exchange.ask('k', patienceForKill).catch(() => undefined);
      } else if (how === 'detach' && this.control.now.state !== 'ended') {
        if (!this.control.answers) await this.control.halt();
        await this.exchange
          .demand('D', 'The target does not let its program go')
          .catch((error: unknown) => {
            this.isLeaving = false;
            throw error;
          });
      }
      this.exchange.dispose();
      this.become('closed');
    });
  }

  dispose(): void {
    this.isLeaving = true;
    this.poll.stop();
    this.control.dispose();
    this.exchange.dispose();
    this.changed.dispose();
  }

  /** Acts one after the other; what goes wrong is a sentence. */
  private act<T>(work: () => Promise<T>): Promise<T | { readonly problem: string }> {
    const done = this.last.then(async () => {
      try {
        if (this.exchange.lost !== undefined) throw problem(this.exchange.lost);
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
    const call = exitCall(this.target.layout?.architecture);
    if (!(await this.control.holdAtCall(call))) this.find([warning('not-held', notHeld)]);
  }

  /** Asks how the run stands, where the target answers. */
  private async observe(): Promise<void> {
    if (!this.control.answers) return;
    const run = await readRunStatus(this.exchange);
    if (!run) {
      if (this.current.phase !== 'ready') this.lost(framesAreGone);
      return;
    }
    const variables = (await readVariables(this.exchange)).map(({ number, name }) => ({
      number,
      name: utf8.decode(name),
    }));
    this.update({
      run,
      asked: Date.now(),
      tracepoints: await countTracepoints(this.exchange, this.places, run),
      variables: await readValues(this.exchange, variables),
    });
    if (this.current.phase === 'tracing' && !run.running) this.become('ended');
  }

  private programChanged({ state, note }: RunState): void {
    this.update({ program: state, programNote: note });
    if (this.current.phase !== 'tracing' || state === 'running') return;
    if (state === 'leaving') void this.stop(programEnds);
    else void this.refresh();
  }

  private lost(sentence: string): void {
    this.poll.stop();
    if (this.isLeaving || this.current.phase === 'closed') return;
    this.update({ phase: 'closed', problem: sentence });
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

const knowsNoTracepoints =
  'The target knows no tracepoints (qTStatus): nothing can be recorded on it.';
const notHeld =
  'The target cannot hold the program at its end: stop the run before, or its frames are gone.';
const framesAreGone =
  'The program is gone, and with it the frames that were not fetched: the target tells nothing of the run any more.';
const programEnds = 'The program was about to end.';

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
