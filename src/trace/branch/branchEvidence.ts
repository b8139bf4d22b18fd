// Whether a program is the one whose branches were recorded, and where it was loaded. The evidence
// is branches: where a block ends with a jump or call whose target is in its bytes, the next block
// begins at that target (Intel SDM volume 2, "JMP", "CALL", "Jcc": the displacement counts from the
// next instruction). Only the right code at the right place agrees with many.
import { t } from '@vscode/l10n';
import { hexAddress } from '../../bytes/hex';
import { TimeSlice } from '../../bytes/timeSlice';
import { linkAddress } from '../../machine/stackFrame';
import { FileType } from '../../symbols/elf';
import type { Program } from '../../symbols/program';
import type { Blocks } from '../../format/branchTrace';
import { baseName } from '../paths';

/** What a recording tells of the code that ran, which programs are compared with. */
export interface BranchEvidence {
  /** Different branches. */
  readonly count: number;
  /** What compares a program with them. `placed`: others, through which branches lead too. */
  with(program: Program, placed: readonly PlacedProgram[]): Promise<ProgramEvidence>;
}

/** A program that is placed already. */
export interface PlacedProgram {
  readonly program: Program;
  /** Undefined where it is not known. */
  readonly slide: bigint | undefined;
}

/** A program that is compared with branches. */
export interface ProgramEvidence {
  /** How many branches from the program's code, at a slide, go where its bytes say. */
  agreementAt(slide: bigint): Promise<Agreement>;
  /** Slides at which branches agree, those first at which the most do. */
  likelySlides(): Promise<bigint[]>;
}

/** Of the branches inside a program, those that agree. */
export interface Agreement {
  readonly agreeing: number;
  readonly compared: number;
  /** Whether as many may agree somewhere in a program that is another. */
  readonly mayBeChance?: boolean;
}

/** From the last instruction of a block to where the next begins. */
interface Branch {
  readonly from: bigint;
  readonly to: bigint;
}

/** What comparing a program with the branches gave. */
export interface BranchMatch {
  /**
   * `unplaced`: no slide is singled out. `foreign`: no branch agrees. `unknown`: there is nothing
   * to compare.
   */
  readonly verdict: 'match' | 'unplaced' | 'foreign' | 'unknown';
  /** Run-time address minus link-time address; of a program that is taken. */
  readonly slide: bigint | undefined;
  /** Slides to choose from, of one that is unplaced. */
  readonly offered: readonly bigint[];
  readonly agreeing: number;
  readonly compared: number;
  /** One sentence for the user. */
  readonly sentence: string;
}

/** Different branches that are compared at most. */
const maxBranches = 64;
/** Blocks that are looked through for them. */
const maxBlocks = 100_000;
/** Branches that have to agree before a slide is believed. */
const fewestAgreeing = 3;
/** The greatest program, in bytes of code, that is searched for a slide. */
export const maxCode = 256 << 20;
const pageSize = 4096;

/**
 * Different branches of a trace, the newest first: the oldest block may be one whose beginning is
 * not known.
 */
export async function blockEvidence({ count, begins, ends }: Blocks): Promise<BranchEvidence> {
  const branches = new Map<string, Branch>();
  const slice = new TimeSlice();
  for (let block = count - 1; block > Math.max(0, count - maxBlocks); block--) {
    const from = ends[block - 1] ?? 0n;
    const to = begins[block] ?? 0n;
    if (from !== 0n && to !== 0n) branches.set(`${from} ${to}`, { from, to });
    if (branches.size === maxBranches) break;
    if ((block & 0xff) === 0) await slice.yieldIfDue();
  }
  const all = [...branches.values()];
  return {
    count: all.length,
    with: (program) =>
      Promise.resolve({
        agreementAt: (slide) => agreementAt(program, all, slide),
        likelySlides: () => likelySlides(program, all),
      }),
  };
}

/**
 * Compares a program with branches. `slide`: where the user says that it was loaded. `placed`:
 * other programs, where they were loaded.
 */
export async function matchBranches(
  program: Program,
  evidence: BranchEvidence,
  slide: bigint | undefined,
  placed: readonly PlacedProgram[] = [],
): Promise<BranchMatch> {
  const name = baseName(program.path);
  const compared = await evidence.with(program, placed);
  if (slide !== undefined) {
    const { agreeing, compared: of } = await compared.agreementAt(slide);
    const sentence = t(
      '{0} is placed at {1}: {2} of {3} branches agree.',
      name,
      hexAddress(slide),
      agreeing,
      of,
    );
    return { verdict: 'match', slide, offered: [], agreeing, compared: of, sentence };
  }
  const slides = isMoved(program) ? await compared.likelySlides() : [0n];
  const seen = await Promise.all(
    slides.map(async (each) => ({ slide: each, ...(await compared.agreementAt(each)) })),
  );
  const ranked = seen.sort((a, b) => b.agreeing - a.agreeing);
  return verdictOf(name, ranked, isMoved(program), evidence.count);
}

