// Whether a program is the one that Intel PT packets tell of, and where it was loaded. The evidence
// is runs between two indirect branches: the program's code, followed from where one led, uses
// the branches that were recorded until the next just when it is at an indirect branch itself.
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { flowInstruction } from '../../machine/arch/x86Flow';
import { LastIp } from '../../format/intelPt/lastIp';
import { packetsFrom } from '../../format/intelPt/overflow';
import {
  type IpPacketKind,
  nextPsb,
  type PtPacket,
  type PacketOf,
} from '../../format/intelPt/packets';
import { runTimeAddress } from '../../machine/stackFrame';
import type { Program } from '../../symbols/program';
import { type Agreement, type BranchEvidence, maxCode } from './branchEvidence';

/** From an address, the branches on the way to the next indirect one: taken or not. */
interface PacketRun {
  readonly from: bigint;
  readonly taken: readonly boolean[];
}

/** Places of a recording that are looked at, and further runs that each gives. */
const maxPlaces = 16;
const maxRuns = 8;
const maxPackets = 4096;
/** Runs that came before and are followed again at a place, so that the calls in them are known. */
const maxRepeated = 32;
/** Runs that are looked for on all pages of a program. */
const maxSearched = 12;
const maxSteps = 4096;
/** Bytes in which a PSB is looked for in one go. */
const searchedAtOnce = 1 << 16;
const pageSize = 4096n;

/** Runs from all over a recording. */
export async function ptEvidence(raw: Uint8Array): Promise<BranchEvidence> {
  const found = new Map<string, PacketRun>();
  const sequences: PacketRun[][] = [];
  const slice = new TimeSlice();
  let psb = -1;
  for (let place = 0; place < maxPlaces; place++) {
    const from = Math.floor((place * raw.length) / maxPlaces);
    // A short recording has one PSB for all places.
    if (psb < from) psb = await psbFrom(raw, from, slice);
    if (psb === raw.length) break;
    append(sequences, sequencesFrom(raw, psb, found));
    await slice.yieldIfDue();
  }
  return {
    count: found.size,
    with: async (program, placed) => {
      const own = await codeOf(program);
      const others: LoadedCode[] = [];
      for (const each of placed) {
        if (each.slide === undefined || each.program.path === program.path) continue;
        append(others, movedBy(await codeOf(each.program), each.slide));
      }
      return {
        agreementAt: (slide) => agreementAt(own, others, sequences, slide),
        likelySlides: () => likelySlides(own, others, sequences),
      };
    },
  };
}

/** Where the next PSB begins; the end where there is none. */
async function psbFrom(raw: Uint8Array, from: number, slice: TimeSlice): Promise<number> {
  for (let at = from; at < raw.length; at += searchedAtOnce) {
    const psb = nextPsb(raw, at, Math.min(raw.length, at + searchedAtOnce));
    if (psb !== undefined) return psb;
    await slice.yieldIfDue();
  }
  return raw.length;
}

/** Runs one after another, until some were found that are not among those before. */
function sequencesFrom(
  raw: Uint8Array,
  psb: number,
  found: Map<string, PacketRun>,
): readonly PacketRun[][] {
  const sequences: PacketRun[][] = [[]];
  const most = found.size + maxRuns;
  const last = new LastIp();
  let from: bigint | undefined;
  let taken: boolean[] = [];
  let isHeader = false;
  let packets = 0;
  let repeated = 0;
  for (const packet of packetsFrom(raw, psb)) {
    if (found.size === most || ++packets === maxPackets) break;
    if (packet.kind === 'tnt') {
      for (let bit = packet.count - 1; bit >= 0; bit--) {
        taken.push(((packet.bits / 2 ** bit) & 1) === 1);
      }
      continue;
    }
    if (packet.kind === 'psb' || packet.kind === 'ovf') last.reset();
    if (packet.kind === 'psb') isHeader = true;
    if (packet.kind === 'psbend') isHeader = false;
    const isEnd = packet.kind === 'tip' && from !== undefined;
    if (packet.kind === 'tip' && from !== undefined) {
      const key = `${from} ${taken.map(Number).join('')}`;
      const known = found.get(key);
      const run = known ?? { from, taken };
      found.set(key, run);
      if (known && ++repeated > maxRepeated) sequences.push([]);
      else sequences.at(-1)?.push(run);
    }
    if (isIpPacket(packet)) last.update(packet);
    if (isIpPacket(packet) || packet.kind === 'psb' || packet.kind === 'ovf') {
      if (!isEnd) sequences.push([]);
      const isStart = packet.kind === 'tip' || packet.kind === 'tip.pge';
      from = isStart || (packet.kind === 'fup' && isHeader) ? last.ip : undefined;
      taken = [];
    }
  }
  return sequences.filter(({ length }) => length > 0);
}

function isIpPacket(packet: PtPacket): packet is PacketOf<IpPacketKind> {
  return ['tip', 'tip.pge', 'tip.pgd', 'fup'].includes(packet.kind);
}

/** Code by addresses: link-time ones of a program, run-time ones where it is placed. */
interface LoadedCode {
  readonly start: bigint;
  readonly bytes: Uint8Array;
}

async function codeOf(program: Program): Promise<LoadedCode[]> {
  const code: LoadedCode[] = [];
  for (const { executable, fileSize, start } of program.loadedRanges) {
    if (!executable || fileSize > maxCode) continue;
    code.push({ start, bytes: await program.readLoaded(start, fileSize) });
  }
  return code;
}

function movedBy(code: readonly LoadedCode[], slide: bigint): LoadedCode[] {
  return code.map(({ start, bytes }) => ({ start: runTimeAddress(start, slide), bytes }));
}

