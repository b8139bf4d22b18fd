// What calls say of themselves: DW_TAG_call_site (DWARF 5, section 3.4) and GNU's form of it before.
import type { DwarfExpression } from '../location';
import type { CallSite, CallSiteParameter } from '../scope';
import { readAddress } from './address';
import { DW_AT, DW_TAG } from './constants';
import type { Entries } from './entries';
import type { Entry } from './entryTree';
import type { AttributeValue } from './form';
import type { Locations } from './locations';
import { readRanges } from './ranges';

/** Reads the calls of one file's functions. */
export class CallSites {
  /** `addressOfSymbol`: where the function of a symbol's name begins. */
  constructor(
    private readonly entries: Entries,
    private readonly locations: Locations,
    private readonly addressOfSymbol: (name: string) => Promise<bigint | undefined>,
  ) {}

  /** The calls in the function whose entry stands at an offset of .debug_info, inlined ones included. */
  async of(offset: number): Promise<CallSite[]> {
    const entry = await this.entries.at(offset);
    const sites: CallSite[] = [];
    for (const each of entry ? entry.descendants() : []) {
      if (each.tag !== DW_TAG.call_site && each.tag !== DW_TAG.GNU_call_site) continue;
      const site = await this.read(each);
      if (site) sites.push(site);
    }
    return sites;
  }

  private async read(entry: Entry): Promise<CallSite | undefined> {
    const [returnPc, lowPc] = entry.values([DW_AT.call_return_pc, DW_AT.low_pc]);
    const returnAddress = await readAddress(entry.unit, returnPc ?? lowPc);
    if (returnAddress === undefined) return undefined;
    const target = await this.target(entry);
    return {
      returnAddress,
      tail: entry.flag(DW_AT.call_tail_call) || entry.flag(DW_AT.GNU_tail_call),
      ...(target === undefined ? {} : { target }),
      parameters: this.parameters(entry),
    };
  }

  private async target(entry: Entry): Promise<bigint | DwarfExpression | undefined> {
    const [target, oldTarget, origin, oldOrigin] = entry.values([
      DW_AT.call_target,
      DW_AT.GNU_call_site_target,
      DW_AT.call_origin,
      DW_AT.abstract_origin,
    ]);
    const expression = this.locations.expressionOf(entry.unit, target ?? oldTarget);
    return expression ?? this.entryPoint(entry, origin ?? oldOrigin);
  }

  /** Where the function begins that a call names; one of another unit is found by its symbol. */
  private async entryPoint(
    entry: Entry,
    origin: AttributeValue | undefined,
  ): Promise<bigint | undefined> {
    const callee = await this.entries.follow(entry, origin);
    if (!callee) return undefined;
    const [lowPc, highPc, ranges] = callee.values([DW_AT.low_pc, DW_AT.high_pc, DW_AT.ranges]);
    const code = await readRanges(callee.unit, { lowPc, highPc, ranges });
    if (code[0]) return code[0].start;
    const description = await this.entries.describe(callee);
    const symbol = await this.entries.linkageName(description);
    const name = symbol ?? (await this.entries.name(description));
    return name === undefined ? undefined : this.addressOfSymbol(name);
  }

  private parameters(entry: Entry): CallSiteParameter[] {
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
      if (!location) continue;
      found.push({ location, value: value ?? oldValue, ...(dataValue ? { dataValue } : {}) });
    }
    return found;
  }
}

function isParameter({ tag }: Entry): boolean {
  return tag === DW_TAG.call_site_parameter || tag === DW_TAG.GNU_call_site_parameter;
}
