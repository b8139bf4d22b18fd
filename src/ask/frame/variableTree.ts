// The variables of a stack frame as a tree that a page opens step by step, each with the value that
// it had in another frame.
import * as v from 'valibot';
import { LruCache } from '../../bytes/cache';
import { hexAddress } from '../../bytes/hex';
import type { Disposable } from '../../trace/emitter';
import type { Trace } from '../../trace/trace';
import type { Immutable } from '../../wire/contract';
import { earlierValue, elementPairs, namedPairs, scopesOf, type NodePair } from './variablePairs';

/** Nodes whose children are cached. */
const maxCachedNodes = 1000;

const variableRowSchema = v.strictObject({
  name: v.string(),
  value: v.string(),
  type: v.exactOptional(v.string()),
  /** What to type to get it, in its stack frame; absent where there is nothing. */
  expression: v.exactOptional(v.string()),
  /** Where memory is looked at from it; hexadecimal with `0x`. */
  address: v.exactOptional(v.string()),
  /** The value in the frame compared with, where it is known to be another. */
  was: v.exactOptional(v.string()),
  hasChildren: v.boolean(),
});
export type VariableRow = Immutable<v.InferOutput<typeof variableRowSchema>>;

/** The children of a node, and how many there are in all. */
export const variableRows = v.strictObject({
  variables: v.array(variableRowSchema),
  total: v.number(),
});
type VariableRows = Immutable<v.InferOutput<typeof variableRows>>;

/** The stack frame of a tree, and the frame that is compared with. */
interface Root {
  readonly frame: number;
  readonly level: number;
  readonly before?: number | undefined;
}

interface Opened {
  readonly scopes: readonly NodePair[];
  readonly note?: string;
  /** Children with names, by the path of their parent. */
  readonly named: LruCache<string, readonly NodePair[]>;
}

/** A tree of variables, read anew after the trace has changed. */
export class VariableTree implements Disposable {
  private opened: Promise<Opened> | undefined;
  private readonly changes: Disposable;

  constructor(
    private readonly trace: Trace,
    private readonly root: Root,
  ) {
    this.changes = trace.onDidChange(() => {
      this.opened = undefined;
    });
  }

  /** Why nothing is compared, or nothing is known. */
  async note(): Promise<string | undefined> {
    return (await this.open()).note;
  }

  /**
   * The children of a node, `count` from `start` on; none if the path does not exist. `path`: the
   * node's place among its parent's children, and so on from the scopes down; empty for the scopes.
   */
  async children(path: readonly number[], start: number, count: number): Promise<VariableRows> {
    const tree = await this.open();
    if (path.length === 0) {
      const shown = tree.scopes.slice(start, start + count);
      return { variables: shown.map(variableRow), total: tree.scopes.length };
    }
    const pair = await pairAt(tree, path);
    if (!pair) return { variables: [], total: 0 };
    return childRows(pair, await namedOf(tree, path, pair), start, count);
  }

  dispose(): void {
    this.opened = undefined;
    this.changes.dispose();
  }

  private async open(): Promise<Opened> {
    const { trace, root } = this;
    const opening = (this.opened ??= scopesOf(trace, root.frame, root.level, root.before).then(
      (scopes) => ({ named: new LruCache(maxCachedNodes), ...scopes }),
    ));
    // What could not be read is read again.
    opening.catch(() => {
      if (this.opened === opening) this.opened = undefined;
    });
    return opening;
  }
}

function namedOf(
  { named }: Opened,
  path: readonly number[],
  pair: NodePair,
): Promise<readonly NodePair[]> {
  const key = path.join('/');
  return named.get(key, () => namedPairs(pair));
}

async function pairAt(tree: Opened, path: readonly number[]): Promise<NodePair | undefined> {
  let pair = tree.scopes[path[0] ?? 0];
  for (let depth = 1; pair && depth < path.length; depth++) {
    const at = path[depth] ?? 0;
    const named = await namedOf(tree, path.slice(0, depth), pair);
    const child: NodePair | undefined =
      at < named.length ? named[at] : (await elementPairs(pair, at - named.length, 1))[0];
    pair = child;
  }
  return pair;
}

async function childRows(
  pair: NodePair,
  named: readonly NodePair[],
  start: number,
  count: number,
): Promise<VariableRows> {
  const shown = named.slice(start, start + count);
  const from = Math.max(0, start - named.length);
  const elements = await elementPairs(pair, from, count - shown.length);
  return {
    variables: [...shown, ...elements].map(variableRow),
    total: named.length + (pair.now.elements?.count ?? 0),
  };
}

function variableRow(pair: NodePair): VariableRow {
  const { name, value, type, evaluateName, address, children, elements } = pair.now;
  const was = earlierValue(pair);
  return {
    ...{ name, value, hasChildren: (children ?? elements) !== undefined },
    ...(type !== undefined && { type }),
    ...(evaluateName !== undefined && { expression: evaluateName }),
    ...(address !== undefined && { address: hexAddress(address) }),
    ...(was !== undefined && { was }),
  };
}
