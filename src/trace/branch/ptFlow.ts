// Follows the flow that Intel Processor Trace records: from instruction to instruction of the
// programs, asking the packets where a branch leads. As gdb does with libipt, what cannot be
// followed is a gap, and the flow goes on at the next PSB.
import type { FlowInstruction } from '../../machine/arch/x86Flow';
import type { Cpu } from '../../format/branchTrace';
import { type ClockRates, unknownRates } from '../../format/intelPt/clock';
import { DecodeError } from '../../format/intelPt/decodeError';
import { type Errata, errataOf } from '../../format/intelPt/errata';
import { type Status, unfinished } from '../../format/intelPt/ptPacketReader';
import type { PtEvent } from '../../format/intelPt/ptEvent';
import { Pending, PtQuery } from '../../format/intelPt/query';
import type { ExecutionMode } from '../../format/intelPt/packets';
import { BlockGap } from './blockShapes';
import { eventError } from './eventError';
import type { CodePoint, FlowCode } from './flowCode';
import { type FlowSink, nobody } from './flowSink';
import { type ExecutedPoint, isDisabledBy, isFar, resumptionOf } from './recordingEnd';
import { ReturnAddresses } from './returnAddresses';

/** Jumps and calls without a packet after which code leads in a circle. */
const maxUntold = 1 << 16;
/** Instructions that erratum BDM64 is looked for in, as in libipt. */
const bdm64Steps = 0x100;

const unbound = { paging: false, vmcs: false, ptwrite: false };

/** What is left of a step for which more packets have to be read. */
type Unfinished =
  /** Events at the address are looked for. */
  | { readonly step: 'check'; readonly before: FlowInstruction | undefined }
  /** The same behind an instruction, which ran then. */
  | { readonly step: 'arrive'; readonly executed: ExecutedPoint; readonly isSequential: boolean }
  /** What follows an event at the place that it was taken at. */
  | { readonly step: 'settle'; readonly event: PtEvent; readonly from: bigint };

