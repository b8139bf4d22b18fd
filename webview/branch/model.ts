// What the page of a branch trace shows, without a document: the tree of calls and the blocks page
// by page, the instructions around the position, and the depth of the calls over the whole
// recording.
import type { BlockRow } from '../../src/ask/branch/blocks';
import type { BranchQuestions } from '../../src/ask/branch/branchQuestions';
import type { TimelineAxis } from '../../src/ask/branch/depth';
import type { DepthColumn } from '../../src/ask/branch/depthColumns';
import type { InstructionRow } from '../../src/ask/branch/instructions';
import type { SegmentRow } from '../../src/ask/branch/tree';
import type { BranchAct, BranchEvent, BranchSummary } from '../../src/editor/branch/messages';
import type { PageWire } from '../../src/wire/page';
import { PageCache } from '../pageCache';
import { Moves } from '../requests';

/** What the list shows. */
export type View = 'calls' | 'blocks';

const pageSize = 100;

/** What the model asks, and tells the host. */
type Wire = Pick<PageWire<BranchQuestions, BranchAct, BranchEvent>, 'ask' | 'act'>;

/** What the view does when the model is another. */
interface ModelView {
  changed(): void;
  /** A row of the list is to come in sight. */
  reveal(row: number): void;
}

export class BranchModel {
  summary: BranchSummary | undefined;
  failure: string | undefined;
  /** The instruction at which the trace is. */
  position = 1;
  view: View = 'calls';
  /** Rows of the tree as it is expanded now. */
  treeRows = 0;
  /** The row of the position in the list. */
  selectedRow: number | undefined;
  /** A row that the user selected before it was here. */
  private chosenRow: number | undefined;
  instructions: readonly InstructionRow[] = [];
  depth: readonly DepthColumn[] = [];
  /** What the user has the timeline go by. */
  private chosenAxis: TimelineAxis = 'instruction';
  /** Why the host could not answer what was asked last. */
  problem: string | undefined;
  /** Said to assistive technology. */
  spoken = '';
  /** What the depth was asked for last: columns, and what they go by. */
  private depthAsked = '';
  /** Requests for instructions: only the answer to the last counts. */
  private asked = 0;
  private readonly moves = new Moves();
  private readonly tree: PageCache<readonly SegmentRow[]>;
  private readonly blocks: PageCache<readonly BlockRow[]>;
  private shown: ModelView = { changed: () => undefined, reveal: () => undefined };

  constructor(private readonly wire: Wire) {
    const paged = {
      pageSize,
      hasGrown: () => false,
      changed: () => {
        this.goToChosenRow();
        this.shown.changed();
      },
    };
    this.tree = new PageCache<readonly SegmentRow[]>({
      ...paged,
      size: () => this.treeRows,
      ask: (page) =>
        wire.ask('tree', { view: this.treeView, first: page * pageSize, count: pageSize }),
    });
    this.blocks = new PageCache<readonly BlockRow[]>({
      ...paged,
      size: () => this.summary?.blocks ?? 0,
      ask: (page) => wire.ask('blocks', { first: page * pageSize, count: pageSize }),
    });
  }

  /** Whose drawing follows this model. */
  attach(view: ModelView): void {
    this.shown = view;
  }

  /** Takes an event of the host. */
  receive(event: BranchEvent): void {
    switch (event.type) {
      case 'failed':
        this.failure = event.message;
        break;
      case 'summary':
        this.takeSummary(event.summary);
        break;
      case 'position':
        this.stand(event.instruction);
    }
    this.shown.changed();
  }

  /** Whether the recording tells when code ran. */
  get hasTimes(): boolean {
    return this.summary?.execution?.hasTimes === true;
  }

  /** Ticks that the timeline spans; undefined where no time passes in the recording. */
  get span(): number | undefined {
    const ticks = this.summary?.execution?.ticks ?? 0;
    return ticks > 0 ? ticks : undefined;
  }

