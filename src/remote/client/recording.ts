// A recording on a live target, as a user sees it: connect, define, start, watch, stop, download,
// leave. gdb manual, "Starting and Stopping Trace Experiments" and "Tracepoint Packets". Here are
// the words; connectRecording.ts makes one.
import type { Diagnostic } from '../../bytes/diagnostic';
import type { Disposable, Emitter } from '../../trace/emitter';
import type { Sink } from '../../trace/export/sink';
import type { TraceModule } from '../../trace/traceModule';
import type { DefinitionPacket } from '../packets/definitions';
import type { TraceStatusReply } from '../packets/run';
import type { OpenLoaded, Target } from './target';

/**
 * `ready`: connected, no run yet. `tracing`: the run continues. `ended`: it is over, its frames
 * wait in the target. `closed`: the target was left, or lost.
 */
export type RecordingPhase = 'ready' | 'tracing' | 'ended' | 'closed';

/** What the program under the target does. `leaving`: it is held where it is about to end. */
export type ProgramState = 'stopped' | 'running' | 'leaving' | 'ended';

/** A tracepoint at one address, as the target counts it. */
export interface TracepointCount {
  readonly number: number;
  /** A run-time address. */
  readonly address: bigint;
  readonly enabled: boolean;
  /** Absent where the target does not count. */
  readonly hits?: number;
  /** Bytes in the buffer. */
  readonly usage?: number;
}

/** A trace state variable now. */
export interface VariableNow {
  readonly number: number;
  /** Without its dollar sign. */
  readonly name: string;
  /** Absent where the target does not tell. */
  readonly value?: bigint;
}

/** The state of a recording. A new object for each change. */
export interface RecordingStatus {
  readonly phase: RecordingPhase;
  readonly program: ProgramState;
  /**
   * The signal that ended the program, or that stopped it and would, with the place where it is
   * stopped: `SIGSEGV at calls.c:7 (take)`.
   */
  readonly signal?: string | undefined;
  /** Of a program that exited or is about to: its exit code, where the target tells. */
  readonly exitCode?: number | undefined;
  /** What the target said last of the run; absent before it said anything. */
  readonly run?: TraceStatusReply;
  /** When that was, in milliseconds of Date.now. */
  readonly asked?: number;
  /**
   * False where the target answers nothing while its program runs: counts are those of the last
   * stop.
   */
  readonly isLive: boolean;
  /** During a run: why its frames can only be seen when it is over; a sentence. */
  readonly unseen?: string | undefined;
  readonly tracepoints: readonly TracepointCount[];
  readonly variables: readonly VariableNow[];
  /** What the target cannot do and what that means, and what went wrong on the way. */
  readonly findings: readonly Diagnostic[];
  /** In phase `closed`: why, where nobody asked for it; a sentence. */
  readonly problem?: string;
}

/** What a run records: packets at run-time addresses, and the programs that they were made of. */
export interface Experiment {
  /** Variables, tracepoints with their actions, sources. QTinit and QTro are added. */
  readonly definitions: readonly DefinitionPacket[];
  /**
   * Their read-only sections need not be collected (QTro); the first one's byte order is the
   * target's.
   */
  readonly programs: readonly TraceModule[];
  /** Opens what is loaded when it is called: a program that was just started has no libraries. */
  readonly openLoaded?: OpenLoaded;
}

/** How a run goes. */
export interface RunOptions {
  /** Whether old frames give way to new ones when the buffer is full; else the run stops. */
  readonly circular?: boolean;
  /** Bytes; undefined for what the target has. */
  readonly bufferSize?: number;
  /** Whether the run continues when the connection ends. */
  readonly disconnected?: boolean;
  readonly user?: string;
  readonly notes?: string;
  /**
   * Whether the program is held when it is about to end, so that its frames can still be fetched;
   * true unless told. Programs that call the system very often run slower for it.
   */
  readonly holdAtExit?: boolean;
  /** Whether a program that is stopped continues; true unless told. */
  readonly resume?: boolean;
}

/** How far a download has come. */
interface DownloadProgress {
  readonly frames: number;
  /** Frames that there are; absent where the target did not say. */
  readonly of?: number;
  readonly bytes: number;
}

/** A trace file that was written, whole or as far as it came. */
export interface Downloaded {
  readonly frames: number;
  /** Bytes of the file. */
  readonly bytes: number;
  /**
   * False where frames are missing that the target had: cancelled, or lost. The findings say why.
   */
  readonly isComplete: boolean;
  /** Whether each frame was fetched by itself, since the buffer could not be read as a whole. */
  readonly byFrame: boolean;
  readonly findings: readonly Diagnostic[];
}

/**
 * How a target is left. `detach`: the program continues without it; with disconnected tracing the
 * run does too. `disconnect`: only the connection ends. `kill`: the program is ended. While
 * nobody is connected, gdbserver holds no program at its end: a run whose program ends meanwhile
 * is gone.
 */
export type Leaving = 'detach' | 'disconnect' | 'kill';

/** What came of an act: a sentence where it failed. */
export type Outcome = { readonly problem: string } | undefined;

/**
 * A recording on one target. Acts come one after the other; one that makes no sense in the phase
 * fails with a sentence. None rejects. Disposing of it ends the connection at once.
 */
export interface TargetRecording extends Disposable {
  readonly target: Target;
  readonly status: RecordingStatus;
  readonly onDidChangeStatus: Emitter<RecordingStatus>['event'];
  /**
   * Makes an in-process agent ready, for fast tracepoints: a program that is at its very start runs
   * to `main` first. Nothing where the program has none.
   */
  prepareAgent(open: OpenLoaded): Promise<Outcome>;
  /** Defines the experiment and starts the run; in phases `ready` and `ended`. */
  start(experiment: Experiment, options?: RunOptions): Promise<Outcome>;
  /** Switches a tracepoint, at all its addresses, while the run continues. */
  enable(tracepoint: number, enabled: boolean): Promise<Outcome>;
  /** Lets a stopped program continue, out of its end too: what was not fetched is gone then. */
  resume(): Promise<Outcome>;
  /** Ends the run, with a note why. The program continues or stays stopped as before. */
  stop(note?: string): Promise<Outcome>;
  /**
   * Writes the frames of a run that is over as a trace file that gdb reads. A cancelled or broken
   * download ends the file after the last whole frame. A problem only where nothing could be
   * written.
   */
  download(sink: Sink, run?: DownloadRun): Promise<Downloaded | { readonly problem: string }>;
  /**
   * Writes what a run in progress has collected since the last call: its description first, then
   * whole frames. Returns how many there are now; a problem where they can only be seen when the
   * run is over.
   */
  fetchMeanwhile(sink: Sink): Promise<number | { readonly problem: string }>;
  /** Asks the target again, now. */
  refresh(): Promise<Outcome>;
  leave(how: Leaving): Promise<Outcome>;
}

/** How a download is watched and ended. */
export interface DownloadRun {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}