/** One walk over a recording. */
export class PtFlow {
  private readonly query: PtQuery;
  private readonly errata: Errata;
  private isSynchronised = false;
  /** What the last step gave: flags of {@link Pending}, or minus an error. */
  private status: Status = 0;
  /** What the query said last. */
  private flags = 0;
  private here: CodePoint;
  private isEnabled = false;
  private mode: ExecutionMode;
  private event: PtEvent | undefined;
  /** An instruction that is left when all events at it were taken. */
  private postponed: ExecutedPoint | undefined;
  private readonly bound = { ...unbound };
  private returns = new ReturnAddresses();
  /** Jumps and calls since a packet told where to go. */
  private untold = 0;
  /** Code that a check of the address wants, and the instruction that led there. */
  private unread: CodePoint | undefined;
  private before: FlowInstruction | undefined;
  private left: Unfinished | undefined;
  /** The instructions that ran since the last branch. */
  private first: CodePoint | undefined;
  private last: CodePoint | undefined;
  private firstTime: bigint | undefined;
  /** When the last event came while instructions were recorded: those behind it may be missing. */
  private lostSince: bigint | undefined;
  private isSequential = false;
  /** Instructions that ran so far. */
  instructions = 0;
  /** Steps that were done so far. */
  steps = 0;
  private isCancelled = false;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly cpu: Cpu | undefined,
    private readonly code: FlowCode,
    /** Who is told. */
    public sink: FlowSink,
    rates: ClockRates = unknownRates,
  ) {
    this.errata = errataOf(cpu);
    this.query = new PtQuery(bytes, this.errata, rates);
    this.here = code.at(0n);
  }

  /** Bytes of the recording that were read. */
  get offset(): number {
    return this.query.position;
  }

  /** The time at which the last instruction ran, as {@link FlowSink.run} has it. */
  get time(): bigint | undefined {
    return this.query.time;
  }

  /** A flow that goes on from here by itself, and tells nobody. */
  copy(): PtFlow {
    const { bytes, cpu, code, query, event, bound, returns } = this;
    return Object.assign(new PtFlow(bytes, cpu, code, nobody), this, {
      sink: nobody,
      query: query.copy(),
      event: event && { ...event },
      bound: { ...bound },
      returns: returns.copy(),
    });
  }

  /** Lets the flow end here with a gap. */
  cancel(): void {
    this.isCancelled = true;
  }

  /** What was done so far: steps, each an instruction or an event, and packets that were read. */
  get work(): number {
    return this.steps + this.query.packets;
  }

  /**
   * Follows as far as some work leads. Returns an address whose code is to be read before it goes
   * on, or `end`.
   */
  advance(work: number): bigint | 'end' | undefined {
    if (this.isCancelled) {
      this.gap(BlockGap.ptCancelled);
      return 'end';
    }
    this.code.setWidth(this.mode);
    for (const end = this.work + work; this.work < end;) {
      this.query.mostPackets = end - this.steps;
      const wanted = this.step();
      if (wanted === unfinished) break;
      if (wanted !== undefined) return wanted;
      this.steps++;
      if (this.status === -DecodeError.endOfStream) {
        this.endRun();
        return 'end';
      }
      if (this.status < 0) {
        this.gap(this.status);
        this.isSynchronised = false;
      }
    }
    return undefined;
  }

  /**
   * Takes an event, or runs an instruction; returns an address whose code is to be read before, or
   * that it is unfinished.
   */
  private step(): bigint | typeof unfinished | undefined {
    let status: Status;
    if (this.left) {
      status = this.goOn(this.left);
    } else if (!this.isSynchronised) {
      status = this.synchronise();
    } else if (this.unread !== undefined) {
      if (this.code.instructionAt(this.unread) === undefined) return this.unread.ip;
      this.unread = undefined;
      status = this.goOn({ step: 'check', before: this.before });
    } else if ((this.status & Pending.event) !== 0) {
      status = this.handle();
    } else {
      const instruction = this.isEnabled ? this.code.instructionAt(this.here) : 'unmapped';
      if (instruction === undefined) return this.here.ip;
      status = this.next(instruction);
    }
    if (status === unfinished) return unfinished;
    this.status = status;
    return undefined;
  }

  private goOn(left: Unfinished): Status {
    let status: Status;
    if (left.step === 'check') status = this.checkAddress(left.before);
    else if (left.step === 'arrive') status = this.arrive(left.executed, left.isSequential);
    else status = this.settle(left.event, left.from);
    this.left = status === unfinished ? left : undefined;
    return status;
  }

  private synchronise(): Status {
    const flags = this.query.synchronise();
    if (flags === unfinished) return unfinished;
    this.isSynchronised = true;
    this.mode = undefined;
    this.code.setWidth(undefined);
    this.event = undefined;
    this.unread = undefined;
    this.clearPostponed();
    this.returns = new ReturnAddresses();
    this.untold = 0;
    this.isSequential = false;
    this.lostSince = undefined;
    this.flags = flags;
    if (flags < 0) return flags;
    this.isEnabled = (flags & Pending.ip) === 0;
    this.here = this.code.at(this.query.ip ?? 0n);
    return this.goOn({ step: 'check', before: undefined });
  }

  /** Takes an event. */
  private handle(): Status {
    const { event, here } = this;
    if (!event) return -DecodeError.badQuery;
    const error = this.apply(event);
    if (error !== undefined) return -error;
    this.event = undefined;
    return this.goOn({ step: 'settle', event, from: here.ip });
  }

  /** Looks for the next event, and tells of what is missing because of the one before. */
  private settle(event: PtEvent, from: bigint): Status {
    const status = this.checkNext();
    if (status < 0) return status;
    const isGap = event.kind === 'enabled' && from !== event.ip && this.instructions > 0;
    if (isGap) this.gap(BlockGap.ptDisabled, this.lostSince);
    if (event.kind === 'overflow') this.gap(BlockGap.ptOverflow, this.lostSince);
    return status;
  }

  /** Runs one instruction. */
  private next(instruction: FlowInstruction | 'unmapped' | 'unknown'): Status {
    if (!this.isEnabled) {
      const isEnd = (this.flags & Pending.end) !== 0;
      return isEnd ? -DecodeError.endOfStream : -DecodeError.expectedEnabled;
    }
    const { here: point, isSequential } = this;
    if (typeof instruction !== 'object') {
      return instruction === 'unknown' ? -DecodeError.unknownInstruction : -DecodeError.noMap;
    }
    let status = 0;
    // Nothing waits at most instructions.
    if (this.event !== undefined || (this.flags & Pending.event) !== 0) {
      status = this.checkInstruction({ point, instruction });
      if (status < 0) return status;
    }
    if (status === 0) {
      status = this.proceed(point, instruction);
      if (status < 0) return status;
      if (this.event !== undefined || (this.flags & Pending.event) !== 0) {
        return this.goOn({ step: 'arrive', executed: { point, instruction }, isSequential });
      }
    }
    this.count(point, isSequential);
    return status;
  }

  /** Ends an instruction where it led. */
  private arrive({ point, instruction }: ExecutedPoint, isSequential: boolean): Status {
    const status = this.checkAddress(instruction);
    if (status >= 0) this.count(point, isSequential);
    return status;
  }

  private count(point: CodePoint, isSequential: boolean): void {
    if (!isSequential || this.first === undefined) {
      this.endRun();
      this.first = point;
      this.firstTime = this.query.time;
    }
    this.last = point;
    this.instructions++;
  }

  private endRun(): void {
    if (this.first && this.last) this.sink.run(this.first.ip, this.last.ip, this.firstTime);
    this.first = undefined;
    this.last = undefined;
  }

  private gap(code: number, since = this.query.time): void {
    this.endRun();
    this.sink.gap(code, this.here.ip, this.query.position, since);
  }

  /** Goes to where an instruction leads, or stays where that is unfinished. */
  private proceed(point: CodePoint, instruction: FlowInstruction): Status {
    const { code, query } = this;
    const { kind, displacement } = instruction;
    const after = code.afterOf(point, instruction);
    if (kind === 'next') {
      this.here = after;
      this.isSequential = true;
      return 0;
    }
    if (kind === 'conditional') {
      const taken = query.conditionalBranch();
      if (taken === unfinished) return unfinished;
      this.here = after;
      this.isSequential = true;
      this.untold = 0;
      if (taken < 0) return taken;
      this.flags = query.flags();
      if (taken === 0) return 0;
    }
    if (kind === 'return') {
      const taken = query.conditionalBranch();
      if (taken === unfinished) return unfinished;
      if (taken >= 0) {
        this.here = after;
        this.isSequential = false;
        this.untold = 0;
        this.flags = query.flags();
        return taken === 0 ? -DecodeError.badCompressedReturn : this.returnCompressed();
      }
    }
    const status = displacement === undefined ? query.indirectBranch() : this.flags;
    if (status === unfinished) return unfinished;
    this.isSequential = false;
    if (kind === 'call' && displacement !== 0) this.returns.push(after);
    if (displacement !== undefined) {
      this.here = code.targetOf(point, instruction, displacement);
      return ++this.untold > maxUntold ? -DecodeError.badQuery : 0;
    }
    this.here = after;
    this.untold = 0;
    if (status < 0) return status;
    this.flags = status;
    if (query.ip === undefined) return -DecodeError.noIp;
    this.here = code.at(query.ip);
    return 0;
  }

  private returnCompressed(): Status {
    const to = this.returns.pop();
    if (!to) return -DecodeError.emptyReturnStack;
    this.here = to;
    return 0;
  }

  /** Whether an event waits: 1 or 0, or minus an error. */
  private fetchEvent(): Status {
    if (this.event) return 1;
    if ((this.flags & Pending.event) === 0) return 0;
    const event = this.query.takeEvent();
    if (typeof event === 'number') return event;
    this.event = event;
    this.flags = this.query.flags();
    return 1;
  }

  /** Whether an event takes effect at an instruction: {@link Pending.event}, or minus an error. */
  private checkInstruction(executed: ExecutedPoint): Status {
    const status = this.fetchEvent();
    if (status <= 0) return status;
    const { event, bound } = this;
    const { kind, effect } = executed.instruction;
    switch (event?.kind) {
      case 'disabled':
        if (!isDisabledBy(this.code, event, executed)) return 0;
        this.here = resumptionOf(this.code, executed);
        return Pending.event;
      case 'paging':
        if (bound.paging || !(isFar(kind) || effect === 'cr3' || effect === 'vmEntry')) return 0;
        bound.paging = true;
        break;
      case 'vmcs':
        if (bound.vmcs || !(isFar(kind) || effect === 'vmcs' || effect === 'vmEntry')) return 0;
        bound.vmcs = true;
        break;
      case 'ptwrite':
        if (bound.ptwrite) return 0;
        if (event.ip === undefined ? effect !== 'ptwrite' : event.ip !== executed.point.ip) {
          return 0;
        }
        bound.ptwrite = true;
        break;
      case 'asyncBranch':
      case 'asyncDisabled':
      case 'asyncPaging':
      case 'asyncVmcs':
      case 'enabled':
      case 'execMode':
      case 'exstop':
      case 'mwait':
      case 'note':
      case 'overflow':
      case 'stop':
      case 'tsx':
      case undefined:
        return 0;
    }
    this.postponed ??= executed;
    return Pending.event;
  }

  /**
   * Whether an event takes effect at the address: {@link Pending.event}, or minus an error.
   * `before`: the instruction that led here.
   */
  private checkAddress(before: FlowInstruction | undefined): Status {
    this.before = before;
    const status = this.fetchEvent();
    if (status <= 0) return status;
    const { event } = this;
    return event && this.takesEffect(event, before) ? Pending.event : 0;
  }

  private takesEffect(event: PtEvent, before: FlowInstruction | undefined): boolean {
    const isHere = event.ip === undefined || event.ip === this.here.ip;
    switch (event.kind) {
      case 'disabled':
        return false;
      case 'asyncDisabled':
        return event.from === this.here.ip && !this.becomesSynchronous(event);
      case 'asyncBranch':
        return event.from === this.here.ip;
      case 'tsx':
        return isHere || this.reachesAbort(event, before);
      case 'execMode':
      case 'asyncPaging':
      case 'asyncVmcs':
        return isHere;
      case 'exstop':
      case 'mwait':
        return isHere || !this.isEnabled;
      case 'paging':
      case 'vmcs':
      case 'ptwrite':
        return !this.isEnabled;
      case 'enabled':
      case 'overflow':
      case 'stop':
      case 'note':
        return true;
    }
  }

  /** Erratum SKD022: a VM entry ends recording as if it were interrupted. */
  private becomesSynchronous(event: PtEvent): boolean {
    if (!this.errata.skd022) return false;
    const instruction = this.code.instructionAt(this.here);
    if (instruction === undefined) {
      this.unread = this.here;
      return true;
    }
    if (typeof instruction !== 'object' || instruction.effect !== 'vmEntry') return false;
    event.kind = 'disabled';
    return true;
  }

  /** Erratum BDM64: the branch before an aborted transaction led to where that was aborted. */
  private reachesAbort({ aborted, ip }: PtEvent, before: FlowInstruction | undefined): boolean {
    if (!this.errata.bdm64 || !aborted || ip === undefined) return false;
    if (!before || before.kind === 'next') return false;
    const leads = this.code.leadsTo(this.here, ip, bdm64Steps);
    if (typeof leads === 'object') this.unread = leads;
    if (leads !== false) return false;
    this.here = this.code.at(ip);
    return true;
  }

  /** Looks for the next event at the same place. */
  private checkNext(): Status {
    if (this.postponed) {
      const { point, instruction } = this.postponed;
      const status = this.checkInstruction(this.postponed);
      if (status !== 0) return status;
      if (this.isEnabled) {
        const proceeded = this.proceed(point, instruction);
        if (proceeded < 0) return proceeded;
      }
      this.clearPostponed();
    }
    return this.checkAddress(undefined);
  }

  private apply(event: PtEvent): DecodeError | undefined {
    const { here, isEnabled, mode, query } = this;
    const error = eventError(event, { ip: here.ip, isEnabled, mode });
    if (error !== undefined) return error;
    const { kind } = event;
    if (isEnabled) this.lostSince = kind === 'overflow' ? query.timeBefore : query.time;
    if (kind === 'enabled') this.isEnabled = true;
    if (kind === 'disabled' || kind === 'asyncDisabled') this.isEnabled = false;
    if (kind === 'overflow') this.isEnabled = event.ip !== undefined;
    if (kind === 'enabled' || kind === 'asyncBranch' || kind === 'overflow') this.moveTo(event.ip);
    if (kind === 'execMode') this.setMode(event.mode);
    return undefined;
  }

  private moveTo(ip: bigint | undefined): void {
    this.here = this.code.at(ip ?? 0n);
    this.isSequential = false;
  }

  private setMode(mode: ExecutionMode): void {
    if (mode === this.mode) return;
    this.endRun();
    this.mode = mode;
    this.code.setWidth(mode);
    this.here = this.code.at(this.here.ip);
    this.returns = this.returns.map(({ ip }) => this.code.at(ip));
  }

  private clearPostponed(): void {
    this.postponed = undefined;
    Object.assign(this.bound, unbound);
  }
}
