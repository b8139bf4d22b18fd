// What calls say of themselves: DW_TAG_call_site (DWARF 5, section 3.4) and GNU's form of it
// before.
import { TimeSlice } from '../../bytes/timeSlice';
import { LruCache, lazy } from '../../bytes/cache';
import type { CallSite, CallSiteParameter, CallTarget } from '../scope';
import { readAddress } from './address';
import { DW_AT, DW_TAG } from './constants';
import { reportExcess } from './debugSections';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { Locations } from './locations';
import { readRanges } from './ranges';

/** Ranges of callees that are read for one function; a callee has a few. */
const maxRanges = 1 << 17;

/** Calls that are kept: those of some dozen big functions. */
const keptCalls = 20_000;

/** The functions that the calls of one function name. */
interface Callees {
  /** Where they begin, by the offsets of their entries. */
  readonly entryPoints: Map<number, CallTarget | undefined>;
  /** How many ranges of the callees were read. */
  ranges: number;
}

/** Reads the calls of one file's functions. */
export class CallSites {
  private readonly kept = new LruCache<number, readonly CallSite[]>(
    keptCalls,
    ({ length }) => 1 + length,
  );

  /** `addressOfSymbol`: where the function of a symbol's name begins. */
  constructor(
    private readonly entries: Entries,
    private readonly locations: Locations,
    private readonly addressOfSymbol: (name: string) => Promise<bigint | undefined>,
  ) {}

  /**
   * The calls in the function whose entry is at an offset of .debug_info, inlined ones
   * included.
   */
  of(offset: number): Promise<readonly CallSite[]> {
    return this.kept.get(offset, () => this.readAll(offset));
  }

  private async readAll(offset: number): Promise<CallSite[]> {
    const entry = await this.entries.at(offset);
    const sites: CallSite[] = [];
    const callees: Callees = { entryPoints: new Map(), ranges: 0 };
    const slice = new TimeSlice();
    for (const each of entry?.descendants() ?? []) {
      if (each.tag !== DW_TAG.call_site && each.tag !== DW_TAG.GNU_call_site) continue;
      const site = await this.read(each, callees);
      if (site) sites.push(site);
      await slice.yieldIfDue();
    }
    return sites;
  }

  private async read(entry: Entry, callees: Callees): Promise<CallSite | undefined> {
    const [returnPc, lowPc, tail, oldTail] = entry.values([
      DW_AT.call_return_pc,
      DW_AT.low_pc,
      DW_AT.call_tail_call,
      DW_AT.GNU_tail_call,
    ]);
    const returnAddress = await readAddress(entry.unit, returnPc ?? lowPc);
    if (returnAddress === undefined) return undefined;
    return {
      returnAddress,
      tail: [tail, oldTail].some((flag) => flag?.kind === 'flag' && flag.value),
      target: lazy(() => this.target(entry, callees)),
      parameters: lazy(() => this.parameters(entry)),
    };
  }

  private async target(entry: Entry, callees: Callees): Promise<CallTarget | undefined> {
    const [target, oldTarget, origin, oldOrigin] = entry.values([
      DW_AT.call_target,
      DW_AT.GNU_call_site_target,
      DW_AT.call_origin,
      DW_AT.abstract_origin,
    ]);
    const expression = this.locations.expressionOf(entry.unit, target ?? oldTarget);
    if (expression) return expression;
    const callee = await this.entries.follow(entry, origin ?? oldOrigin);
    if (!callee) return undefined;
    const { entryPoints } = callees;
    if (!entryPoints.has(callee.offset)) {
      if (callees.ranges > maxRanges) {
        reportExcess(entry.unit.file.sections);
        return undefined;
      }
      entryPoints.set(callee.offset, await this.entryPoint(callee, callees));
    }
    return entryPoints.get(callee.offset);
  }

  /**
   * Where a function begins; one of another unit is found by its symbol, which may be another
   * program's.
   */
  private async entryPoint(callee: Entry, callees: Callees): Promise<CallTarget | undefined> {
    const [lowPc, highPc, ranges] = callee.values([DW_AT.low_pc, DW_AT.high_pc, DW_AT.ranges]);
    const code = await readRanges(callee.unit, { lowPc, highPc, ranges });
    callees.ranges += code.length;
    if (code[0]) return code[0].start;
    const description = await this.entries.describe(callee);
    const symbol = await this.entries.linkageName(description);
    const name = symbol ?? (await this.entries.name(description));
    if (name === undefined) return undefined;
    return (await this.addressOfSymbol(name)) ?? { symbol: name };
  }

  private async parameters(entry: Entry): Promise<CallSiteParameter[]> {
    const found: CallSiteParameter[] = [];
    for (const child of entry.children()) {
      if (!isParameter(child)) continue;
      const values = child
        .values([
          DW_AT.location,
          DW_AT.call_value,
          DW_AT.GNU_call_site_value,
          DW_AT.call_data_value,
          DW_AT.GNU_call_site_data_value,
        ])
        .map((value) => this.locations.expressionOf(child.unit, value));
      const [location, value, oldValue, data, oldData] = values;
      const dataValue = data ?? oldData;
      const offset = await this.parameterOffset(child);
      if (!location && offset === undefined) continue;
      found.push({
        ...(location && { location }),
        ...(offset !== undefined && { offset }),
        value: value ?? oldValue,
        ...(dataValue && { dataValue }),
      });
    }
    return found;
  }

  /** The parameter of the callee that a call speaks of. */
  private async parameterOffset(entry: Entry): Promise<number | undefined> {
    const [parameter, oldParameter] = entry.values([DW_AT.call_parameter, DW_AT.abstract_origin]);
    return (await this.entries.follow(entry, parameter ?? oldParameter))?.offset;
  }
}

function isParameter({ tag }: Entry): boolean {
  return tag === DW_TAG.call_site_parameter || tag === DW_TAG.GNU_call_site_parameter;
}
