// The page: draws the model, and hands the user's acts to it.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { TraceSummary } from '../src/ask/trace/summary';
import { CanvasView } from './canvas/canvasView';
import { BytesView } from './bytes/bytesView';
import { comparePanel } from './compare/compareTab';
import type { TraceQuestions } from '../src/ask/traceQuestions';
import type { Act, HostEvent } from '../src/editor/pageMessages';
import { Throttled, type PageWire } from '../src/wire/page';
import { problemsLabel, problemsPanel } from './diagnosticsPanel';
import { framePanel } from './frame/frameTab';
import { FrameMemoryView } from './frame/memoryView';
import { VirtualGrid } from './grid';
import { GroupsBar } from './groups/groupsBar';
import { groupsGrid } from './groups/groupsGrid';
import { header, statusBar } from './header';
import { restoringFocus, Redraw } from './redraw';
import { icons } from './icons';
import { IntervalsTab } from './intervals/intervalsTab';
import { t } from './l10n';
import { listenForAltClick } from './menu';
import { PageModel } from './pageModel';
import { readState, type PageState, type TabName } from './pageState';
import { TableSpeech, RowSpeech } from './speech';
import { maxSelectedRanges } from '../src/editor/menuMessages';
import { Splitter } from './splitter';
import { cellsOf, rowMenu, tableHead } from './table/cells';
import { columnActs, sparkline } from './table/sparklineView';
import { ColumnsPopup } from './table/columnsPopup';
import { gridTemplate, leastTableWidth } from './table/columnWidths';
import { FilterBar } from './table/filterBar';
import type { RowRange } from './table/rowSelection';
import { isSameColumn } from './table/tableSettings';
import { tabs, type Tab } from './tabs';
import { grouped } from './text';
import { tracePanel } from './tracePanel';
import { tracepointsPanel } from './tracepoints/tracepointsTab';
import { TransitionsTab } from './transitions/transitionsTab';

/** Milliseconds between two times that the host is told the settings of the table. */
const settingsInterval = 100;

export class Page {
  private readonly model: PageModel;
  private readonly grid: VirtualGrid;
  private readonly groups: VirtualGrid;
  private readonly splitter: Splitter;
  private readonly settings: Throttled<string>;
  private readonly filterBar: FilterBar;
  private readonly groupsBar: GroupsBar;
  private readonly columns: ColumnsPopup;
  private readonly intervals: IntervalsTab;
  private readonly transitions: TransitionsTab;
  private readonly bytes: BytesView;
  private readonly canvas: CanvasView;
  private readonly speech: RowSpeech;
  private readonly tableSpeech: TableSpeech;
  private readonly frameMemory: FrameMemoryView;
  /** The selected rows that the host knows of. */
  private postedRanges: readonly RowRange[] = [];
  private readonly redraw = new Redraw(() => {
    restoringFocus(() => {
      this.draw();
    });
  });
  /** What the pointer and a zoom change is the tracks alone. */
  private readonly redrawCanvas = new Redraw(() => {
    restoringFocus(() => {
      this.canvas.draw();
    });
  });

  /** Shows in `body` what comes over the wire: all of it, or the bytes of the file alone. */
  constructor(
    private readonly body: HTMLElement,
    private readonly wire: PageWire<TraceQuestions, Act, HostEvent>,
    private readonly shows = { onlyBytes: false },
  ) {
    this.settings = new Throttled(settingsInterval, (table) => {
      wire.act({ type: 'remember', table });
    });
    this.model = this.createModel();
    this.grid = this.createGrid();
    this.groups = groupsGrid(this.model);
    this.filterBar = new FilterBar(this.model, this.redraw.soon);
    this.groupsBar = new GroupsBar(this.model, this.redraw.soon);
    this.columns = new ColumnsPopup(
      this.model,
      (column) => columnActs(this.model, column),
      this.redraw.soon,
    );
    this.intervals = new IntervalsTab(this.model, this.redraw.soon);
    this.transitions = new TransitionsTab(this.model, this.redraw.soon);
    this.bytes = new BytesView(this.model.bytes);
    this.canvas = new CanvasView(this.model, this.redrawCanvas.soon);
    this.splitter = new Splitter(
      () => this.model.state.split,
      (split) => {
        this.model.setSplit(split);
      },
    );
    this.speech = new RowSpeech(this.model, this.redraw.soon);
    this.tableSpeech = new TableSpeech(this.model);
    this.frameMemory = new FrameMemoryView(this.model);
    listenForAltClick(body, (act, place) => {
      this.model.menus.take(act, place);
    });
    wire.listen((message) => {
      this.model.receive(message);
    });
    this.redraw.now();
  }

