// The `tp` lines, joined into tracepoints: gdb manual, "Trace File Format" and "Tracepoint Packets"
// (qTfP, QTDP, QTDPsrc). A piece letter says what a line holds: T the definition of a location, A
// and S its actions, Z a source string, V its counters.
import { t } from '@vscode/l10n';
import { readActions } from './actions';
import type { Action, CounterDigits, Tracepoint, TracepointLocation } from './description';
import type { DescriptionLine } from './descriptionLines';
import { quote, type Findings } from './findings';
import { Lexer, readHexCount } from './lexer';
import { sortAddresses, sortItems } from '../bytes/sorting';
import { append } from '../bytes/arrays';
import { inSteps, perStep, type Steps } from '../bytes/timeSlice';
import { concat } from '../bytes/cursor';

/** What a `tp T` line says. */
interface Definition {
  readonly enabled: boolean;
  readonly step: number;
  readonly pass: number;
  readonly kind: TracepointLocation['kind'];
  readonly fastLength?: number;
  readonly conditionBytecode?: Uint8Array;
}

/** A location whose lines are still coming. */
interface OpenLocation {
  readonly number: number;
  readonly address: bigint;
  readonly fileIndex: number;
  definition?: Definition;
  actions?: Action[];
  steppingActions?: Action[];
  /** An inner `S` came: actions that follow are stepping actions (gdbserver's cmd_qtdp). */
  stepping: boolean;
  source?: SourceStrings;
  counters?: CounterDigits;
}

/** The locations of one tracepoint: most have one, which no map is made for. */
interface OpenTracepoint {
  readonly first: OpenLocation;
  /** All of them in the order of the file, where there are several. */
  byAddress?: Map<bigint, OpenLocation>;
}

interface Piece {
  readonly letter: string;
  readonly number: number;
  readonly address: bigint;
}

/** Options of a definition that are looked at; gdb knows three. */
const maxOptions = 16;

/** Locations that are read. Frames can distinguish 65,536 tracepoints. */
const maxLocations = 200_000;

/**
 * A frame names its tracepoint in 16 bits, signed: the name that a tracepoint's number gets there.
 */
export function numberInFrames(tracepoint: number): number {
  return (tracepoint << 16) >> 16;
}

/** Collects `tp` lines in any order, and joins them. */
export class TracepointLines {
  private readonly byNumber = new Map<number, OpenTracepoint>();
  /** Locations there are. */
  private count = 0;
  /** The first line of each location whose definition has not come. */
  private readonly undefinedYet = new Map<OpenLocation, DescriptionLine>();
  /** What the last line was about; no location where there are too many. */
  private last:
    | (Pick<OpenLocation, 'number' | 'address'> & { readonly location: OpenLocation | undefined })
    | undefined;
  /** Lines of locations that are not read. */
  private left = 0;

  constructor(private readonly findings: Findings) {}

  /** Takes a line, of which `lexer` has read `tp `; false where it cannot be read. */
  take(line: DescriptionLine, lexer: Lexer): boolean {
    const piece = this.readPiece(line, lexer);
    if (!piece) return false;
    const location = this.locationOf(piece, line);
    if (!location) {
      this.left++;
      return true;
    }
    switch (piece.letter) {
      case 'T':
        if (location.definition) this.repeated(line, 'definition');
        location.definition = this.readDefinition(line, lexer);
        this.undefinedYet.delete(location);
        return true;
      case 'A':
      case 'S':
        this.addActions(location, line, piece.letter, lexer.remainder());
        return true;
      case 'Z':
        return this.addSource(location, line, lexer);
      default:
        return this.addCounters(location, line, lexer);
    }
  }

  /** The tracepoints of all lines taken, in ascending order of number. */
  async finish(): Promise<readonly Tracepoint[]> {
    const tracepoints = await inSteps(this.joined());
    if (this.left > 0) this.tooMany();
    return tracepoints;
  }

