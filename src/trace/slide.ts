// Where a program was loaded: the slide that most of the evidence supports and that no evidence
// inside the program contradicts. Systems load programs at whole pages, and a tracepoint's address
// is the slide plus one of the addresses that the program has for where it was set.
import { largest } from '../bytes/arrays';
import { TimeSlice } from '../bytes/timeSlice';
import { linkAddress } from '../machine/stackFrame';
import type { Program } from '../symbols/program';
import { addressesOfLinespec, isAtLinespec, readLinespec, type Linespec } from './linespec';
import { ProgramExtent, type TraceModule } from './traceModule';
import type { Description } from '../format/description';
import { distinctPcs, type FrameIndex } from '../format/frameIndex';

/** Bytes. Some architectures have bigger pages; none has smaller ones. */
export const smallestPage = 0x1000n;

/** A slide, and what the evidence says of it. */
export interface WeighedSlide {
  /** Run-time address minus link-time address, modulo 2^64. */
  readonly slide: bigint;
  /** Addresses of tracepoint locations where the program has what they were set at. */
  readonly confirmed: readonly bigint[];
  /**
   * Tracepoint locations inside the program, where it has something else than what they were set
   * at.
   */
  readonly contradicting: number;
  /** Tracepoint locations outside the program. */
  readonly outside: number;
  /** PCs inside functions of the program. */
  readonly pcs: number;
  /** PCs, and tracepoint locations set at an address, inside the program but not in its code. */
  readonly stray: number;
}

/** What the evidence gives for a program whose slide is not known. */
interface SlideInference {
  /** The one slide that fits. */
  readonly found: WeighedSlide | undefined;
  /** Where none or several fit: those that fit best. */
  readonly offered: readonly WeighedSlide[];
}

/** A tracepoint location with the program's opinion of it. */
interface ComparedLocation {
  readonly address: bigint;
  /**
   * Where the program has what the location was set at; undefined where the trace names nothing.
   */
  readonly expected: ExpectedAddresses | undefined;
}

/** Link-time addresses, and their offsets in their pages, which no slide changes. */
interface ExpectedAddresses {
  readonly kind: Linespec['kind'];
  readonly addresses: ReadonlySet<bigint>;
  readonly pageOffsets: ReadonlySet<bigint>;
}

/**
 * Pairs of a location and an address expected there that are looked at: a name may have thousands.
 */
const maxPairs = 1 << 18;
/** Equally supported slides that are weighed: with more, the evidence is inconclusive. */
const maxWeighed = 64;
/** The fewest distinct addresses that determine a slide when nothing says what was at them. */
const fewestAddresses = 4;
/** Pages of code that are tried then, and addresses that are looked up. */
const maxPages = 1 << 12;
const maxLookUps = 1 << 16;
/** Slides offered to the user. */
const maxOffered = 5;

/** The evidence of a trace, as one program sees it. */
export class SlideEvidence {
  private constructor(
    private readonly program: Program,
    readonly extent: ProgramExtent,
    private readonly pcs: readonly bigint[],
    /** Every tracepoint location of the evidence. */
    readonly locations: readonly ComparedLocation[],
  ) {}

  /** Looks up where the program has code for the places where tracepoints were set. */
  static async read(program: Program, evidence: AddressEvidence): Promise<SlideEvidence> {
    const byText = new Map<string, ExpectedAddresses | undefined>();
    const slice = new TimeSlice();
    for (const { at } of evidence.locations) {
      if (at === undefined || byText.has(at)) continue;
      const linespec = readLinespec(at);
      byText.set(at, linespec && (await expectedAt(program, linespec)));
      await slice.yieldIfDue();
    }
    const locations = evidence.locations.map(({ address, at }) => ({
      address,
      expected: at === undefined ? undefined : byText.get(at),
    }));
    return new SlideEvidence(program, new ProgramExtent(program), evidence.pcs, locations);
  }

  /** Locations for which the trace names a place. */
  get named(): number {
    return this.locations.filter(({ expected }) => expected !== undefined).length;
  }

  /** Locations for which the trace names a place that the program has. */
  get known(): number {
    return this.locations.filter(({ expected }) => expected && isKnown(expected)).length;
  }

  /** Locations that are in their page as the place is that the trace names. */
  get agreeingInPage(): number {
    return this.locations.filter(({ address, expected }) =>
      expected?.pageOffsets.has(address % smallestPage),
    ).length;
  }

  /** Locations that are in the program's code at a slide. */
  inCode(slide: bigint): number {
    const { extent } = this;
    return this.locations.filter(({ address }) => extent.holdsCode(linkAddress(address, slide)))
      .length;
  }