  private createModel(): PageModel {
    const saved = readState(this.wire.savedState);
    const state: PageState = this.shows.onlyBytes ? { ...saved, tab: 'bytes' } : saved;
    return new PageModel(this.wire, state, {
      changed: () => {
        this.redraw.soon();
        this.save();
      },
      canvasChanged: this.redrawCanvas.soon,
      reveal: (frame) => {
        this.grid.reveal(frame);
      },
      scrollTo: (row) => {
        this.grid.scrollTo(row);
      },
      focus: () => {
        // A user who typed elsewhere on the page when the debugger stopped goes on there.
        const { activeElement } = document;
        if (activeElement instanceof HTMLElement && activeElement !== this.body)
          activeElement.focus();
        else this.grid.focus();
      },
      showColumns: () => {
        document.getElementById('columns')?.showPopover();
      },
      chosen: (settings) => {
        this.settings.give(() => JSON.stringify(settings));
      },
    });
  }

  private createGrid(): VirtualGrid {
    const { model } = this;
    const { table } = model;
    return new VirtualGrid({
      label: t('Frames'),
      name: 'row',
      get rowCount() {
        return table.rowCount;
      },
      get selected() {
        return model.selectedRow;
      },
      get numbers() {
        return model.frameCount;
      },
      get layout() {
        const { columns } = table;
        const { contents } = table;
        return {
          template: gridTemplate(columns, contents),
          leastWidth: leastTableWidth(columns, contents),
        };
      },
      heads: () => tableHead(table, (column) => sparkline(model.sparklines, column)),
      cells: (row) => cellsOf(model, row),
      isMarked: (row) => table.get(row)?.matches === true,
      inSight: (first, end) => {
        table.rows.want(first, end);
        table.see(first, end);
        model.setFirstRow(first);
        this.save();
      },
      scrolled: () => {
        model.stopFollowing();
      },
      resized: (characters) => {
        table.setRoom(characters);
      },
      select: (row) => {
        table.selection.clear(row);
        void model.selectRow(row);
      },
      several: this.severalRows(),
      goTo: (frame) => {
        model.select(frame);
      },
      open: () => {
        model.debug();
      },
      menu: (row) => rowMenu(model, row),
      copy: (row, column) => {
        this.postSelection();
        copyRow(model, row, column);
      },
    });
  }

  private severalRows() {
    const { model } = this;
    const { selection } = model.table;
    return {
      has: (row: number) => selection.has(row),
      extendTo: (row: number) => {
        selection.extendTo(row, model.selectedRow);
        void model.selectRow(row);
      },
      toggle: (row: number) => {
        selection.toggle(row, model.selectedRow);
        if (selection.has(row)) void model.selectRow(row);
        else this.redraw.soon();
      },
      selectAll: () => {
        selection.selectAll(model.table.rowCount);
        this.redraw.soon();
      },
      selectForMenu: (row: number) => {
        if (selection.has(row)) return;
        selection.clear(row);
        // A source that opens beside would take the menu away.
        void model.selectRow(row, false);
      },
    };
  }

  /** Tells the host which rows are selected, for what is done with all of them. */
  private postSelection(): void {
    const { ranges } = this.model.table.selection;
    if (ranges === this.postedRanges) return;
    if (ranges.length > 0 || this.postedRanges.length > 0) {
      const posted = ranges
        .slice(0, maxSelectedRanges)
        .map(([first, last]): [number, number] => [first, last]);
      this.model.post({ type: 'selectRows', ranges: posted });
    }
    this.postedRanges = ranges;
  }

  private save(): void {
    this.wire.save(() => this.model.state);
    if (!this.shows.onlyBytes) this.wire.keep(() => this.model.state);
  }

  private draw(): void {
    const { body } = this;
    this.tableSpeech.follow();
    render(this.view(), body);
    this.splitter.show();
    this.model.table.selection.follow(this.model.selectedRow);
    this.postSelection();
    this.revealAdded();
    this.grid.draw();
    this.groups.draw();
    this.intervals.draw();
    this.bytes.draw();
    this.frameMemory.draw();
    this.redrawCanvas.now();
    this.speech.follow();
  }

  /** A column that the user added comes in sight at once. */
  private revealAdded(): void {
    const { table } = this.model;
    const { added } = table;
    if (!added) return;
    table.added = undefined;
    this.grid.revealColumn(table.columns.findIndex(({ column }) => isSameColumn(column, added)));
  }

  private view(): TemplateResult {
    return html`
      <div class="editor" data-testid="trace-editor">
        ${this.content()}
        <div class="visually-hidden" role="status">${this.speech.text}</div>
        <div class="visually-hidden" role="status">${this.tableSpeech.text}</div>
      </div>
    `;
  }

