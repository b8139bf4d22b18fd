// What the Variables view expands: nodes that make their children when asked, under DAP's references.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { hexAddress } from '../bytes/hex';

/** A line in the Variables view. */
export interface VariableNode {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** What to type to get it: `$rax`. */
  readonly evaluateName?: string;
  /** An address to read memory at. */
  readonly address?: bigint;
  /** Children with names. */
  readonly children?: () => readonly VariableNode[] | Promise<readonly VariableNode[]>;
  /** Children that are numbered and may be many; they come after those with names. */
  readonly elements?: Elements;
  readonly kind?: DebugProtocol.VariablePresentationHint['kind'];
}

/** Numbered children, made when they are asked for. */
interface Elements {
  readonly count: number;
  /** At most `count` children from `start` on. */
  read(start: number, count: number): readonly VariableNode[] | Promise<readonly VariableNode[]>;
}

/** Which children a client asks for: DAP's `variables` request. */
type ChildrenAsked = Pick<
  DebugProtocol.VariablesArguments,
  'variablesReference' | 'filter' | 'start' | 'count'
>;

/** Hands out references to nodes with children; they hold until the debugger moves. */
export class VariableReferences {
  private nodes: VariableNode[] = [];
  /** References go on counting, so that one of an earlier stop is recognised. */
  private first = 1;

  /** Forgets every reference: the machine has moved. */
  clear(): void {
    this.first += this.nodes.length;
    this.nodes = [];
  }

  /** A reference for a node; 0 where it has no children. */
  reference(node: VariableNode): number {
    return node.children || node.elements ? this.first + this.nodes.push(node) - 1 : 0;
  }

  /** The children asked for, or undefined where the reference no longer holds. */
  async children(asked: ChildrenAsked): Promise<DebugProtocol.Variable[] | undefined> {
    const node = this.nodes[asked.variablesReference - this.first];
    if (!node) return undefined;
    const children = await childrenOf(node, asked);
    return children.map((child) => this.toDap(child));
  }

  /** A child by its name; undefined where there is none, or the reference no longer holds. */
  async child(reference: number, name: string): Promise<VariableNode | undefined> {
    const node = this.nodes[reference - this.first];
    const named = (await node?.children?.())?.find((child) => child.name === name);
    const index = Number(/^\[(\d{1,15})\]$/.exec(name)?.[1] ?? -1);
    if (named || !node?.elements || index < 0 || index >= node.elements.count) return named;
    return (await node.elements.read(index, 1)).find((child) => child.name === name);
  }

  /** A node as DAP writes it, with a reference. */
  toDap(node: VariableNode): DebugProtocol.Variable {
    const { name, value, type, evaluateName, address, elements, kind } = node;
    return {
      ...{ name, value, variablesReference: this.reference(node) },
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
