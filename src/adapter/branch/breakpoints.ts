// Breakpoints in a branch trace: addresses of lines, functions and instructions. What ran is known,
// what values there were is not, so conditions on values cannot be asked for.
import { t } from '@vscode/l10n';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { smallest } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import {
  type BranchTrace,
  type Execution,
  executedFrom,
  executedAt,
} from '../../trace/branch/branchTrace';
import type { Direction } from '../../trace/search/search';
import type { SourceLookup } from '../../trace/sourceLookup';
import type { ClientPlaces } from '../client';
import { readReference } from '../memory';
import { RequestFailed } from '../../bytes/requestFailed';

/** A breakpoint as a client asked for it, and where it is. */
interface BranchBreakpoint {
  readonly id: number;
  readonly addresses: ReadonlySet<bigint>;
}

interface Wanted {
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

/** Where execution stops, and which breakpoints stop it. */
export interface BranchStop {
  readonly instruction: number;
  readonly ids: readonly number[];
}

/** The breakpoints of one session. */
export class BranchBreakpoints {
  private readonly groups = new Map<string, readonly BranchBreakpoint[]>();
  private lastId = 0;

  constructor(
    private readonly trace: BranchTrace,
    private readonly sources: SourceLookup,
    private readonly places: ClientPlaces,
  ) {}

  /** DAP's `setBreakpoints`. */
  async setLines({
    source,
    breakpoints = [],
  }: DebugProtocol.SetBreakpointsArguments): Promise<SetBreakpoints> {
    const path = source.path ?? '';
    const files = await this.sources.recordedAs(
      path,
      await this.trace.modules.current.sourceFiles(),
    );
    return this.set(`source ${path}`, breakpoints, async ({ line }) => {
      const asked = this.places.lineHere(line);
      const found = await Promise.all(
        files.map((file) => this.trace.modules.current.addressesOfLine(file, asked)),
      );
      const lowest = smallest(found.flat().map((each) => each.line));
      const there = found.flat().filter((each) => each.line === lowest);
      const shown = there.length > 0 ? { line: this.places.line(lowest) } : {};
      return { addresses: there.map(({ address }) => address), shown };
    });
  }

  /** DAP's `setFunctionBreakpoints`. */
  setFunctions({
    breakpoints,
  }: DebugProtocol.SetFunctionBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set('functions', breakpoints, async ({ name }) => ({
      addresses: await this.trace.modules.current.addressesOfFunction(name),
      shown: {},
    }));
  }

  /** DAP's `setInstructionBreakpoints`. */
  setInstructions({
    breakpoints,
  }: DebugProtocol.SetInstructionBreakpointsArguments): Promise<SetBreakpoints> {
    return this.set('instructions', breakpoints, ({ instructionReference, offset = 0 }) => {
      const base = readReference(instructionReference);
      if (base === undefined || !Number.isSafeInteger(offset)) {
        throw new RequestFailed(t('“{0}” is not an address.', instructionReference));
      }
      const addresses = [BigInt.asUintN(64, base + BigInt(offset))];
      return Promise.resolve({ addresses, shown: {} });
    });
  }

  /**
   * The next or previous instruction at which a breakpoint is; undefined if none exists, or
   * the search is cancelled.
   */
  async next(
    execution: Execution,
    from: number,
    direction: Direction,
    signal: AbortSignal,
  ): Promise<BranchStop | undefined> {
    const all = [...this.groups.values()].flat();
    const wanted = new Set(all.flatMap(({ addresses }) => [...addresses]));
    const found =
      wanted.size === 0 ? undefined : await search(execution, wanted, from, direction, signal);
    if (found === undefined) return undefined;
    const at = executedAt(execution, found);
    const isHere = ({ addresses }: BranchBreakpoint) =>
      at?.kind === 'instruction' && addresses.has(at.address);
    return { instruction: found, ids: all.filter(isHere).map(({ id }) => id) };
  }

  private async set<Asked extends Wanted>(
    group: string,
    asked: readonly Asked[],
    find: (asked: Asked) => Promise<{
      readonly addresses: readonly bigint[];
      readonly shown: { readonly line?: number };
    }>,
  ): Promise<SetBreakpoints> {
    const set: BranchBreakpoint[] = [];
    const breakpoints = await Promise.all(
      asked.map(async (each): Promise<DebugProtocol.Breakpoint> => {
        const id = ++this.lastId;
        const problem = refusal(each);
        if (problem !== undefined) return { id, verified: false, message: problem };
        const { addresses, shown } = await find(each);
        if (addresses.length === 0) return { id, verified: false, message: t('No code is here.') };
        set.push({ id, addresses: new Set(addresses) });
        return { id, verified: true, ...shown };
      }),
    );
    this.groups.set(group, set);
    return { breakpoints };
  }
}

type SetBreakpoints = DebugProtocol.SetBreakpointsResponse['body'];

function refusal({ condition, hitCondition, logMessage }: Wanted): string | undefined {
  if (condition !== undefined && condition !== '') {
    return t('A branch trace holds no values: breakpoints have no conditions here.');
  }
  return (hitCondition ?? '') === '' && (logMessage ?? '') === ''
    ? undefined
    : t('Breakpoints in a branch trace neither count hits nor log messages.');
}

/** Looks block by block, where one of the addresses may have run. */
async function search(
  execution: Execution,
  wanted: ReadonlySet<bigint>,
  from: number,
  direction: Direction,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { blocks } = execution;
  const slice = new TimeSlice();
  let block = blocks.blockOf(from);
  for (let looked = 1; block >= 0 && block < blocks.blockCount; looked++) {
    const next = blocks.skipped(block, direction, wanted);
    if (next !== block) {
      block = next;
    } else {
      if (mayHold(execution, block, wanted)) {
        await slice.yieldIfDue();
        const hits = hitsIn(execution, block, wanted);
        const found =
          direction > 0 ? hits.find((hit) => hit > from) : hits.filter((hit) => hit < from).at(-1);
        if (found !== undefined) return found;
      }
      block += direction;
    }
    if ((looked & 0xf) !== 0) continue;
    await slice.yieldIfDue();
    if (signal.aborted) return undefined;
  }
  return undefined;
}

function mayHold({ blocks }: Execution, block: number, wanted: ReadonlySet<bigint>): boolean {
  const { begin = 0n, end = 0n } = blocks.at(block) ?? {};
  for (const address of wanted) if (address >= begin && address <= end) return true;
  return false;
}

function hitsIn(execution: Execution, block: number, wanted: ReadonlySet<bigint>): number[] {
  const hits: number[] = [];
  const end = execution.blocks.firstOf(block + 1);
  for (const executed of executedFrom(execution, execution.blocks.firstOf(block))) {
    if (executed.number >= end) break;
    if (executed.kind === 'instruction' && wanted.has(executed.address)) hits.push(executed.number);
  }
  return hits;
}
