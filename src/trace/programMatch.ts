// Whether a program is one that was traced, and where it was loaded. The evidence is what the file
// says of its tracepoints, an address and where the user set it (`app.c:13`, `helper`), and its
// frames' PCs.
import { t } from '@vscode/l10n';
import { hexAddress } from '../bytes/hex';
import type { Architecture } from '../machine/arch/architecture';
import type { Program } from '../symbols/program';
import { baseName } from './paths';
import { ProgramExtent } from './traceModule';
import {
  SlideEvidence,
  smallestPage,
  weighAtLocations,
  type WeighedSlide,
  type AddressEvidence,
} from './slide';

/** What comparing a program with a trace gave. */
export interface ProgramMatch {
  /**
   * `match`: addresses agree. `unplaced`: it has no address of its own, and no slide is singled
   * out. `unknown`: no evidence either way. `foreign`: it is another program.
   */
  readonly verdict: 'match' | 'unplaced' | 'unknown' | 'foreign';
  /** Run-time address minus link-time address, modulo 2^64; of a program that is taken. */
  readonly slide: bigint | undefined;
  /** Slides to choose from, of one that is unplaced. */
  readonly offered: readonly bigint[];
  /** Addresses of tracepoint locations that the program confirms at this slide. */
  readonly confirmed: readonly bigint[];
  /**
   * Tracepoint locations that agree; of a program whose address is unknown, those that could agree.
   */
  readonly agreeing: number;
  /** Tracepoint locations that were compared. */
  readonly compared: number;
  /**
   * Where one may have lain that is foreign or not placed, at worst: for someone who knows better.
   * Absent where the addresses of the trace cannot be its own; without a slide where none is better
   * than others.
   */
  readonly possible?: { readonly slide: bigint | undefined };
  /** One sentence for the user. */
  readonly sentence: string;
}

/** Compares a program with a trace's evidence. `slide`: where the user says it was loaded. */
export async function matchProgram(
  program: Program,
  evidence: AddressEvidence,
  architecture: Architecture | undefined,
  slide: bigint | undefined,
): Promise<ProgramMatch> {
  if (architecture && !architecture.elfMachines.includes(program.elf.machine)) {
    const sentence = t(
      '{0} is a program for another machine: the trace was recorded on {1}.',
      baseName(program.path),
      architecture.name,
    );
    return { verdict: 'foreign', ...nowhere, agreeing: 0, compared: 0, sentence };
  }
  const placeKnown = slide ?? (isMoved(program) ? undefined : 0n);
  const weighed =
    placeKnown === undefined ? undefined : await weighAtLocations(program, evidence, placeKnown);
  if (weighed) return placed(program, weighed);
  const seen = await SlideEvidence.read(program, evidence);
  if (slide !== undefined) return takenAsGiven(program, seen, slide);
  if (isMoved(program)) return inferMatch(program, seen);
  return (await matchAt(program, seen, 0n)) ?? outsideCode(program, seen) ?? takenAt(program, 0n);
}

/**
 * The same for a program that the user chose: it is taken wherever that is possible, and the
 * sentence says what contradicts it.
 */
export async function matchNamedProgram(
  program: Program,
  evidence: AddressEvidence,
  architecture: Architecture | undefined,
  slide: bigint | undefined,
): Promise<ProgramMatch> {
  const match = await matchProgram(program, evidence, architecture, slide);
  const { possible, sentence } = match;
  if (!possible || (match.verdict === 'unplaced' && possible.slide === undefined)) return match;
  const taken = t('It is used all the same, because it was asked for');
  const where =
    possible.slide === undefined
      ? t('It is not placed yet.')
      : `${taken}${possible.slide === 0n ? '' : t({ message: ', at load offset {0}', args: [hexAddress(possible.slide)], comment: ['ends a sentence that names a program; load offset: run-time minus link-time address'] })}.`;
  return {
    ...match,
    verdict: possible.slide === undefined ? 'unplaced' : 'match',
    slide: possible.slide,
    sentence: `${sentence} ${where}`,
  };
}