  /** Locations that are anywhere between the program's first byte and its last at a slide. */
  inExtent(slide: bigint): number {
    const { extent } = this;
    return this.locations.filter(({ address }) => extent.holds(linkAddress(address, slide))).length;
  }

  /** The slide that the evidence singles out. */
  async infer(): Promise<SlideInference> {
    if (this.named === 0) return this.inferFromCode();
    const supported = await this.maxSupported();
    if (supported.length === 0 || supported.length > maxWeighed) {
      return { found: undefined, offered: [] };
    }
    const weighed: WeighedSlide[] = [];
    for (const slide of supported) weighed.push(await this.weigh(slide));
    const fitting = weighed.filter((each) => each.contradicting + each.stray === 0);
    const pcs = largest(fitting.map((each) => each.pcs));
    const [best, ...others] = fitting.filter((each) => each.pcs === pcs);
    if (best && others.length === 0) return { found: best, offered: [] };
    const offered = best ? [best, ...others] : weighed;
    return { found: undefined, offered: offered.slice(0, maxOffered) };
  }

  /**
   * Where the trace names no place: the one slide at which every address is in a function of the
   * program. Few addresses would be at many a slide, and in many a program.
   */
  private async inferFromCode(): Promise<SlideInference> {
    const none = { found: undefined, offered: [] };
    const locations = this.locations.map(({ address }) => address);
    const addresses = [...new Set([...locations, ...this.pcs])];
    const [first] = addresses;
    if (first === undefined || addresses.length < fewestAddresses) return none;
    const fitting: bigint[] = [];
    const allowance = { lookUps: maxLookUps };
    const slice = new TimeSlice();
    for (const page of this.extent.codePages(smallestPage, maxPages)) {
      const slide = BigInt.asUintN(64, first - (first % smallestPage) - page);
      if (await this.allInFunctions(addresses, slide, allowance)) fitting.push(slide);
      if (fitting.length > 1 || allowance.lookUps <= 0) return none;
      await slice.yieldIfDue();
    }
    const [slide] = fitting;
    return slide === undefined ? none : { found: await this.weigh(slide), offered: [] };
  }

  private async allInFunctions(
    addresses: readonly bigint[],
    slide: bigint,
    allowance: { lookUps: number },
  ): Promise<boolean> {
    const isCode = (address: bigint) => this.extent.holdsCode(linkAddress(address, slide));
    if (!addresses.every(isCode)) return false;
    const slice = new TimeSlice();
    for (const address of addresses) {
      if (--allowance.lookUps < 0) return false;
      if (!(await this.program.isInFunction(linkAddress(address, slide)))) return false;
      await slice.yieldIfDue();
    }
    return true;
  }

  /** What the evidence says of one slide. */
  async weigh(slide: bigint): Promise<WeighedSlide> {
    const slice = new TimeSlice();
    const confirmed: bigint[] = [];
    const weights = { contradicting: 0, outside: 0, stray: 0 };
    for (const location of this.locations) {
      const opinion = await this.opinionOf(location, slide);
      if (opinion === 'confirmed') confirmed.push(location.address);
      else if (opinion) weights[opinion]++;
      await slice.yieldIfDue();
    }
    const { pcs, stray } = await weighPcs(this.program, this.extent, this.pcs, slide);
    return { slide, confirmed, ...weights, pcs, stray: weights.stray + stray };
  }

  private async opinionOf(
    { address, expected }: ComparedLocation,
    slide: bigint,
  ): Promise<'confirmed' | 'contradicting' | 'outside' | 'stray' | undefined> {
    const link = linkAddress(address, slide);
    if (expected?.addresses.has(link)) return 'confirmed';
    if (!this.extent.holds(link)) return 'outside';
    if (!this.extent.holdsCode(link)) return expected ? 'contradicting' : 'stray';
    if (!expected) return undefined;
    if (isKnown(expected)) return 'contradicting';
    // A program that has lost its lines or symbols does not contradict what it has never heard of.
    const { program } = this;
    const isByLine = expected.kind === 'line';
    const knows = await (isByLine ? program.isDescribed(link) : program.isInFunction(link));
    return knows ? 'contradicting' : undefined;
  }