  private content(): TemplateResult {
    const { model } = this;
    if (model.failure !== undefined) return failed(model, model.failure);
    if (model.trace === undefined) return opening;
    return this.shows.onlyBytes ? this.bytesAlone() : this.opened(model.trace);
  }

  private opened(trace: TraceSummary): TemplateResult {
    const { model } = this;
    const busy = model.tab === 'frame' && model.shownFrame !== model.selected;
    return html`
      ${header(model, trace)}
      ${model.isEmpty ? nothing : html`${this.canvas.element} ${this.filterBar.view()}`}
      <main class="panes">
        <section class="frames" aria-label=${t('Frames')}>
          ${model.isEmpty ? noFrames : this.frames()}
        </section>
        ${this.splitter.element}
        <section class="details" aria-label=${t('Details')} data-testid="frame-details">
          ${tabs(this.allTabs(), model.tab, busy, (name) => {
            model.showTab(name);
          })}
        </section>
      </main>
      ${statusBar(model)}
    `;
  }

  private bytesAlone(): TemplateResult {
    return html`
      <main class="bytes-alone">${hiddenTitle} ${this.bytes.view()}</main>
      ${statusBar(this.model)}
    `;
  }

  private frames(): TemplateResult {
    const { table, groups } = this.model;
    const shown = groups.grouping ? this.groups : this.grid;
    const isNothing = table.rowCount === 0 && !table.isWhole && !table.isBusy;
    return html`
      ${this.groupsBar.view()}
      <div class="frames-table">${shown.element} ${isNothing ? noMatch(table.note) : nothing}</div>
      ${this.columns.view()}
    `;
  }

  private allTabs(): readonly Tab<TabName>[] {
    const { model } = this;
    const frame: Tab<TabName> = {
      name: 'frame',
      label: t('Frame {0}', frameNumber(model.shownFrame)),
      panel: () => framePanel(model, this.frameMemory),
    };
    const compare: Tab<TabName> = {
      name: 'compare',
      label: t('Compare'),
      panel: () => comparePanel(model),
    };
    const overFrames: readonly Tab<TabName>[] = [
      { name: 'intervals', label: t('Intervals'), panel: () => this.intervals.view() },
      { name: 'transitions', label: t('Transitions'), panel: () => this.transitions.view() },
    ];
    return [
      ...(model.isEmpty ? [] : [frame, compare]),
      { name: 'tracepoints', label: t('Tracepoints'), panel: () => tracepointsPanel(model) },
      ...(model.isEmpty ? [] : overFrames),
      { name: 'trace', label: t('Trace'), panel: () => tracePanel(model) },
      { name: 'bytes', label: t('Bytes'), panel: () => this.bytes.view(openBytes(model)) },
      { name: 'problems', label: problemsLabel(model), panel: () => problemsPanel(model) },
    ];
  }
}

function frameNumber(frame: number | undefined): string {
  return frame === undefined ? '' : grouped(frame);
}

/** They have more room in an editor of their own. */
function openBytes(model: PageModel): TemplateResult {
  return html`<button
    class="tool"
    title=${t('Show the bytes in an editor of their own')}
    aria-label=${t('Open the bytes in an editor')}
    @click=${() => {
      model.post({ type: 'openBytes' });
    }}
  >
    ${icons.window}
  </button>`;
}

function copyRow(model: PageModel, row: number, at: number | undefined): void {
  const frame = model.table.frameAt(row);
  if (frame === undefined) return;
  if (model.table.selection.count > 0) {
    model.act('copyRow', { frame, selected: true });
    return;
  }
  const column = at === undefined ? undefined : model.table.columns[at]?.column;
  if (column) model.act('copyText', { frame, column });
  else model.act('copyRow', { frame });
}

/**
 * A page has a title for those who hear it; the trace's name is the title of a page that shows one.
 */
const hiddenTitle = html`<h1 class="visually-hidden">${t('GDB Trace')}</h1>`;

const opening = html`<main>
  ${hiddenTitle} <progress class="progress" aria-label=${t('Opening the trace')}></progress>
</main>`;

const noFrames = html`
  <p class="empty-note">
    ${t('This trace has no frames: no tracepoint was hit while it ran, or the file ends before its first frame. See Tracepoints for what was to be collected.')}
  </p>
`;

function noMatch(note: string | undefined): TemplateResult {
  return html`<p class="empty-note no-match">${t('No frame matches the filter.')} ${note}</p>`;
}

function failed(model: PageModel, reason: string): TemplateResult {
  return html`
    <main class="failed">
      ${hiddenTitle}
      <p>${reason}</p>
      <button
        class="primary"
        @click=${() => {
          model.post({ type: 'openAsText' });
        }}
      >
        ${t('Open as Text')}
      </button>
    </main>
  `;
}
