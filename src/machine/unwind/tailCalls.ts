// Functions that left by a tail call are no longer on the stack. Where the call sites (DWARF 5, section 3.4) allow one
// way from a caller to the function that runs, or agree on its beginning or end, these functions are known all the
// same. gdb's rules: an unknown target makes everything uncertain.
import type { CallSite } from '../../symbols/scope';

/** The calls of one program. Addresses are link-time addresses. */
export interface Calls {
  /** The call that returns to an address. */
  siteBefore(returnAddress: bigint): Promise<CallSite | undefined>;
  /** The tail calls of the function that begins at an address; undefined where none is known there. */
  tailCallsOf(entry: bigint): Promise<readonly CallSite[] | undefined>;
}

/** Calls that are looked at before the search gives up. */
const mostSteps = 2000;

type Chain = readonly CallSite[];

/** What all ways have in common: the first `callers` and the last `callees` calls of one of them. */
interface Common {
  readonly chain: Chain;
  readonly callers: number;
  readonly callees: number;
}

/**
 * The tail calls that lead from the call before `callerPc` to the function that begins at `callee`, the last first.
 * Empty where there are none, or where they cannot be told.
 */
export async function tailCallsBetween(
  calls: Calls,
  callerPc: bigint,
  callee: bigint,
): Promise<readonly CallSite[]> {
  const first = await calls.siteBefore(callerPc);
  if (!first) return [];
  const search = new Search(calls, callee);
  await search.follow(first, []);
  return search.result();
}

class Search {
  private common: Common | undefined;
  /** True where nothing can be told. */
  private uncertain = false;
  private steps = 0;

  constructor(
    private readonly calls: Calls,
    private readonly callee: bigint,
  ) {}

  /** Follows a call; `before` are the tail calls on the way to it, itself included. */
  async follow(site: CallSite, before: Chain): Promise<void> {
    if (this.uncertain) return;
    const target = ++this.steps > mostSteps ? undefined : await site.target();
    if (typeof target !== 'bigint') {
      this.uncertain = true;
      return;
    }
    if (target === this.callee) {
      this.found(before);
      return;
    }
    const next = await this.calls.tailCallsOf(target);
    if (!next) this.uncertain = true;
    for (const tailCall of next ?? []) {
      const known = before.some(({ returnAddress }) => returnAddress === tailCall.returnAddress);
      if (!known) await this.follow(tailCall, [...before, tailCall]);
    }
  }

  result(): readonly CallSite[] {
    if (this.uncertain || !this.common) return [];
    const { chain, callers, callees } = this.common;
    const whole = callers === chain.length && callees === chain.length;
    const callersOnly = whole ? [] : chain.slice(0, callers);
    return [...callersOnly, ...chain.slice(chain.length - callees)].reverse();
  }

  /** Keeps of the ways found so far what this one has in common with them. */
  private found(way: Chain): void {
    if (!this.common) {
      this.common = { chain: way, callers: way.length, callees: way.length };
      return;
    }
    const { chain } = this.common;
    const callers = sameLength(chain, way, this.common.callers);
    const callees = sameLength([...chain].reverse(), [...way].reverse(), this.common.callees);
    this.common = { chain, callers, callees };
    if (callers === 0 && callees === 0) this.uncertain = true;
  }
}

/** How many calls two ways begin with in common, of the first `most`. */
function sameLength(one: Chain, other: Chain, most: number): number {
  let length = 0;
  while (length < most && length < other.length) {
    if (one[length]?.returnAddress !== other[length]?.returnAddress) break;
    length++;
  }
  return length;
}