/**
 * A program at the address that the user gave, whatever the trace says; the sentence says where
 * they differ.
 */
async function takenAsGiven(
  program: Program,
  seen: SlideEvidence,
  slide: bigint,
): Promise<ProgramMatch> {
  const match = await matchAt(program, seen, slide);
  if (match?.verdict !== 'foreign') return match ?? takenAt(program, slide);
  const { agreeing, compared } = match;
  const sentence = t(
    '{0} is placed at {1}, as it was asked to be, against the trace: it has code for {2} of {3} there.',
    baseName(program.path),
    hexAddress(slide),
    agreeing,
    locationsText(compared),
  );
  return { ...match, verdict: 'match', slide, sentence };
}

async function inferMatch(program: Program, seen: SlideEvidence): Promise<ProgramMatch> {
  const { found, offered } = await seen.infer();
  if (found) return placed(program, found);
  const [best, ...others] = offered;
  const slide = others.length === 0 ? best?.slide : undefined;
  const match = (await isForeign(program, seen))
    ? foreign(program, seen)
    : unplaced(program, seen, offered);
  return { ...match, possible: { slide } };
}

const nowhere = { slide: undefined, offered: [], confirmed: [] };

/**
 * Whether the system chose the program's address. A kernel has fixed addresses, and may be moved
 * from them.
 */
function isMoved(program: Program): boolean {
  return (
    program.positionIndependent || program.loadedRanges.some(({ name }) => name === '.init.text')
  );
}

/** A program at a known address; undefined where no evidence concerns it. */
async function matchAt(
  program: Program,
  seen: SlideEvidence,
  slide: bigint,
): Promise<ProgramMatch | undefined> {
  const weighed = await seen.weigh(slide);
  const { confirmed, contradicting } = weighed;
  const agreeing = confirmed.length;
  if (agreeing + contradicting + seen.known === 0) return undefined;
  if (agreeing > 0 && contradicting === 0) return placed(program, weighed);
  const compared = agreeing > 0 ? agreeing + contradicting : Math.max(seen.known, contradicting);
  const share = t('{0} of {1}', agreeing, locationsText(compared));
  const doubt = t('it has code for {0} at the recorded address. Was it rebuilt since?', share);
  if (agreeing > contradicting) {
    const sentence = t('{0} does not match the trace well: {1}', baseName(program.path), doubt);
    return { verdict: 'match', slide, offered: [], confirmed, agreeing, compared, sentence };
  }
  const sentence = t('{0} does not match the trace: {1}', baseName(program.path), doubt);
  const possible = seen.inCode(slide) > 0 ? { possible: { slide } } : {};
  return { verdict: 'foreign', ...nowhere, ...possible, agreeing, compared, sentence };
}

/** A program of which the trace names nothing, at a known address. */
function takenAt(program: Program, slide: bigint): ProgramMatch {
  const sentence = t(
    '{0} is taken as it is: the trace does not say where its tracepoints were set.',
    baseName(program.path),
  );
  return { verdict: 'unknown', ...nowhere, slide, agreeing: 0, compared: 0, sentence };
}

/**
 * Where the trace names nothing, tracepoints must at least be in the program's code. It is
 * possible that all are in shared objects, but not that they are in its data.
 */
function outsideCode(program: Program, seen: SlideEvidence): ProgramMatch | undefined {
  const compared = seen.locations.length;
  const inside = seen.inCode(0n);
  if (inside === compared) return undefined;
  const outside = locationsText(compared - inside);
  const sentence = t(
    '{0} does not match the trace: {1} outside its code.',
    baseName(program.path),
    outside,
  );
  const possible = inside > 0 || seen.inExtent(0n) === 0 ? { possible: { slide: 0n } } : {};
  return { verdict: 'foreign', ...nowhere, ...possible, agreeing: inside, compared, sentence };
}

