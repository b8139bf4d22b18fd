// The time at which code ran, from the packets that tell of it (Intel SDM volume 3, "Tracing with
// timing packets"): TSC gives it whole, MTC the steps of a crystal clock, CYC cycles of the core.
// How long a cycle is comes from counting them between two of the others. In the same steps as
// libipt.
import { DecodeError } from './decodeError';
import type { PtPacket } from './packets';

/** What packets do not say of a processor's clocks; 0 where it is not known. */
export interface ClockRates {
  /** MTC packets come every 2 to the power of this many ticks of the crystal clock. */
  readonly mtcFrequency: number;
  /** Ticks of the time stamp counter by ticks of the crystal clock: EBX / EAX of CPUID 15h. */
  readonly tscRatio: readonly [numerator: number, denominator: number];
  /** Its frequency without turbo, by the bus clock's. */
  readonly nominalFrequency: number;
}

/** The rates that are taken where none are given. */
export const unknownRates: ClockRates = {
  mtcFrequency: 0,
  tscRatio: [0, 0],
  nominalFrequency: 0,
};

/**
 * Reads rates as `MTC_FREQ EBX/EAX NOM_FREQ`, with libipt's names; undefined where a text is none.
 */
export function readClockRates(text: string): ClockRates | undefined {
  const [mtcFrequency, numerator, denominator, nominalFrequency] = (
    /^\s*(\d{1,2})\s+(\d{1,10})\/(\d{1,10})\s+(\d{1,3})\s*$/.exec(text)?.slice(1) ?? []
  ).map(Number);
  if (mtcFrequency === undefined || numerator === undefined) return undefined;
  if (denominator === undefined || nominalFrequency === undefined) return undefined;
  const isPossible =
    mtcFrequency < 16 && Math.max(numerator, denominator) < 2 ** 32 && nominalFrequency < 256;
  return isPossible
    ? { mtcFrequency, tscRatio: [numerator, denominator], nominalFrequency }
    : undefined;
}

const mtcBits = 8;
const tmaBits = 16;
const tmaMask = (1 << tmaBits) - 1;
const tscBits = 56n;
/** The bits behind the point of a cycle's length. */
const ratioBits = 8n;
/** Cycles that a CYC packet that was dropped before a PSB tells of at least: erratum SKL168. */
const droppedCycles = 0xf00n;
const uint64 = (number: bigint) => BigInt.asUintN(64, number);

/** Reads the clock that packets tell of. */
export class PtClock {
  /** Ticks of the time stamp counter; undefined until a TSC packet came. */
  time: bigint | undefined;
  /** The time of the last TSC or MTC, and ticks by CYC packets since. */
  private base = 0n;
  private ticks = 0n;
  /** Ticks of the crystal clock: now, and when `ticks` began. */
  private ctc = 0;
  private ticksCtc = 0;
  private isCycLost = false;
  private hasTma = false;
  private hasMtc = false;
  private calibration = new Calibration();

  constructor(
    private readonly rates: ClockRates,
    private readonly checksSkl168: boolean,
  ) {}

  copy(): PtClock {
    const copy = new PtClock(this.rates, this.checksSkl168);
    return Object.assign(copy, this, { calibration: this.calibration.copy() });
  }

  /** Forgets how long a cycle is, as after an overflow. */
  resetCalibration(): void {
    this.calibration = new Calibration();
  }

  /** Begins a PSB. */
  atPsb(): void {
    if (this.checksSkl168) this.calibration.checksSkl168 = true;
  }

  /** Takes any packet; 0, or minus a {@link DecodeError}. `inHeader`: between PSB and PSBEND. */
  take(packet: PtPacket, inHeader: boolean): number {
    const { kind } = packet;
    if (kind === 'cyc') return this.takeCyc(packet.cycles);
    if (kind === 'mtc') return this.takeMtc(packet.ctc << this.rates.mtcFrequency);
    if (kind === 'tma') return this.takeTma(packet.ctc, BigInt(packet.fastCounter));
    if (kind === 'cbr') return this.takeRatio(packet.ratio, inHeader);
    if (kind === 'tsc') this.takeTsc(packet.tsc, inHeader);
    return 0;
  }

  private takeTsc(tsc: bigint, inHeader: boolean): void {
    this.calibration.takeTsc(tsc, inHeader);
    this.hasTma = false;
    this.hasMtc = false;
    this.time = tsc;
    this.base = tsc;
    this.ctc = 0;
    this.ticks = 0n;
    this.isCycLost = false;
  }

  private takeTma(ctc: number, ticks: bigint): number {
    if (this.time === undefined || this.hasTma) return -DecodeError.unexpectedContext;
    this.hasTma = true;
    this.base = uint64(this.base - ticks);
    this.ticks += ticks;
    // Where it has all bits that an MTC has, it is as good as one.
    const bits = this.rates.mtcFrequency + mtcBits;
    if (bits <= tmaBits) this.hasMtc = true;
    this.ctc = ctc & (2 ** bits - 1);
    this.ticksCtc = this.ctc;
    return 0;
  }

  private takeMtc(ctc: number): number {
    const calibrated = this.calibration.takeMtc(ctc, this.rates);
    return calibrated < 0 ? calibrated : this.addMtc(ctc);
  }

  private addMtc(ctc: number): number {
    const { hasTma, hasMtc } = this;
    if (this.time !== undefined && !hasTma) return 0;
    let last = this.ctc;
    if (this.ticks !== 0n || this.isCycLost || !hasMtc) this.ticksCtc = ctc;
    this.hasMtc = true;
    this.ticks = 0n;
    this.ctc = ctc;
    this.isCycLost = false;
    if (!hasMtc) {
      // Where in its period the recording began is not known.
      if (!hasTma) return 0;
      if (last > tmaMask) return -DecodeError.internal;
      last |= highBits(ctc, last, this.rates);
    }
    const passed = ctcBetween(last, ctc, this.rates);
    if (passed === undefined) return -DecodeError.unknownPacket;
    const ticks = ticksOf(passed, this.rates);
    if (ticks === undefined) return 0;
    this.base = uint64(this.base + ticks);
    if (this.time !== undefined) this.time = this.base;
    return 0;
  }