  private readPiece(line: DescriptionLine, lexer: Lexer): Piece | undefined {
    const found = lexer.rest;
    const letter = lexer.take(1);
    if (letter === '' || !'TASZV'.includes(letter)) {
      this.malformed(line, t('A tp line begins with no known piece.'), 'T, A, S, Z or V', letter);
      return undefined;
    }
    const number = lexer.hexNumber();
    const address = lexer.skip(':') ? lexer.hexNumber() : undefined;
    if (!number || !address) {
      this.malformed(line, t('A tp line names no location.'), 'number:address', found);
      return undefined;
    }
    const read = Number(number.value);
    const isShort = (read | 0) === read;
    if (!isShort || number.wrapped || address.wrapped) {
      this.malformed(
        line,
        t('A number or address is too long and was cut.'),
        t('at most 64 bits'),
        found,
      );
    }
    lexer.skip(':');
    return {
      letter,
      number: isShort ? read : Number(BigInt.asIntN(32, number.value)),
      address: BigInt.asUintN(64, address.value),
    };
  }

  /** Undefined where there are too many. */
  private locationOf(piece: Piece, line: DescriptionLine): OpenLocation | undefined {
    const { number, address } = piece;
    const { last } = this;
    // The lines of a location follow each other.
    if (last?.number === number && last.address === address) return last.location;
    const { first, byAddress } = this.byNumber.get(number) ?? {};
    const known = first?.address === address ? first : byAddress?.get(address);
    const location = known ?? this.newLocation(piece, line);
    this.last = { number, address, location };
    return location;
  }

  private newLocation(piece: Piece, line: DescriptionLine): OpenLocation | undefined {
    if (this.count >= maxLocations) return undefined;
    const { letter, number, address } = piece;
    const location: OpenLocation = {
      number,
      address,
      fileIndex: this.count++,
      stepping: false,
    };
    if (letter !== 'T') this.undefinedYet.set(location, line);
    const tracepoint = this.byNumber.get(number);
    if (tracepoint) {
      const { first } = tracepoint;
      tracepoint.byAddress ??= new Map([[first.address, first]]);
      tracepoint.byAddress.set(address, location);
    } else this.byNumber.set(number, { first: location });
    return location;
  }

  private readDefinition(line: DescriptionLine, lexer: Lexer): Definition {
    lexer.skipLast('-');
    const enabled = lexer.field();
    const step = lexer.field();
    const pass = lexer.until(':');
    if (enabled !== 'E' && enabled !== 'D') {
      this.malformed(line, t('A definition is neither enabled nor disabled.'), 'E or D', enabled);
    }
    return {
      enabled: enabled !== 'D',
      step: this.readCount(line, t('step count'), step),
      pass: this.readCount(line, t('pass count'), pass),
      ...this.readOptions(line, lexer),
    };
  }

  private readOptions(
    line: DescriptionLine,
    lexer: Lexer,
  ): Pick<Definition, 'kind' | 'fastLength' | 'conditionBytecode'> {
    const read: { kind: Definition['kind']; fastLength?: number; conditionBytecode?: Uint8Array } =
      {
        kind: 'trace',
      };
    for (let options = 0; options < maxOptions && lexer.skip(':'); options++) {
      const option = new Lexer(lexer.until(':'));
      if (option.skip('F')) {
        read.kind = 'fast';
        read.fastLength = this.readCount(line, t('length of a fast tracepoint'), option.rest);
      } else if (option.skip('S')) read.kind = 'static';
      else if (option.skip('X')) read.conditionBytecode = this.readBytecode(line, option);
      else this.malformed(line, t('A definition has an unknown option.'), 'F, S or X', option.rest);
    }
    return read;
  }

  /** `LEN,BYTES`, the length in bytes. */
  private readBytecode(line: DescriptionLine, lexer: Lexer): Uint8Array {
    const length = readHexCount(lexer.field(','));
    const bytes = lexer.bytes();
    if (length !== bytes.length) {
      const found = `${bytes.length} bytes`;
      this.malformed(
        line,
        t('A condition is not as long as it says.'),
        `${length ?? '?'} bytes`,
        found,
      );
    }
    return length === undefined ? bytes : bytes.subarray(0, length);
  }