function placed(program: Program, weighed: WeighedSlide): ProgramMatch {
  const { slide, confirmed } = weighed;
  const agreeing = confirmed.length;
  const sentence = `${whereFound(program, slide)}: ${support(weighed)}.`;
  const found = { slide, offered: [], confirmed, agreeing, compared: agreeing };
  return { verdict: 'match', ...found, sentence };
}

function unplaced(
  program: Program,
  seen: SlideEvidence,
  offered: readonly WeighedSlide[],
): ProgramMatch {
  const { known: compared, agreeingInPage: agreeing } = seen;
  const name = baseName(program.path);
  const slides = offered.map(({ slide }) => slide);
  const found = { ...nowhere, offered: slides, agreeing, compared };
  const [best, ...others] = slides;
  if (best === undefined) {
    const sentence = t(
      '{0} is position-independent and not placed yet: give its load address as "slide" in the launch configuration.',
      name,
    );
    return { verdict: 'unplaced', ...found, sentence };
  }
  const fit =
    others.length > 0 ? t('it fits equally well at') : t('it fits best, but not well, at');
  const places = slides.map(hexAddress).join(', ');
  const sentence = t(
    '{0} is position-independent and not placed yet: {1} {2}. Give its load address as "slide" in the launch configuration.',
    name,
    fit,
    places,
  );
  return { verdict: 'unplaced', ...found, sentence };
}

/** A program with no address of its own that has not, or not there, what the trace names. */
async function isForeign(program: Program, seen: SlideEvidence): Promise<boolean> {
  const { named, known, agreeingInPage } = seen;
  if (known > 0) return agreeingInPage < known && agreeingInPage * 2 <= known;
  return named > 0 && (await program.sourceFiles()).length > 0;
}

function foreign(program: Program, { named, known, agreeingInPage }: SlideEvidence): ProgramMatch {
  const compared = known > 0 ? known : named;
  const share = t('{0} of {1}', agreeingInPage, locationsText(compared));
  const sentence = t(
    '{0} does not match the trace: {1} agree with its code. Was it rebuilt since?',
    baseName(program.path),
    share,
  );
  return { verdict: 'foreign', ...nowhere, agreeing: agreeingInPage, compared, sentence };
}

/**
 * A program that begins at link-time address 0, as most do that have no address of their own, was
 * loaded at its slide.
 */
function whereFound(program: Program, slide: bigint): string {
  const name = baseName(program.path);
  if (slide === 0n) return t('{0} matches', name);
  const { start = 0n } = new ProgramExtent(program);
  const isLoadAddress = program.positionIndependent && start < smallestPage;
  const by = hexAddress(slide);
  return isLoadAddress ? t('{0} was loaded at {1}', name, by) : t('{0} was moved by {1}', name, by);
}

/** `7 of 7 tracepoint locations and 114 PCs agree, 2 lie outside it`. */
function support({ confirmed, pcs, outside }: WeighedSlide): string {
  const agreeing = confirmed.length;
  if (agreeing === 0) {
    return pcs === 0
      ? t('every tracepoint location is in its functions, and would be at no other page')
      : t('{0} are in its functions, and would be at no other page', pcsText(pcs));
  }
  const locations = t('{0} of {1}', agreeing, locationsText(agreeing));
  const which = pcs > 0 ? t('{0} and {1}', locations, pcsText(pcs)) : locations;
  const others =
    outside === 1
      ? t(', 1 lies outside it')
      : outside > 0
        ? t(', {0} lie outside it', outside)
        : '';
  const agree = agreeing === 1 && pcs === 0 ? t('{0} agrees', which) : t('{0} agree', which);
  return `${agree}${others}`;
}

function locationsText(count: number): string {
  return count === 1 ? t('1 tracepoint location') : t('{0} tracepoint locations', count);
}

function pcsText(count: number): string {
  return count === 1 ? t('1 PC') : t('{0} PCs', count);
}
