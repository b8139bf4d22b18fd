// What variables were in another frame, part by part: `queue->waiting = 0, was 1`. Only what both
// frames know counts, and the part that differs is listed, not all that it is part of.
import { append } from '../../bytes/arrays';
import { TimeSlice } from '../../bytes/timeSlice';
import { hexAddress } from '../../bytes/hex';
import type { VariableNode } from '../../adapter/variableTree';
import type { Trace } from '../../trace/trace';
import * as v from 'valibot';
import type { Immutable } from '../../wire/contract';
import { earlierValue, elementPairs, namedPairs, scopesOf, type NodePair } from './variablePairs';

/** Variables and their parts that are looked at. */
const maxNodes = 500;
/** How deep variables are opened: `queue->ring[3].caller.name`. */
const maxDepth = 4;
/** Elements of one array that are looked at. */
const maxElements = 100;
/** What is not opened: variables of other files, and what a container shows in words already. */
const notOpened: ReadonlySet<string> = new Set(['other files', '[raw]']);
/** An address alone, as `print` writes it: `(int *) 0x7ffc`, `0x401136 <main>`. */
const pointer = /^(?:\(.*\) )?0x[0-9a-f]+(?: |$)/;

/** A variable, or a part of one, that was another in the frame compared with. */
export const changedValueSchema = v.strictObject({
  /** What to type to get it, else its name. */
  name: v.string(),
  value: v.string(),
  was: v.string(),
  type: v.exactOptional(v.string()),
  /** What to type to get it; absent where there is nothing. */
  expression: v.exactOptional(v.string()),
  /** Where memory is looked at from it; hexadecimal with `0x`. */
  address: v.exactOptional(v.string()),
});
export type ChangedValue = Immutable<v.InferOutput<typeof changedValueSchema>>;

/** The parts of variables of the innermost stack frame that were different in another frame. */
export async function changedValues(
  trace: Trace,
  frame: number,
  before: number,
  cancelled: AbortSignal,
): Promise<readonly ChangedValue[]> {
  const { scopes } = await scopesOf(trace, frame, 0, before);
  const walk = new ChangeWalk(cancelled);
  const changed: ChangedValue[] = [];
  for (const scope of scopes) {
    if (scope.before) append(changed, await walk.changes(await namedPairs(scope), 0));
  }
  return changed;
}

class ChangeWalk {
  private nodes = 0;
  private readonly slice = new TimeSlice();
  /** Structures, by where they lie: of two ways to a value, the first is listed. */
  private readonly opened = new Set<string>();

  constructor(private readonly cancelled: AbortSignal) {}

  async changes(pairs: readonly NodePair[], depth: number): Promise<ChangedValue[]> {
    const changed: ChangedValue[] = [];
    for (const pair of pairs) {
      if (!pair.before || notOpened.has(pair.now.name)) continue;
      if (this.nodes++ >= maxNodes || this.cancelled.aborted) break;
      await this.slice.yieldIfDue();
      if (this.wasOpened(pair)) continue;
      const parts = depth < maxDepth ? await this.changedParts(pair, depth) : [];
      const was = earlierValue(pair);
      if (parts.length > 0) append(changed, parts);
      else if (was !== undefined) changed.push(changedValue(pair.now, was));
    }
    return changed;
  }

  /** A pointer that is the same may lead to something else; what another leads to is another. */
  private async changedParts(pair: NodePair, depth: number): Promise<ChangedValue[]> {
    const { now, before } = pair;
    const isPointer = pointer.test(now.value);
    const isSame = now.value === before?.value;
    if (isText(now) || (before && isText(before))) return [];
    if (isPointer ? !isSame : isSame && now.elements) return [];
    const parts = [...(await namedPairs(pair)), ...(await elementPairs(pair, 0, maxElements))];
    return this.changes(parts, depth + 1);
  }

  /** A structure, or a pointer that is the same: what it leads to was looked at by another way. */
  private wasOpened({ now, before }: NodePair): boolean {
    const { address, type = '', value, children } = now;
    const isPointer = pointer.test(value);
    if (address === undefined || !children || (isPointer && value !== before?.value)) return false;
    const key = `${address} ${isPointer ? type.replace(/(?<!\s)\s*\*$/, '') : type}`;
    const wasOpened = this.opened.has(key);
    this.opened.add(key);
    return wasOpened;
  }
}

/** A string says more than its characters. */
function isText({ value }: VariableNode): boolean {
  return value.startsWith('"');
}

function changedValue(
  { name, value, type, evaluateName, address }: VariableNode,
  was: string,
): ChangedValue {
  return {
    ...{ name: evaluateName ?? name, value, was },
    ...(type !== undefined && { type }),
    ...(evaluateName !== undefined && { expression: evaluateName }),
    ...(address !== undefined && { address: hexAddress(address) }),
  };
}