  /** What the timeline goes by. */
  get axis(): TimelineAxis {
    return this.span === undefined ? 'instruction' : this.chosenAxis;
  }

  setAxis(axis: TimelineAxis): void {
    this.chosenAxis = axis;
    // Those by the other axis say nothing of this one.
    this.depth = [];
    this.shown.changed();
  }

  /** When the instruction at the position ran, in ticks of the time stamp counter. */
  get ticksHere(): number | undefined {
    return this.instructions.find(({ number }) => number === this.position)?.ticks;
  }

  /** Rows of the list. */
  get rowCount(): number {
    if (this.summary?.execution === undefined) return 0;
    return this.view === 'calls' ? this.treeRows : this.summary.blocks;
  }

  segment(row: number): SegmentRow | undefined {
    return this.tree.pageOf(row)?.[row % pageSize];
  }

  block(row: number): BlockRow | undefined {
    return this.blocks.pageOf(row)?.[row % pageSize];
  }

  /** These rows are in sight, `end` exclusive. */
  want(first: number, end: number): void {
    if (this.summary?.execution === undefined) return;
    (this.view === 'calls' ? this.tree : this.blocks).want(first, end);
  }

  show(view: View): void {
    this.view = view;
    this.chosenRow = undefined;
    this.run(this.findRow());
    this.shown.changed();
  }

  /** Selects a row: the trace goes to its first instruction, once it is known. */
  selectRow(row: number): void {
    this.selectedRow = this.chosenRow = row;
    this.goToChosenRow();
    this.shown.changed();
  }

  private goToChosenRow(): void {
    const { chosenRow: row } = this;
    if (row === undefined) return;
    const first = this.view === 'calls' ? this.segment(row)?.first : this.block(row)?.first;
    if (first !== undefined) this.goTo(first);
  }

  /** Goes to an instruction. */
  goTo(instruction: number): void {
    this.wire.act({ type: 'goTo', instruction });
    this.stand(instruction);
    this.shown.changed();
  }

  /** Makes a move by its name, if it leads anywhere. */
  move(to: string): void {
    this.run(this.moves.make(() => this.follow(to)));
  }

  /** The view that is the tree of calls. */
  private get treeView(): number {
    return this.summary?.execution?.view ?? 0;
  }

  private async follow(to: string): Promise<void> {
    const { instruction } = await this.wire.ask('move', { to });
    if (instruction !== undefined) this.goTo(instruction);
  }

  /** Shows or hides what a row calls. */
  expand(row: number, expanded: boolean): void {
    const segment = this.segment(row);
    if (segment?.expanded === undefined || segment.expanded === expanded) return;
    this.run(this.takeRows({ segment: segment.segment, expanded }, row));
  }

  expandAll(expanded: boolean): void {
    this.run(this.takeRows({ segment: 1, expanded, all: true }, undefined));
  }

  /** The nearest row above that a row is in; itself where it is in none that is here. */
  parentRow(row: number): number {
    const level = this.segment(row)?.level ?? 0;
    for (let at = row - 1; at >= 0; at--) {
      const above = this.segment(at);
      if (above === undefined) break;
      if (above.level < level) return at;
    }
    return row;
  }

  /** The timeline is so many columns wide. */
  measureDepth(columns: number): void {
    const asked = `${columns} ${this.axis}`;
    if (asked === this.depthAsked || this.summary?.execution === undefined) return;
    this.depthAsked = asked;
    this.run(this.fetchDepth(columns));
  }

  /** What is at a place of the timeline, a share of its width. */
  columnAt(share: number): DepthColumn | undefined {
    const { depth } = this;
    return depth[Math.min(depth.length - 1, Math.max(0, Math.floor(share * depth.length)))];
  }

  /** The instruction at a place of the timeline by instructions, a share of its width. */
  instructionAt(share: number): number {
    const { instructions = 1 } = this.summary?.execution ?? {};
    return Math.min(instructions, Math.max(1, Math.ceil(share * instructions)));
  }