/** Of the runs through a program's code, those that agree. */
async function agreementAt(
  own: readonly LoadedCode[],
  others: readonly LoadedCode[],
  sequences: readonly PacketRun[][],
  slide: bigint,
): Promise<Agreement> {
  const slice = new TimeSlice();
  const code = [...movedBy(own, slide), ...others];
  const isOwn = (each: LoadedCode) => code.indexOf(each) < own.length;
  /** What was told in the program of each run; undefined of one that does not agree. */
  const agreed = new Map<PacketRun, number | undefined>();
  for (const sequence of sequences) {
    followSequence(code, sequence, (run, { agrees, passed }) => {
      const told = [...passed].flatMap(([each, branches]) => (isOwn(each) ? [1 + branches] : []));
      if (agrees === undefined || told.length === 0 || agreed.has(run)) return;
      agreed.set(run, agrees ? told.reduce((sum, each) => sum + each) : undefined);
    });
    await slice.yieldIfDue();
  }
  // About half of all code agrees with a branch, or with an end; runs from one address agree
  // together, and one of many pages does so by chance.
  const certainty = new Map<bigint, number>();
  let agreeing = 0;
  for (const [{ from }, told] of agreed) {
    if (told === undefined) continue;
    agreeing++;
    certainty.set(from, Math.max(certainty.get(from) ?? 0, told));
  }
  const pages = own.reduce((sum, { bytes }) => sum + Math.ceil(bytes.length / 4096), 0);
  const sum = [...certainty.values()].reduce((total, each) => total + each, 0);
  const mayBeChance = sum < Math.log2(pages) + 2;
  return { agreeing, compared: agreed.size, mayBeChance };
}

/** Slides at which runs agree, by the most; others tell where a run returns to. */
async function likelySlides(
  own: readonly LoadedCode[],
  others: readonly LoadedCode[],
  sequences: readonly PacketRun[][],
): Promise<bigint[]> {
  const votes = new Map<bigint, number>();
  const slice = new TimeSlice();
  const runs = new Map<PacketRun, readonly bigint[]>();
  for (const sequence of sequences) {
    followSequence(others, sequence, (run, { passed }, returns) => {
      const isElsewhere = passed.size === 0;
      if (isElsewhere && (runs.get(run)?.length ?? 0) <= returns.length) runs.set(run, returns);
    });
    await slice.yieldIfDue();
  }
  const longest = [...runs].sort(([a], [b]) => b.taken.length - a.taken.length);
  for (const [{ from, taken }, returns] of longest.slice(0, maxSearched)) {
    for (const { start, bytes } of own) {
      const offset = BigInt.asUintN(12, from - start);
      for (let at = offset; at < BigInt(bytes.length); at += pageSize) {
        if ((at & 0x3f000n) === 0n) await slice.yieldIfDue();
        const slide = BigInt.asUintN(64, from - start - at);
        const code = others.length === 0 ? own : [...movedBy(own, slide), ...others];
        const begin = others.length === 0 ? start + at : from;
        if (follow(code, begin, taken, [...returns]).agrees !== true) continue;
        votes.set(slide, (votes.get(slide) ?? 0) + 1);
      }
    }
  }
  const ranked = [...votes].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, 8).map(([slide]) => slide);
}

/** What following a run through code came to. */
interface FollowedRun {
  /**
   * Whether it is at an indirect branch just when the recorded branches are used up; undefined
   * where it leads out of the code.
   */
  readonly agrees: boolean | undefined;
  /** The code that it passed, and how many of the recorded branches were in it. */
  readonly passed: ReadonlyMap<LoadedCode, number>;
}

/** Follows runs one after another. `take`: with where calls return to that were before a run. */
function followSequence(
  code: readonly LoadedCode[],
  sequence: readonly PacketRun[],
  take: (run: PacketRun, followed: FollowedRun, returns: readonly bigint[]) => void,
): void {
  let returns: bigint[] = [];
  for (const run of sequence) {
    const before = [...returns];
    const followed = follow(code, run.from, run.taken, returns);
    take(run, followed, before);
    if (followed.agrees !== true) returns = [];
  }
}

/** Follows a run. `returns`: where calls return to, which it changes. */
function follow(
  code: readonly LoadedCode[],
  from: bigint,
  taken: readonly boolean[],
  returns: bigint[],
): FollowedRun {
  const passed = new Map<LoadedCode, number>();
  let used = 0;
  let at = from;
  for (let step = 0; step < maxSteps; step++) {
    const place = code.find(({ start, bytes }) => at >= start && at < start + BigInt(bytes.length));
    if (!place) return { agrees: undefined, passed };
    const before = passed.get(place) ?? 0;
    passed.set(place, before);
    const instruction = flowInstruction(place.bytes, Number(at - place.start), 64);
    if (!instruction) return { agrees: false, passed };
    const { kind, size, displacement } = instruction;
    const after = at + BigInt(size);
    const target = displacement === undefined ? undefined : after + BigInt(displacement);
    if (kind === 'next') {
      at = after;
    } else if (kind === 'conditional') {
      if (used === taken.length) return { agrees: false, passed };
      passed.set(place, before + 1);
      at = taken[used++] === true && target !== undefined ? target : after;
    } else if (kind === 'call' || kind === 'jump') {
      if (kind === 'call' && target !== after) returns.push(after);
      if (target === undefined) return { agrees: used === taken.length, passed };
      at = target;
    } else if (kind === 'return') {
      if (used === taken.length) return { agrees: true, passed };
      const to = returns.pop();
      passed.set(place, before + 1);
      if (taken[used++] !== true) return { agrees: false, passed };
      if (to === undefined) return { agrees: undefined, passed };
      at = to;
    } else {
      return { agrees: undefined, passed };
    }
  }
  return { agrees: undefined, passed };
}