  /** The slides at which the most locations agree. */
  private async maxSupported(): Promise<bigint[]> {
    const support = new Map<bigint, number>();
    const slice = new TimeSlice();
    let most = 0;
    let pairs = 0;
    for (const { address, expected } of this.locations) {
      if (!expected?.pageOffsets.has(address % smallestPage)) continue;
      pairs += expected.addresses.size;
      if (pairs > maxPairs) break;
      for (const link of expected.addresses) {
        if ((address - link) % smallestPage !== 0n) continue;
        const slide = BigInt.asUintN(64, address - link);
        const supporters = (support.get(slide) ?? 0) + 1;
        support.set(slide, supporters);
        most = Math.max(most, supporters);
      }
      await slice.yieldIfDue();
    }
    return [...support].filter(([, supporters]) => supporters === most).map(([slide]) => slide);
  }
}

/**
 * What the evidence says of one slide, using only the addresses that the program has where the
 * tracepoints were set. Undefined unless that confirms every location inside it: then the whole
 * program has to be searched.
 */
export async function weighAtLocations(
  program: Program,
  { locations, pcs }: AddressEvidence,
  slide: bigint,
): Promise<WeighedSlide | undefined> {
  const extent = new ProgramExtent(program);
  const confirmed: bigint[] = [];
  const slice = new TimeSlice();
  let outside = 0;
  for (const { address, at } of locations) {
    const link = linkAddress(address, slide);
    const linespec = at === undefined ? undefined : readLinespec(at);
    if (!extent.holds(link)) outside++;
    else if (!extent.holdsCode(link)) return undefined;
    else if (linespec && !(await isAtLinespec(program, linespec, link))) return undefined;
    else if (linespec) confirmed.push(address);
    await slice.yieldIfDue();
  }
  if (confirmed.length === 0) return undefined;
  return {
    slide,
    confirmed,
    contradicting: 0,
    outside,
    ...(await weighPcs(program, extent, pcs, slide)),
  };
}

/** PCs inside functions of the program at a slide, and those inside it but not in its code. */
async function weighPcs(
  program: Program,
  extent: ProgramExtent,
  pcs: readonly bigint[],
  slide: bigint,
): Promise<{ pcs: number; stray: number }> {
  const weights = { pcs: 0, stray: 0 };
  const slice = new TimeSlice();
  for (const pc of pcs) {
    const link = linkAddress(pc, slide);
    if (!extent.holds(link)) continue;
    if (!extent.holdsCode(link)) weights.stray++;
    else if (await program.isInFunction(link)) weights.pcs++;
    await slice.yieldIfDue();
  }
  return weights;
}

async function expectedAt(program: Program, linespec: Linespec): Promise<ExpectedAddresses> {
  const addresses = await addressesOfLinespec(program, linespec);
  const pageOffsets = new Set([...addresses].map((each) => each % smallestPage));
  return { kind: linespec.kind, addresses, pageOffsets };
}

function isKnown({ addresses }: ExpectedAddresses): boolean {
  return addresses.size > 0;
}

// What a trace says of the addresses at which its programs ran. A trace file holds run-time
// addresses and no load map, so nothing else shows where a program was loaded.

/** Where a tracepoint was. */
interface TracedLocation {
  /** Run-time address. */
  readonly address: bigint;
  /** Where the user set it, `app.c:13`, if the file says. */
  readonly at: string | undefined;
}

/** Run-time addresses that a trace speaks of. */
export interface AddressEvidence {
  readonly locations: readonly TracedLocation[];
  /** Distinct PCs that frames collected. */
  readonly pcs: readonly bigint[];
}

/** The frames whose PCs are looked at: enough, however long the trace. */
export const framesOfEvidence = 1 << 16;

/** Locations and PCs that are weighed, at most; of more, as many evenly chosen ones. */
const maxAddresses = 1024;

/** The evidence of a description and of the first {@link framesOfEvidence} frames of the index. */
export async function readEvidence(
  description: Description,
  index: FrameIndex,
): Promise<AddressEvidence> {
  const locations = description.tracepoints.flatMap(({ at, locations: all }) =>
    all.map(({ address }) => ({ address, at })),
  );
  const { pcs } = await distinctPcs(index, Math.min(index.count, framesOfEvidence));
  return { locations: evenly(locations), pcs: evenly([...pcs]) };
}

/** The evidence outside these programs: for those after them. */
export function unexplained(
  { locations, pcs }: AddressEvidence,
  programs: readonly TraceModule[],
): AddressEvidence {
  const isInside = (address: bigint) => programs.some((each) => each.holds(address));
  return {
    locations: locations.filter(({ address }) => !isInside(address)),
    pcs: pcs.filter((pc) => !isInside(pc)),
  };
}

function evenly<T>(all: readonly T[]): readonly T[] {
  const step = all.length / maxAddresses;
  if (step <= 1) return all;
  return Array.from({ length: maxAddresses }, (_, i) => all[Math.floor(i * step)]).filter(
    (each) => each !== undefined,
  );
}
