// Whether a program is the one that Intel PT packets tell of, and where it was loaded. The evidence
// is runs between two indirect branches: the program's code, followed from where one led, uses
// the branches that were recorded until the next just when it is at an indirect branch itself.
import { TimeSlice } from '../../bytes/timeSlice';
import { flowInstruction } from '../../disassembly/x86Flow';
import { LastIp } from '../../format/intelPt/lastIp';
import { packetsFrom } from '../../format/intelPt/overflow';
import {
  type IpPacketKind,
  nextPsb,
  type PtPacket,
  type PacketOf,
} from '../../format/intelPt/packets';
import { linkAddress } from '../../machine/stackFrame';
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
/** Runs that are looked for on all pages of a program. */
const maxSearched = 12;
const maxSteps = 4096;
/** Bytes in which a PSB is looked for in one go. */
const searchedAtOnce = 1 << 16;
const pageSize = 4096n;

/** Runs from all over a recording. */
export async function ptEvidence(raw: Uint8Array): Promise<BranchEvidence> {
  const found = new Map<string, PacketRun>();
  const slice = new TimeSlice();
  let psb = -1;
  for (let place = 0; place < maxPlaces; place++) {
    const from = Math.floor((place * raw.length) / maxPlaces);
    // A short recording has one PSB for all places.
    if (psb < from) psb = await psbFrom(raw, from, slice);
    if (psb === raw.length) break;
    addRuns(raw, psb, found);
    await slice.yieldIfDue();
  }
  const runs = [...found.values()];
  return { count: runs.length, with: (program) => compare(program, runs) };
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

/** Adds runs that are not among those before. */
function addRuns(raw: Uint8Array, psb: number, found: Map<string, PacketRun>): void {
  const most = found.size + maxRuns;
  const last = new LastIp();
  let from: bigint | undefined;
  let taken: boolean[] = [];
  let isHeader = false;
  let packets = 0;
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
    if (packet.kind === 'tip' && from !== undefined) {
      found.set(`${from} ${taken.map(Number).join('')}`, { from, taken });
    }
    if (isIpPacket(packet)) last.update(packet);
    if (isIpPacket(packet) || packet.kind === 'psb' || packet.kind === 'ovf') {
      const isStart = packet.kind === 'tip' || packet.kind === 'tip.pge';
      from = isStart || (packet.kind === 'fup' && isHeader) ? last.ip : undefined;
      taken = [];
    }
  }
}

function isIpPacket(packet: PtPacket): packet is PacketOf<IpPacketKind> {
  return ['tip', 'tip.pge', 'tip.pgd', 'fup'].includes(packet.kind);
}

/** A program's code by link-time addresses. */
interface LoadedCode {
  readonly start: bigint;
  readonly bytes: Uint8Array;
}

async function compare(
  program: Program,
  runs: readonly PacketRun[],
): ReturnType<BranchEvidence['with']> {
  const code: LoadedCode[] = [];
  for (const { executable, fileSize, start } of program.loadedRanges) {
    if (!executable || fileSize > maxCode) continue;
    code.push({ start, bytes: await program.readLoaded(start, fileSize) });
  }
  return {
    agreementAt: (slide) => Promise.resolve(agreementAt(code, runs, slide)),
    likelySlides: () => likelySlides(code, runs),
  };
}

function agreementAt(
  code: readonly LoadedCode[],
  runs: readonly PacketRun[],
  slide: bigint,
): Agreement {
  let agreeing = 0;
  let compared = 0;
  for (const { from, taken } of runs) {
    const agrees = leadsToIndirect(code, linkAddress(from, slide), taken);
    if (agrees === undefined) continue;
    compared++;
    if (agrees) agreeing++;
  }
  return { agreeing, compared };
}

async function likelySlides(
  code: readonly LoadedCode[],
  runs: readonly PacketRun[],
): Promise<bigint[]> {
  const votes = new Map<bigint, number>();
  const slice = new TimeSlice();
  const longest = [...runs].sort((a, b) => b.taken.length - a.taken.length);
  for (const { from, taken } of longest.slice(0, maxSearched)) {
    for (const { start, bytes } of code) {
      const offset = BigInt.asUintN(12, from - start);
      for (let at = offset; at < BigInt(bytes.length); at += pageSize) {
        if (leadsToIndirect(code, start + at, taken) !== true) continue;
        const slide = BigInt.asUintN(64, from - start - at);
        votes.set(slide, (votes.get(slide) ?? 0) + 1);
      }
      await slice.yieldIfDue();
    }
  }
  const ranked = [...votes].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, 8).map(([slide]) => slide);
}

/**
 * Whether code, followed from an address, is at an indirect branch just when the recorded branches
 * are used up; undefined where it leads out of the program.
 */
function leadsToIndirect(
  code: readonly LoadedCode[],
  from: bigint,
  taken: readonly boolean[],
): boolean | undefined {
  const returns: bigint[] = [];
  let used = 0;
  let at = from;
  for (let step = 0; step < maxSteps; step++) {
    const place = code.find(({ start, bytes }) => at >= start && at < start + BigInt(bytes.length));
    if (!place) return undefined;
    const instruction = flowInstruction(place.bytes, Number(at - place.start), 64);
    if (!instruction) return false;
    const { kind, size, displacement } = instruction;
    const after = at + BigInt(size);
    const target = displacement === undefined ? undefined : after + BigInt(displacement);
    if (kind === 'next') {
      at = after;
    } else if (kind === 'conditional') {
      if (used === taken.length) return false;
      at = taken[used++] === true && target !== undefined ? target : after;
    } else if (kind === 'call' || kind === 'jump') {
      if (target === undefined) return used === taken.length;
      if (kind === 'call' && target !== after) returns.push(after);
      at = target;
    } else if (kind === 'return') {
      if (used === taken.length) return true;
      const to = returns.pop();
      if (taken[used++] !== true) return false;
      if (to === undefined) return undefined;
      at = to;
    } else {
      return undefined;
    }
  }
  return undefined;
}