  private addActions(
    location: OpenLocation,
    line: DescriptionLine,
    letter: string,
    text: string,
  ): void {
    const { actions, steppingActions } = readActions(text);
    const first = letter === 'S' || location.stepping ? 'steppingActions' : 'actions';
    append((location[first] ??= []), actions);
    if (steppingActions.length > 0) {
      append((location.steppingActions ??= []), steppingActions);
      location.stepping = true;
    }
    for (const action of [...actions, ...steppingActions]) {
      if (action.kind !== 'unknown') continue;
      this.malformed(line, t('An action cannot be read.'), 'R, M, X or L', action.text);
    }
  }

  private addSource(location: OpenLocation, line: DescriptionLine, lexer: Lexer): boolean {
    const { rest } = lexer;
    const type = lexer.field();
    const start = readHexCount(lexer.field()) ?? 0;
    const length = readHexCount(lexer.field());
    if (lexer.failed) {
      this.malformed(line, t('A source string is incomplete.'), 'type:start:length:text', rest);
      return false;
    }
    location.source ??= new SourceStrings(this.findings);
    location.source.add(line, type, start, length, lexer.bytes());
    return true;
  }

  private addCounters(location: OpenLocation, line: DescriptionLine, lexer: Lexer): boolean {
    const { rest } = lexer;
    const hits = lexer.field();
    const usage = lexer.until(':');
    if (![hits, usage].every((text) => new Lexer(text).hexNumber())) {
      this.malformed(line, t('Counters are incomplete.'), 'hits:usage', rest);
      return false;
    }
    if (location.counters) this.repeated(line, 'counters');
    location.counters = { hits, usage };
    return true;
  }

  private *joined(): Steps<readonly Tracepoint[]> {
    for (const [location, line] of this.undefinedYet) {
      this.undefinedLocation(location, line);
      yield;
    }
    const tracepoints: Tracepoint[] = [];
    for (const open of this.byNumber.values()) {
      tracepoints.push(yield* join(open));
      yield;
    }
    return yield* sortItems(tracepoints, (a, b) => a.number - b.number);
  }

  private readCount(line: DescriptionLine, what: string, text: string): number {
    const count = readHexCount(text);
    if (count === undefined)
      this.malformed(line, t('The {0} is no count.', what), 'a number', text);
    return count ?? 0;
  }

  private tooMany(): void {
    this.findings.conclude({
      severity: 'warning',
      code: 'too-many-tracepoints',
      message: t(
        'The tracepoints have more than {0} locations; {1} lines about the others are not read.',
        maxLocations,
        this.left,
      ),
    });
  }

  private undefinedLocation({ number }: OpenLocation, { offset, text }: DescriptionLine): void {
    this.findings.add({
      severity: 'warning',
      code: 'tracepoint-without-definition',
      message: t('Tracepoint {0} has lines but no definition; gdb fails on such a file.', number),
      offset,
      expected: 'a tp T line',
      found: quote(text),
    });
  }

  private repeated(line: DescriptionLine, what: string): void {
    this.findings.add({
      severity: 'warning',
      code: 'repeated-line',
      message: t('A second {0} of the same location replaces the first.', what),
      offset: line.offset,
      found: quote(line.text),
    });
  }

  private malformed(line: DescriptionLine, message: string, expected: string, found: string): void {
    this.findings.add({
      severity: 'warning',
      code: 'malformed-tracepoint',
      message,
      offset: line.offset,
      expected,
      found: quote(found),
    });
  }
}

/** Joins the locations of one tracepoint. */
function* join({ first, byAddress }: OpenTracepoint): Steps<Tracepoint> {
  const otherSource = new Set<string>();
  let commands: readonly string[] = [];
  let at: string | undefined;
  let condition: string | undefined;
  let [enabled, step, pass, fileIndex, count] = [false, 0, 0, 0, 0];
  for (const location of byAddress?.values() ?? [first]) {
    const { definition } = location;
    ({ fileIndex } = location);
    enabled ||= definition?.enabled ?? true;
    step = Math.max(step, definition?.step ?? 0);
    pass = Math.max(pass, definition?.pass ?? 0);
    if (++count % perStep === 0) yield;
    const source = location.source?.finish();
    if (!source) continue;
    at ??= source.at;
    condition ??= source.condition;
    if (commands.length === 0) ({ commands } = source);
    for (const text of source.other) {
      otherSource.add(text);
      if (otherSource.size % perStep === 0) yield;
    }
  }
  return {
    number: first.number,
    locations: byAddress ? yield* inOrder(byAddress) : [closeLocation(first)],
    enabled,
    step,
    pass,
    ...(at !== undefined && { at }),
    ...(condition !== undefined && { condition }),
    commands,
    otherSource: [...otherSource],
    fileIndex,
  };
}

