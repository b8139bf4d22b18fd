// The tree of variables of the selected frame: what is open stays open from frame to frame, and a
// tree is shown when all of it that is open has come. No DOM in here.
import { t } from '../l10n';
import type { StackFrameRow } from '../../src/ask/frame/stackFrames';
import type { VariableRow } from '../../src/ask/frame/variableTree';
import { type Ask, ignoringFailure } from '../requests';

/** Children asked for at once. */
const page = 100;
/** Nodes that are opened for a frame because they were open before. */
const maxReopened = 100;

/** A variable, or a scope. */
interface TreeNode {
  readonly row: VariableRow;
  /** What it is remembered by in other frames: the names from the scope down. */
  readonly key: string;
  readonly path: readonly number[];
  /** Absent until it is opened. */
  children?: TreeNode[];
  /** How many children there are in all. */
  total: number;
}

/** A line of the tree as it is shown; `more` represents children that are not here yet. */
export interface TreeLine {
  readonly node: TreeNode;
  readonly more: boolean;
  /** Counts from 1, as `aria-level` does. */
  readonly level: number;
  readonly position: number;
  readonly setSize: number;
  readonly isOpen: boolean;
}

/** A step through the tree: WAI-ARIA Authoring Practices, "Tree View Pattern". */
export type TreeMove = 'up' | 'down' | 'first' | 'last' | 'open' | 'close' | 'toggle';

interface Tree {
  readonly frame: number;
  readonly level: number;
  readonly before: number | undefined;
  /** The host's view of it. */
  readonly view: number;
  readonly scopes: TreeNode[];
  readonly note?: string;
}

export class VariablesModel {
  /** The line that keys go to. */
  active = 0;
  private tree: Tree | undefined;
  private frames: readonly StackFrameRow[] = [];
  /** What the tree has is of another frame than the one that is shown. */
  private isStale = false;
  private readonly opened = new Set(own());
  private asking = new AbortController();

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  /**
   * While variables are on their way: how much was shown of the frame before, whose place they
   * take.
   */
  get awaited(): { readonly lines: number; readonly stackFrames: number } | undefined {
    if (!this.isStale || !this.tree) return undefined;
    const lines = this.linesOfTree(this.tree).length;
    return { lines, stackFrames: this.frames.length };
  }

  /** The stack frames of the selected frame, innermost first. */
  get stackFrames(): readonly StackFrameRow[] {
    return this.isStale ? [] : this.frames;
  }

  /** The frame whose variables are shown. */
  get frame(): number | undefined {
    return this.tree?.frame;
  }

  /** Level of the stack frame that is shown. */
  get level(): number {
    return this.tree?.level ?? 0;
  }

  /** Why nothing is compared, or nothing is known. */
  get note(): string | undefined {
    return this.isStale ? undefined : this.tree?.note;
  }

  /** The tree as it is shown, from top to bottom. */
  get lines(): readonly TreeLine[] {
    const { tree } = this;
    return tree && !this.isStale ? this.linesOfTree(tree) : [];
  }

  /** Arguments and locals of which nothing was collected: they are not in the tree. */
  get missing(): readonly VariableRow[] {
    if (this.isStale || !this.tree) return [];
    return this.tree.scopes
      .flatMap((scope) => (own().includes(scope.row.name) ? (scope.children ?? []) : []))
      .filter(isMissing)
      .map(({ row }) => row);
  }

  /** Another frame is shown, or it is compared with another: its variables will come. */
  expect(): void {
    this.begin();
    this.isStale = true;
  }

  /** Shows none: those that are wanted cannot be had. */
  clear(): void {
    this.tree = undefined;
    this.frames = [];
    this.isStale = false;
    this.changed();
  }

  /** Shows the innermost stack frame of a frame, next to what it was in another frame. */
  async show(frame: number, before: number | undefined): Promise<void> {
    const signal = this.begin();
    try {
      const [{ frames }, tree] = await Promise.all([
        this.ask('stackFrames', { frame }, { signal }),
        this.build(frame, 0, before, signal),
      ]);
      this.frames = frames;
      this.take(tree);
    } catch {
      if (!signal.aborted) this.clear();
    }
  }

