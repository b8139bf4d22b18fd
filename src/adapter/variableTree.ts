// What the Variables view expands: nodes that make their children when asked, under DAP's references.
import type { DebugProtocol } from '@vscode/debugprotocol';

/** A line in the Variables view. */
export interface VariableNode {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  /** What to type to get it: `$rax`. */
  readonly evaluateName?: string;
  /** An address to read memory at. */
  readonly address?: bigint;
  /** How many children, where they are numbered and may be many. */
  readonly indexedChildren?: number;
  /** The children from `start`, at most `count`. */
  readonly children?: (start: number, count: number) => VariableNode[] | Promise<VariableNode[]>;
}

/** Hands out references to nodes with children; they hold until the debugger moves. */
export class VariableReferences {
  private nodes: VariableNode[] = [];

  /** Forgets every reference: the machine has moved. */
  clear(): void {
    this.nodes = [];
  }

  /** A reference for a node; 0 where it has no children. */
  reference(node: VariableNode): number {
    return node.children ? this.nodes.push(node) : 0;
  }

  /** The children of a reference, or undefined where it no longer holds. */
  async children(
    reference: number,
    start: number | undefined,
    count: number | undefined,
  ): Promise<DebugProtocol.Variable[] | undefined> {
    const node = this.nodes[reference - 1];
    if (!node?.children) return undefined;
    const nodes = await node.children(start ?? 0, count ?? Number.MAX_SAFE_INTEGER);
    return nodes.map((child) => this.toDap(child));
  }

  toDap(node: VariableNode): DebugProtocol.Variable {
    return {
      name: node.name,
      value: node.value,
      variablesReference: this.reference(node),
      presentationHint: { attributes: ['readOnly'] },
      ...(node.type !== undefined && { type: node.type }),
      ...(node.evaluateName !== undefined && { evaluateName: node.evaluateName }),
      ...(node.address !== undefined && { memoryReference: `0x${node.address.toString(16)}` }),
      ...(node.indexedChildren !== undefined && { indexedVariables: node.indexedChildren }),
    };
  }
}