/** Locations in ascending order of address. */
function* inOrder(byAddress: ReadonlyMap<bigint, OpenLocation>): Steps<TracepointLocation[]> {
  const addresses = new BigUint64Array(byAddress.size);
  let count = 0;
  for (const address of byAddress.keys()) {
    addresses[count++] = address;
    if (count % perStep === 0) yield;
  }
  const locations: TracepointLocation[] = [];
  for (const address of yield* sortAddresses(addresses)) {
    const location = byAddress.get(address);
    if (location) locations.push(closeLocation(location));
    if (locations.length % perStep === 0) yield;
  }
  return locations;
}

const noActions: readonly Action[] = [];

function closeLocation(open: OpenLocation): TracepointLocation {
  const { address, fileIndex, counters, definition } = open;
  return {
    address,
    fileIndex,
    enabled: definition?.enabled ?? true,
    kind: definition?.kind ?? 'trace',
    ...(definition?.fastLength !== undefined && { fastLength: definition.fastLength }),
    ...(definition?.conditionBytecode && { conditionBytecode: definition.conditionBytecode }),
    actions: open.actions ?? noActions,
    steppingActions: open.steppingActions ?? noActions,
    ...(counters && { counters }),
  };
}

// What the user typed, from `tp Z` lines: gdb manual, "Tracepoint Packets" (QTDPsrc). A long string
// may come in several lines, each with the offset of its piece and the length of the whole.

/** The source strings of one location. */
export interface Source {
  readonly at: string | undefined;
  readonly condition: string | undefined;
  readonly commands: readonly string[];
  /** `type: text` of the types that gdb does not know. */
  readonly other: readonly string[];
}

interface OpenString {
  readonly line: DescriptionLine;
  readonly type: string;
  readonly pieces: Uint8Array[];
  /** Bytes there are. */
  length: number;
  /** Bytes there should be, if a line said. */
  announced: number | undefined;
}

const utf8 = new TextDecoder();

/** Joins the source strings of one location. */
class SourceStrings {
  private readonly commands: string[] = [];
  private readonly other: string[] = [];
  private at: string | undefined;
  private condition: string | undefined;
  /** A piece of it may follow. */
  private last: OpenString | undefined;

  constructor(private readonly findings: Findings) {}

  /** Adds a line's piece; `start` and `announced` are the offset and length it gives, in bytes. */
  add(
    line: DescriptionLine,
    type: string,
    start: number,
    announced: number | undefined,
    bytes: Uint8Array,
  ): void {
    const { last } = this;
    if (start > 0 && last?.type === type && last.length === start) {
      last.pieces.push(bytes);
      last.length += bytes.length;
      last.announced = announced;
    } else {
      this.close();
      this.last = { line, type, pieces: [bytes], length: bytes.length, announced };
    }
  }

  /** The strings of all pieces added. */
  finish(): Source {
    this.close();
    const { at, condition, commands, other } = this;
    return { at, condition, commands, other };
  }

  private close(): void {
    const { last } = this;
    if (!last) return;
    this.check(last);
    this.last = undefined;
    const text = utf8.decode(concat(last.pieces));
    if (last.type === 'cmd') this.commands.push(text);
    else if (last.type === 'at') this.at ??= text;
    else if (last.type === 'cond') this.condition ??= text;
    else this.other.push(`${last.type}: ${text}`);
  }

  private check({ line, type, length, announced }: OpenString): void {
    if (length === announced) return;
    this.findings.add({
      severity: 'warning',
      code: 'incomplete-source',
      message: t('A source string ({0}) is not as long as its line says.', type),
      offset: line.offset,
      expected: announced === undefined ? 'a length' : `${announced} bytes`,
      found: `${length} bytes`,
    });
  }
}