  /** Shows another stack frame of the same frame. */
  async showLevel(level: number): Promise<void> {
    if (!this.tree) return;
    const { frame, before } = this.tree;
    const signal = this.begin();
    await ignoringFailure(async () => {
      this.take(await this.build(frame, level, before, signal));
    });
  }

  /** Opens a node, or closes it; a line of more children fetches them. */
  async toggle({ node, more }: TreeLine): Promise<void> {
    const { tree } = this;
    if (!tree) return;
    const { signal } = this.asking;
    if (more) {
      await ignoringFailure(() => this.load(tree, node, signal));
    } else if (this.opened.has(node.key)) {
      this.opened.delete(node.key);
    } else if (node.row.hasChildren) {
      this.opened.add(node.key);
      if (!node.children) await ignoringFailure(() => this.load(tree, node, signal));
    }
    this.changed();
  }

  /**
   * The user clicked on a line: goes to it, and opens or closes it. Where other lines have come
   * since it was drawn, it is looked up.
   */
  async press({ node: { key }, more }: TreeLine): Promise<void> {
    const { lines } = this;
    const at = lines.findIndex((each) => each.node.key === key && each.more === more);
    const line = lines[at];
    if (!line) return;
    this.activate(at);
    if (more || line.node.row.hasChildren) await this.toggle(line);
  }

  /** Goes to a line by its number. */
  private activate(line: number): void {
    this.active = line;
    this.changed();
  }

  /** Does what a key asks for. */
  async move(move: TreeMove): Promise<void> {
    const { lines } = this;
    const line = lines[this.active];
    if (!line) return;
    if (move === 'toggle') return this.toggle(line);
    const isFolder = line.more || line.node.row.hasChildren;
    if (move === 'open' && isFolder && !line.isOpen) return this.toggle(line);
    if (move === 'close' && line.isOpen && !line.more) return this.toggle(line);
    this.activate(destination(move, lines, this.active));
  }

  /** Goes to the next line whose name begins with a character. */
  seek(character: string): void {
    const { lines, active } = this;
    const order = [...lines.keys()].map((i) => (active + 1 + i) % lines.length);
    const found = order.find((i) =>
      lines[i]?.node.row.name.toLowerCase().startsWith(character.toLowerCase()),
    );
    if (found !== undefined) this.activate(found);
  }

  private begin(): AbortSignal {
    this.asking.abort();
    this.asking = new AbortController();
    return this.asking.signal;
  }

  private take(tree: Tree): void {
    this.tree = tree;
    this.isStale = false;
    this.active = Math.max(0, Math.min(this.active, this.lines.length - 1));
    this.changed();
  }

  private async build(
    frame: number,
    level: number,
    before: number | undefined,
    signal: AbortSignal,
  ): Promise<Tree> {
    const asked = { frame, level, ...(before !== undefined && { before }) };
    const { view, variables, note } = await this.ask('variables', asked, { signal });
    const scopes = variables.map((row, i) => nodeOf(row, undefined, i, 0));
    const tree = { frame, level, before, view, scopes, ...(note !== undefined && { note }) };
    await this.reopen(tree, signal);
    return tree;
  }

  /** Opens what was open before, level by level. */
  private async reopen(tree: Tree, signal: AbortSignal): Promise<void> {
    let left = maxReopened;
    for (let nodes = tree.scopes; nodes.length > 0 && left > 0;) {
      const open = nodes.filter(({ row, key }) => row.hasChildren && this.opened.has(key));
      const wanted = open.slice(0, left);
      left -= wanted.length;
      await Promise.all(wanted.map((node) => this.load(tree, node, signal)));
      nodes = wanted.flatMap(({ children = [] }) => children);
    }
  }

