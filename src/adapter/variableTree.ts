// What the Variables view expands: nodes that make their children when asked, under DAP's
// references.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';

/** What a line in the Variables view opens to. */
export interface ChildNodes {
  /** Children with names. */
  readonly children?: () => readonly VariableNode[] | Promise<readonly VariableNode[]>;
  /** Children that are numbered and may be many; they come after those with names. */
  readonly elements?: Elements;
}

/** A line in the Variables view. */
export interface VariableNode extends ChildNodes {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** What to type to get it: `$rax`. */
  readonly evaluateName?: string;
  /** An address to read memory at. */
  readonly address?: bigint;
  readonly kind?: DebugProtocol.VariablePresentationHint['kind'];
}

/** Numbered children, made when they are asked for. */
interface Elements {
  readonly count: number;
  /** At most `count` children from `start` on. */
  readonly read: (
    start: number,
    count: number,
  ) => readonly VariableNode[] | Promise<readonly VariableNode[]>;
}

/** A child for each item; where they are many, a client asks for some at a time. */
export function childNodes<Item>(
  items: readonly Item[],
  toNode: (item: Item) => VariableNode | Promise<VariableNode>,
): ChildNodes {
  const read = (start: number, count: number) =>
    Promise.all(items.slice(start, start + count).map(async (item) => toNode(item)));
  const { length: count } = items;
  return count > page ? { elements: { count, read } } : { children: () => read(0, count) };
}

/** Which children a client asks for: DAP's `variables` request. */
type ChildrenAsked = Pick<
  DebugProtocol.VariablesArguments,
  'variablesReference' | 'filter' | 'start' | 'count'
>;

/** Numbered children that are read at once, as VS Code does. */
const page = 100;
/** Numbered children among which one is looked for by its name. */
const maxLookedAt = 10_000;

/** Hands out references to nodes with children; they hold up to the second move of the debugger. */
export class VariableReferences {
  private nodes: VariableNode[] = [];
  /** Those of the stop before: a client may ask for one before it hears of the move. */
  private earlier: readonly VariableNode[] = [];
  /** References go on counting, so that one of an earlier stop is recognised. */
  private first = 1;

  /** Forgets every reference: the machine has moved. */
  clear(): void {
    if (this.nodes.length > 0) this.earlier = this.nodes;
    this.first += this.nodes.length;
    this.nodes = [];
  }

  /** Whether a reference holds. */
  has(reference: number): boolean {
    return this.node(reference) !== undefined;
  }

  /** A reference for a node; 0 where it has no children. */
  reference(node: VariableNode): number {
    return node.children || node.elements ? this.first + this.nodes.push(node) - 1 : 0;
  }

  /** The children asked for, or undefined where the reference no longer holds. */
  async children(asked: ChildrenAsked): Promise<DebugProtocol.Variable[] | undefined> {
    const node = this.node(asked.variablesReference);
    if (!node) return undefined;
    const children = await childrenOf(node, asked);
    return children.map((child) => this.toDap(child));
  }

  /** A child by its name; undefined if none exists, or the reference no longer holds. */
  async child(reference: number, name: string): Promise<VariableNode | undefined> {
    const node = this.node(reference);
    const isIt = (child: VariableNode) => child.name === name;
    const named = (await node?.children?.())?.find(isIt);
    if (named || !node?.elements) return named;
    const { count, read } = node.elements;
    // Most arrays begin at 0; rows of memory, keys of a map and arrays of other languages do not.
    const index = Number(/^\[(\d{1,15})\]$/.exec(name)?.[1] ?? count);
    const [numbered] = index < count ? await read(index, 1) : [];
    if (numbered && isIt(numbered)) return numbered;
    for (let at = 0; at < Math.min(count, maxLookedAt); at += page) {
      const found = (await read(at, Math.min(page, count - at))).find(isIt);
      if (found) return found;
    }
    return undefined;
  }

  private node(reference: number): VariableNode | undefined {
    const at = reference - this.first;
    return at >= 0 ? this.nodes[at] : this.earlier[at + this.earlier.length];
  }

  /** A node as DAP writes it, with a reference. */
  toDap(node: VariableNode): DebugProtocol.Variable {
    const { name, value, type, evaluateName, address, elements, kind } = node;
    return {
      name,
      value,
      variablesReference: this.reference(node),
      presentationHint: { attributes: ['readOnly'], ...(kind !== undefined && { kind }) },
      ...(type !== undefined && { type }),
      ...(evaluateName !== undefined && { evaluateName }),
      ...(address !== undefined && { memoryReference: hexAddress(address) }),
      ...(elements && { indexedVariables: elements.count }),
    };
  }
}

async function childrenOf(
  { children, elements }: VariableNode,
  { filter, start: asked = 0, count = 0 }: ChildrenAsked,
): Promise<readonly VariableNode[]> {
  const start = Math.max(0, asked);
  const end = count > 0 ? start + count : Number.MAX_SAFE_INTEGER;
  const named = filter === 'indexed' ? [] : ((await children?.()) ?? []);
  const shown = named.slice(start, end);
  if (filter === 'named' || !elements) return shown;
  const from = Math.max(0, start - named.length);
  const wanted = Math.min(end - named.length, elements.count) - from;
  return wanted > 0 ? [...shown, ...(await elements.read(from, wanted))] : shown;
}
