// Whether a program is the one that was traced. The evidence is what the file says of its
// tracepoints: an address, and where the user set it (`app.c:13`, `helper`). The load address of a
// position-independent program is unknown, but not the address inside its page.
import type { Description } from '../format/description';
import type { Architecture } from '../machine/arch/architecture';
import type { Program } from '../symbols/program';
import { baseName } from './paths';

/** What comparing a program with a trace gave. */
export interface ProgramMatch {
  /**
   * `match`: addresses agree. `unplaced`: position-independent, and the page offsets agree or say
   * nothing against it. `unknown`: no evidence either way. `foreign`: it is another program.
   */
  readonly verdict: 'match' | 'unplaced' | 'unknown' | 'foreign';
  /** Tracepoint locations that the program confirms. */
  readonly agreeing: number;
  /** Tracepoint locations that were compared. */
  readonly compared: number;
  /** One sentence for a person. */
  readonly sentence: string;
}

/** The part of an address that a load address cannot change: pages are at least 4 KiB. */
const pageOffset = 0xfffn;

/** Compares a program with the tracepoints of a trace. `slide`: where the user says it was loaded. */
export async function matchProgram(
  program: Program,
  description: Description,
  architecture: Architecture | undefined,
  slide: bigint | undefined,
): Promise<ProgramMatch> {
  const name = baseName(program.path);
  if (architecture && !runs(architecture, program)) {
    return {
      verdict: 'foreign',
      agreeing: 0,
      compared: 0,
      sentence: `${name} is a program for another machine: the trace was recorded on ${architecture.name}.`,
    };
  }
  const evidence = await compare(program, description);
  const placed = evidence.filter(({ address, expected }) => expected.has(address - (slide ?? 0n)));
  const compared = evidence.length;
  if (compared > 0 && placed.length === compared) {
    const sentence = `${name} matches: ${count(compared, 'tracepoint location')} at the recorded address.`;
    return { verdict: 'match', agreeing: compared, compared, sentence };
  }
  if (program.positionIndependent && slide === undefined) {
    return unplaced(name, evidence);
  }
  if (compared === 0) return withoutSource(program, description, slide ?? 0n);
  const share = `${placed.length} of ${count(compared, 'tracepoint location')}`;
  return {
    verdict: placed.length * 2 > compared ? 'match' : 'foreign',
    agreeing: placed.length,
    compared,
    sentence: `${name} does not match the trace well: it has code for ${share} at the recorded address. Was it rebuilt since?`,
  };
}

interface Evidence {
  /** Run-time address of a tracepoint location. */
  readonly address: bigint;
  /** Link-time addresses that the program gives for where it was set. */
  readonly expected: ReadonlySet<bigint>;
}

function runs(architecture: Architecture, program: Program): boolean {
  return architecture.elfMachines.includes(program.elf.machine);
}

async function compare(program: Program, description: Description): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (const { at, locations } of description.tracepoints) {
    const expected = at === undefined ? undefined : await addressesOf(program, at);
    if (!expected) continue;
    for (const { address } of locations) evidence.push({ address, expected });
  }
  return evidence;
}

/** Link-time addresses of a location as a user types it; undefined for the forms that name no symbol. */
async function addressesOf(program: Program, at: string): Promise<Set<bigint> | undefined> {
  const line = /^(.*):(\d+)$/.exec(at);
  if (line?.[1] !== undefined && !/::|^-|\s/.test(line[1])) {
    return addressesOfLine(program, line[1], Number(line[2]));
  }
  if (!/^[A-Za-z_~][\w:~<>]*$/.test(at)) return undefined;
  const functions = await program.addressesOfFunction(at);
  return new Set(functions.flatMap(({ entry, afterPrologue }) => [entry, afterPrologue]));
}

async function addressesOfLine(program: Program, file: string, line: number): Promise<Set<bigint>> {
  const addresses = new Set<bigint>();
  for (const recorded of await program.sourceFiles()) {
    if (baseName(recorded) !== baseName(file)) continue;
    for (const { address } of await program.addressesOfLine(recorded, line)) addresses.add(address);
  }
  return addresses;
}

function unplaced(name: string, evidence: readonly Evidence[]): ProgramMatch {
  const agreeing = evidence.filter(({ address, expected }) =>
    [...expected].some((each) => (each & pageOffset) === (address & pageOffset)),
  ).length;
  const compared = evidence.length;
  if (agreeing < compared) {
    return {
      verdict: 'foreign',
      agreeing,
      compared,
      sentence: `${name} does not match the trace: ${agreeing} of ${count(compared, 'tracepoint location')} agree with its code.`,
    };
  }
  return {
    verdict: 'unplaced',
    agreeing,
    compared,
    sentence: `${name} is position-independent and not placed yet: give its load address as "slide" in the launch configuration.`,
  };
}

/** Without source strings, tracepoint addresses must at least lie in the program's code. */
function withoutSource(program: Program, description: Description, slide: bigint): ProgramMatch {
  const name = baseName(program.path);
  const addresses = description.tracepoints.flatMap(({ locations }) =>
    locations.map(({ address }) => address - slide),
  );
  const code = program.loadedRanges.filter((range) => range.executable);
  const inside = addresses.filter((address) =>
    code.some((range) => range.start <= address && address < range.end),
  );
  const outside = addresses.length - inside.length;
  return outside === 0
    ? {
        verdict: 'unknown',
        agreeing: 0,
        compared: 0,
        sentence: `${name} is taken as it is: the trace does not say where its tracepoints were set.`,
      }
    : {
        verdict: 'foreign',
        agreeing: inside.length,
        compared: addresses.length,
        sentence: `${name} does not match the trace: ${count(outside, 'tracepoint location')} outside its code.`,
      };
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