function verdictOf(
  name: string,
  [best, next]: readonly (Agreement & { readonly slide: bigint })[],
  moved: boolean,
  branches: number,
): BranchMatch {
  const agreeing = best?.agreeing ?? 0;
  const compared = best?.compared ?? 0;
  const of = { offered: [], agreeing, compared, slide: undefined };
  if (branches === 0) {
    const sentence = t('{0} cannot be compared: the trace holds no branch.', name);
    if (moved) return { ...of, verdict: 'unplaced', sentence };
    return { ...of, verdict: 'unknown', slide: 0n, sentence };
  }
  if (!best || agreeing === 0) {
    const sentence = t(
      '{0} is another program: none of {1} branches agrees with its code. Choose another, or say where it lay.',
      name,
      branches,
    );
    return { ...of, verdict: 'foreign', sentence };
  }
  const fraction = t('{0} of {1} branches inside it agree with its code', agreeing, compared);
  const isEnough = agreeing >= fewestAgreeing && best.mayBeChance !== true;
  const isSingled = agreeing > (next?.agreeing ?? 0) && (!moved || isEnough);
  if (!isSingled) {
    const offered = [best, ...(next ? [next] : [])].map(({ slide }) => slide);
    const sentence = t(
      '{0} is not placed: {1}, too few to single out where it lay. Set its slide.',
      name,
      fraction,
    );
    return { ...of, verdict: 'unplaced', offered, sentence };
  }
  const where = moved ? ` at ${hexAddress(best.slide)}` : '';
  return { ...of, verdict: 'match', slide: best.slide, sentence: `${name}${where}: ${fraction}.` };
}

function isMoved({ positionIndependent }: Program): boolean {
  return positionIndependent;
}

/** How many branches from the program's code, at a slide, go where its bytes say. */
async function agreementAt(
  program: Program,
  branches: readonly Branch[],
  slide: bigint,
): Promise<Agreement> {
  let agreeing = 0;
  let compared = 0;
  for (const { from, to } of branches) {
    const bytes = await program.readLoaded(linkAddress(from, slide), maxBranchLength);
    const distance = directBranch(bytes, 0);
    if (distance === undefined) continue;
    compared++;
    if (distance === to - from) agreeing++;
  }
  return { agreeing, compared };
}

/**
 * Slides at which a branch of the program is where one was recorded and goes as far, those with
 * most such first.
 */
async function likelySlides(program: Program, branches: readonly Branch[]): Promise<bigint[]> {
  const votes = new Map<bigint, number>();
  const slice = new TimeSlice();
  for (const range of program.loadedRanges) {
    if (!range.executable || range.fileSize > maxCode) continue;
    const code = await program.readLoaded(range.start, range.fileSize);
    for (const { from, to } of branches) {
      const first = Number(BigInt.asUintN(12, from - range.start));
      for (let at = first; at < code.length; at += pageSize) {
        if (directBranch(code, at) !== to - from) continue;
        const slide = BigInt.asUintN(64, from - range.start - BigInt(at));
        votes.set(slide, (votes.get(slide) ?? 0) + 1);
      }
      await slice.yieldIfDue();
    }
  }
  if (program.elf.type === FileType.relocatable) return [];
  const ranked = [...votes].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, 8).map(([slide]) => slide);
}

/** Bytes of the longest direct branch, with a prefix. */
const maxBranchLength = 8;

/**
 * How far the x86 branch at a place goes, from its own beginning; undefined if none exists
 * whose target its bytes say.
 */
function directBranch(code: Uint8Array, start: number): bigint | undefined {
  let at = start;
  while (isPrefix(code[at]) && at - start < 2) at++;
  const [first = 0, second = 0] = [code[at], code[at + 1]];
  const opcode = first === 0x0f ? 2 : 1;
  const isNear = first === 0xe8 || first === 0xe9 || (first === 0x0f && (second & 0xf0) === 0x80);
  const isShort = first === 0xeb || (first & 0xf0) === 0x70;
  if (!isNear && !isShort) return undefined;
  const size = isNear ? 4 : 1;
  const end = at + opcode + size;
  if (end > code.length) return undefined;
  const view = new DataView(code.buffer, code.byteOffset + at + opcode, size);
  const displacement = isNear ? view.getInt32(0, true) : view.getInt8(0);
  return BigInt(end - start + displacement);
}

/** `bnd` and the hints of branches. */
function isPrefix(byte: number | undefined): boolean {
  return byte === 0xf2 || byte === 0x2e || byte === 0x3e;
}