  /** Fetches the next children of a node. */
  private async load({ view }: Tree, node: TreeNode, signal: AbortSignal): Promise<void> {
    const children = node.children ?? [];
    const start = children.length;
    const { variables, total } = await this.ask(
      'variableChildren',
      { view, path: node.path, start, count: page },
      { signal },
    );
    // Two requests for the same children may have been under way.
    if ((node.children?.length ?? 0) !== start) return;
    const names = new Map<string, number>();
    for (const { row } of children) names.set(row.name, (names.get(row.name) ?? 0) + 1);
    for (const [i, row] of variables.entries()) {
      const same = names.get(row.name) ?? 0;
      names.set(row.name, same + 1);
      children.push(nodeOf(row, node, start + i, same));
    }
    node.children = children;
    node.total = variables.length === 0 ? start : total;
  }

  /** Arguments and locals are at the top, without their scopes. */
  private linesOfTree({ scopes }: Tree): TreeLine[] {
    const shown = (scope: TreeNode) => (scope.children ?? []).filter((node) => !isMissing(node));
    const setSize = scopes.reduce(
      (sum, scope) =>
        sum + (own().includes(scope.row.name) ? shown(scope).length + left(scope) : 1),
      0,
    );
    const lines: TreeLine[][] = [];
    let first = 1;
    for (const scope of scopes) {
      const isOwn = own().includes(scope.row.name);
      const nodes = isOwn ? shown(scope) : [scope];
      lines.push(this.linesOf(nodes, 1, setSize, first));
      first += nodes.length;
      if (!isOwn || left(scope) === 0) continue;
      lines.push([{ node: scope, more: true, level: 1, position: first, setSize, isOpen: false }]);
      first += left(scope);
    }
    return lines.flat();
  }

  private linesOf(
    nodes: readonly TreeNode[],
    level: number,
    setSize: number,
    first = 1,
  ): TreeLine[] {
    return nodes.flatMap((node, i) => {
      const isOpen = node.row.hasChildren && this.opened.has(node.key);
      const line = { node, more: false, level, position: first + i, setSize, isOpen };
      const { children, total } = node;
      if (!isOpen || !children) return [line];
      const below = this.linesOf(children, level + 1, total);
      if (children.length >= total) return [line, ...below];
      const position = children.length + 1;
      const more = { node, more: true, level: level + 1, position, setSize: total, isOpen: false };
      return [line, ...below, more];
    });
  }
}

/** The scopes of the stack frame itself. */
const own = (): readonly string[] => [t('Arguments'), t('Locals')];

/** Nothing of it was collected: `<unavailable>`, `<optimized out>`. */
function isMissing({ row: { value } }: TreeNode): boolean {
  return /^<(?:unavailable|optimized out|error: .*)>$/.test(value);
}

/** How many children are not here yet. */
function left({ children, total }: TreeNode): number {
  return children ? total - children.length : 0;
}

/** `same`: how many nodes before it have the same name. */
function nodeOf(
  row: VariableRow,
  parent: TreeNode | undefined,
  index: number,
  same: number,
): TreeNode {
  const name = same === 0 ? row.name : `${row.name}\n${same}`;
  return {
    row,
    key: parent ? `${parent.key}\t${name}` : name,
    path: [...(parent?.path ?? []), index],
    total: 0,
  };
}

function destination(move: TreeMove, lines: readonly TreeLine[], active: number): number {
  const level = lines[active]?.level ?? 1;
  switch (move) {
    case 'up':
      return Math.max(0, active - 1);
    case 'down':
      return Math.min(lines.length - 1, active + 1);
    case 'first':
      return 0;
    case 'last':
      return lines.length - 1;
    case 'open':
      return (lines[active + 1]?.level ?? 0) > level ? active + 1 : active;
    case 'close':
      return parentOf(lines, active, level);
    case 'toggle':
      return active;
  }
}

function parentOf(lines: readonly TreeLine[], active: number, level: number): number {
  for (let i = active - 1; i >= 0; i--) if ((lines[i]?.level ?? 0) < level) return i;
  return active;
}
