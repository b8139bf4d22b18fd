// Moving in a branch trace: every move ends with DAP's `stopped`, at an end of the recording too.
import { t } from '@vscode/l10n';
import * as moves from '../../trace/branch/stepping';
import { StoppedEvent } from '@vscode/debugadapter';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { type BranchTrace, type Execution, executedAt } from '../../trace/branch/branchTrace';
import type { Direction } from '../../trace/search/search';
import type { Client } from '../client';
import type { AdapterHost } from '../host';
import { RequestFailed } from '../../bytes/requestFailed';
import { stoppedAtInstruction, threadId } from '../stopped';
import type { BranchBreakpoints } from './breakpoints';
import type { BranchStack } from './stack';
import { executionOf } from './launch';
import { hexAddress } from '../../bytes/hex';
import { baseName } from '../../trace/paths';

/** The moves that a client asks for by name, with the custom request `branchMove`. */
export const namedMoves: Readonly<Record<string, moves.BranchMove>> = {
  ...moves.jumps,
  outBack: moves.outBack,
};

/** Moves one session. */
export class BranchNavigator {
  private moving: AbortController | undefined;

  constructor(
    private readonly trace: BranchTrace,
    private readonly client: Client,
    private readonly breakpoints: BranchBreakpoints,
    private readonly stack: BranchStack,
    private readonly beforeStop: AdapterHost['beforeStop'],
  ) {}

  /** The first stop. */
  async begin(stopOnEntry: boolean): Promise<void> {
    if (stopOnEntry) await this.stopped('entry');
    else await this.run(1);
  }

  /** Makes a move; where the recording ends before it, goes to its end. */
  async move(move: moves.BranchMove, direction: Direction, reason: string): Promise<void> {
    await this.go(async (execution, signal) => {
      const { trace } = this;
      const to = await move({ trace, execution, from: trace.position, signal });
      if (to !== undefined) return { to, reason };
      const last = await moves.end(direction)({ trace, execution, from: trace.position });
      return { to: last ?? trace.position, reason, note: endNote(direction) };
    });
  }

  /** Continues to the next breakpoint, or to the end of the recording. */
  async run(direction: Direction): Promise<void> {
    await this.go(async (execution, signal) => {
      const { trace } = this;
      const stop = await this.breakpoints.next(execution, trace.position, direction, signal);
      if (stop) return { to: stop.instruction, reason: 'breakpoint', ids: stop.ids };
      if (signal.aborted) return { to: trace.position, reason: 'pause' };
      const last = await moves.end(direction)({ trace, execution, from: trace.position });
      return { to: last ?? trace.position, reason: 'step', note: endNote(direction) };
    });
  }

  /** Goes to an instruction by its number. */
  async goTo(instruction: number): Promise<void> {
    const { blocks } = await executionOf(this.trace);
    const isThere =
      Number.isInteger(instruction) && instruction >= 1 && instruction <= blocks.count;
    if (!isThere || blocks.isGap(instruction)) throw new RequestFailed(t('No such instruction.'));
    await this.go(() => Promise.resolve({ to: instruction, reason: 'goto' }));
  }

  /** Another part of the extension moved the trace. */
  async follow(): Promise<void> {
    await this.stopped('goto');
  }

  pause(): void {
    if (this.moving) this.moving.abort();
    else void this.stopped('pause');
  }

  dispose(): void {
    this.moving?.abort();
  }

  private async go(
    find: (execution: Execution, signal: AbortSignal) => Promise<Arrival>,
  ): Promise<void> {
    this.moving?.abort();
    const moving = new AbortController();
    this.moving = moving;
    try {
      const { to, reason, note, ids } = await find(await executionOf(this.trace), moving.signal);
      if (this.moving !== moving) return;
      this.trace.moveTo(to, this);
      await this.stopped(reason, note, ids);
    } finally {
      if (this.moving === moving) this.moving = undefined;
    }
  }

  private async stopped(reason: string, note?: string, ids?: readonly number[]): Promise<void> {
    const execution = await executionOf(this.trace);
    const isInDisassembly = await this.stack.isInDisassembly(execution);
    const event: DebugProtocol.StoppedEvent = new StoppedEvent(
      isInDisassembly ? stoppedAtInstruction : reason,
      threadId,
    );
    const place = await instructionPlace(this.trace, execution, this.trace.position);
    event.body.description = [place, ...(note === undefined ? [] : [note])].join(' · ');
    event.body.allThreadsStopped = true;
    if (ids) event.body.hitBreakpointIds = [...ids];
    await this.beforeStop?.();
    this.client.send(event);
    if (note !== undefined) this.client.log(note, 'console');
  }
}

interface Arrival {
  readonly to: number;
  readonly reason: string;
  readonly note?: string;
  readonly ids?: readonly number[];
}

function endNote(direction: Direction): string {
  return direction > 0 ? t('The recording ends here.') : t('The recording begins here.');
}

// Where an instruction of a branch trace is, in words.

/** `Instruction 57 of 311 · main, tree.c:83`. */
async function instructionPlace(
  trace: BranchTrace,
  { blocks, calls, map }: Execution,
  instruction: number,
): Promise<string> {
  const executed = executedAt({ blocks, calls, map }, instruction);
  const number = t('Instruction {0} of {1}', instruction, blocks.count);
  if (executed?.kind !== 'instruction') return t('{0} · a gap', number);
  const { functionName, source } = await trace.modules.current.locate(executed.address);
  const line = source ? `, ${baseName(source.file)}:${source.line}` : '';
  return `${number} · ${functionName ?? hexAddress(executed.address)}${line}`;
}