  private takeCyc(cycles: bigint): number {
    this.calibration.addCycles(cycles);
    const { ratio } = this.calibration;
    if (ratio === 0n) {
      this.isCycLost = true;
      return 0;
    }
    const own = this.ticks === 0n ? this.cyclesSinceMtc(cycles, ratio) : cycles;
    if (own === undefined) return 0;
    this.ticks = uint64(this.ticks + (uint64(own * ratio) >> ratioBits));
    if (this.time !== undefined) this.time = uint64(this.base + this.ticks);
    return 0;
  }

  /**
   * Of cycles that may be from before the last MTC, about those since; undefined where the rates
   * are not known.
   */
  private cyclesSinceMtc(cycles: bigint, ratio: bigint): bigint | undefined {
    const { ctc, ticksCtc, rates } = this;
    if (ctc === ticksCtc) return cycles;
    const passed = ctcBetween(ticksCtc, ctc, rates);
    const ticks = passed === undefined ? undefined : ticksOf(passed, rates);
    if (ticks === undefined) return undefined;
    const before = uint64(ticks << ratioBits) / ratio;
    return cycles < before ? 0n : cycles - before;
  }

  private takeRatio(ratio: number, inHeader: boolean): number {
    if (ratio === 0) return -DecodeError.unknownPacket;
    // The frequency changed.
    if (!inHeader) this.resetCalibration();
    const { nominalFrequency } = this.rates;
    if (nominalFrequency === 0) return 0;
    this.calibration.setRatio((BigInt(nominalFrequency) << ratioBits) / BigInt(ratio));
    return 0;
  }
}

/** How long a cycle is: counted between MTC packets, or else between the TSC packets of PSBs. */
class Calibration {
  /** The next MTC is the first after a PSB, before which a CYC may have been dropped. */
  checksSkl168 = false;
  private known: bigint | undefined;
  private tsc = 0n;
  private cyclesSinceTsc = 0n;
  private cyclesSinceMtc = 0n;
  private ctc = 0;
  private hasMtc = false;

  copy(): Calibration {
    return Object.assign(new Calibration(), this);
  }

  /** Ticks of a cycle, in 1/256; 0 where that is not known. */
  get ratio(): bigint {
    return this.known ?? 0n;
  }

  setRatio(ratio: bigint): void {
    this.known = ratio;
  }

  addCycles(cycles: bigint): void {
    this.cyclesSinceTsc = uint64(this.cyclesSinceTsc + cycles);
    this.cyclesSinceMtc = uint64(this.cyclesSinceMtc + cycles);
  }

  takeTsc(tsc: bigint, inHeader: boolean): void {
    const { tsc: last, cyclesSinceTsc: cycles } = this;
    this.tsc = tsc;
    this.cyclesSinceTsc = 0n;
    // Elsewhere than in a PSB, time may have been lost.
    if (!inHeader || last === 0n || cycles === 0n || this.hasMtc) return;
    this.setRatio((BigInt.asUintN(Number(tscBits), tsc - last) << ratioBits) / cycles);
  }

  takeMtc(ctc: number, rates: ClockRates): number {
    const { ctc: last, cyclesSinceMtc: cycles, checksSkl168 } = this;
    this.checksSkl168 = false;
    if (this.hasMtc && cycles === 0n) return 0;
    const isFirst = !this.hasMtc;
    this.hasMtc = true;
    this.cyclesSinceMtc = 0n;
    this.ctc = ctc;
    if (isFirst) return 0;
    const passed = ctcBetween(last, ctc, rates);
    if (passed === undefined) return -DecodeError.unknownPacket;
    const ticks = ticksOf(passed, rates);
    if (ticks === undefined) return 0;
    if (checksSkl168 && this.isCycDropped(passed, ticks, cycles, rates)) return 0;
    this.setRatio((ticks << ratioBits) / cycles);
    return 0;
  }

  private isCycDropped(
    passed: number,
    ticks: bigint,
    cycles: bigint,
    { mtcFrequency }: ClockRates,
  ): boolean {
    if (passed > 2 ** mtcFrequency) return true;
    if (mtcFrequency >= 10 || this.known === undefined) return false;
    return uint64(this.known * (cycles + droppedCycles)) >> ratioBits < ticks;
  }
}

/** Ticks of the crystal clock from one value to another, which may have begun again at 0 once. */
function ctcBetween(last: number, ctc: number, { mtcFrequency }: ClockRates): number | undefined {
  const next = ctc < last ? ctc + 2 ** (mtcFrequency + mtcBits) : ctc;
  return next < last ? undefined : next - last;
}

/** Ticks of the time stamp counter; undefined where the rates are not known. */
function ticksOf(
  ctc: number,
  { tscRatio: [numerator, denominator] }: ClockRates,
): bigint | undefined {
  if (numerator === 0 || denominator === 0) return undefined;
  return (BigInt(ctc) * BigInt(numerator)) / BigInt(denominator);
}

/** The bits that an MTC has above those of a TMA before it. */
function highBits(ctc: number, tma: number, { mtcFrequency }: ClockRates): number {
  const high = ctc & ~tmaMask;
  if ((ctc & tmaMask) >= tma) return high;
  return (high - 2 ** tmaBits) & (0xff << mtcFrequency);
}