  /** Goes to a place of the timeline, a share of its width. */
  goToShare(share: number): void {
    const to = this.axis === 'time' ? this.columnAt(share)?.instruction : this.instructionAt(share);
    if (to !== undefined && to > 0) this.goTo(to);
  }

  /** The place of the position on the timeline, a share of its width; undefined where not known. */
  get positionShare(): number | undefined {
    const { span, ticksHere, position } = this;
    const { instructions = 1 } = this.summary?.execution ?? {};
    if (this.axis === 'instruction') return (position - 0.5) / instructions;
    return ticksHere === undefined || span === undefined ? undefined : ticksHere / span;
  }

  debug(): void {
    this.wire.act({ type: 'debug' });
  }

  /** Stops the following of the blocks, or begins it again. */
  setFollowing(on: boolean): void {
    this.wire.act({ type: on ? 'follow' : 'stopFollowing' });
  }

  chooseProgram(): void {
    this.wire.act({ type: 'chooseProgram' });
  }

  openAsText(line?: number): void {
    this.wire.act({ type: 'openAsText', ...(line !== undefined && { line }) });
  }

  private takeSummary(summary: BranchSummary): void {
    const before = this.summary?.execution?.view;
    this.summary = summary;
    if (summary.execution === undefined || summary.execution.view === before) return;
    this.resetTree(summary.execution.rows);
    this.depthAsked = '';
    this.blocks.reset();
    this.stand(summary.position);
  }

  private stand(instruction: number): void {
    this.position = instruction;
    this.chosenRow = undefined;
    this.run(this.findRow());
    this.run(this.fetchInstructions());
  }

  /** Does what the host is asked for; where it cannot answer, its sentence is shown. */
  private run(work: Promise<void>): void {
    work.catch((error: unknown) => {
      // While the blocks are followed again there is nothing to ask.
      if (this.summary?.execution === undefined) return;
      this.problem = error instanceof Error ? error.message : String(error);
      this.shown.changed();
    });
  }

  private async takeRows(
    asked: { readonly segment: number; readonly expanded: boolean; readonly all?: boolean },
    selected: number | undefined,
  ): Promise<void> {
    const { rows } = await this.wire.ask('expand', { view: this.treeView, ...asked });
    this.resetTree(rows);
    this.selectedRow = selected;
    this.shown.changed();
  }

  /** The tree has other rows: a row chosen before may be another one in it. */
  private resetTree(rows: number): void {
    this.treeRows = rows;
    if (this.view === 'calls') this.chosenRow = undefined;
    this.tree.reset();
  }

  private async findRow(): Promise<void> {
    if (this.summary?.execution === undefined) return;
    const { position } = this;
    const { row, rows, block } = await this.wire.ask('rowOf', {
      view: this.treeView,
      instruction: position,
    });
    if (position !== this.position) return;
    if (rows !== this.treeRows) this.resetTree(rows);
    if (this.chosenRow !== undefined) return;
    this.selectedRow = this.view === 'calls' ? row : block;
    this.shown.reveal(this.selectedRow);
  }

  private async fetchDepth(columns: number): Promise<void> {
    const asked = this.depthAsked;
    const depth = await this.wire.ask('depth', { columns, axis: this.axis });
    if (asked !== this.depthAsked) return;
    this.depth = depth;
    this.shown.changed();
  }

  private async fetchInstructions(): Promise<void> {
    if (this.summary?.execution === undefined) return;
    const around = this.position;
    const asked = ++this.asked;
    const rows = await this.wire.ask('instructions', { around });
    if (asked !== this.asked) return;
    this.instructions = rows;
    this.problem = undefined;
    const here = rows.find(({ number }) => number === around);
    if (here) this.spoken = [String(around), here.symbol ?? here.address, here.text].join(' ');
    this.shown.changed();
  }
}
