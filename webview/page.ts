// The page: draws the model, and hands the user's acts to it.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { TraceSummary } from '../src/editor/messages';
import { CanvasView } from './canvas/canvasView';
import { BytesView } from './bytes/bytesView';
import { comparePanel } from './compare/compareTab';
import type { HostConnection } from './connection';
import { problemLine, problemsLabel, problemsPanel } from './diagnosticsPanel';
import { framePanel } from './frame/frameTab';
import { FrameMemoryView } from './frame/memoryView';
import { VirtualGrid } from './grid';
import { GroupsBar } from './groups/groupsBar';
import { groupsGrid } from './groups/groupsGrid';
import { header, statusBar } from './header';
import { restoringFocus, Redraw } from './redraw';
import { t } from './l10n';
import { listenForAltClick } from './menu';
import { PageModel } from './pageModel';
import { readState, type TabName, DebouncedSave } from './pageState';
import { TableSpeech, RowSpeech } from './speech';
import { Splitter } from './splitter';
import { cellsOf, rowMenu, tableHead } from './table/cells';
import { columnActs, sparkline } from './table/sparklineView';
import { ColumnsPopup } from './table/columnsPopup';
import { gridTemplate, leastTableWidth } from './table/columnWidths';
import { FilterBar } from './table/filterBar';
import { tabs, type Tab } from './tabs';
import { tracePanel } from './tracePanel';
import { tracepointsPanel } from './tracepoints/tracepointsTab';

export class Page {
  private readonly model: PageModel;
  private readonly grid: VirtualGrid;
  private readonly groups: VirtualGrid;
  private readonly splitter: Splitter;
  private readonly settings: DebouncedSave;
  private readonly place: DebouncedSave;
  private readonly filterBar: FilterBar;
  private readonly groupsBar: GroupsBar;
  private readonly columns: ColumnsPopup;
  private readonly bytes: BytesView;
  private readonly canvas: CanvasView;
  private readonly speech: RowSpeech;
  private readonly tableSpeech: TableSpeech;
  private readonly frameMemory: FrameMemoryView;
  private readonly redraw = new Redraw(() => {
    restoringFocus(() => {
      this.draw();
    });
  });

  /** Shows in `body` what comes over `connection`. */
  constructor(
    private readonly body: HTMLElement,
    private readonly connection: HostConnection,
  ) {
    this.settings = new DebouncedSave((table) => {
      connection.post({ type: 'remember', table });
    });
    this.place = new DebouncedSave((page) => {
      connection.post({ type: 'rememberPage', page });
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
    this.bytes = new BytesView(this.model.bytes);
    this.canvas = new CanvasView(this.model, this.redraw.soon);
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
      this.model.takeMenu(act, place);
    });
    connection.listen((message) => {
      this.model.receive(message);
    });
    this.redraw.now();
  }

  private createModel(): PageModel {
    const post = this.connection.post.bind(this.connection);
    return new PageModel(post, readState(this.connection.savedState), {
      changed: () => {
        this.redraw.soon();
        this.save();
      },
      reveal: (frame) => {
        this.grid.reveal(frame);
      },
      scrollTo: (row) => {
        this.grid.scrollTo(row);
      },
      focus: () => {
        this.grid.focus();
      },
      chosen: (settings) => {
        this.settings.keep(() => JSON.stringify(settings));
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
        return { template: gridTemplate(columns), leastWidth: leastTableWidth(columns) };
      },
      heads: () => tableHead(table, (column) => sparkline(model.sparklines, column)),
      cells: (row) => cellsOf(model, row),
      isMarked: (row) => table.get(row)?.matches === true,
      inSight: (first, end) => {
        table.rows.want(first, end);
        model.setFirstRow(first);
        this.save();
      },
      resized: (characters) => {
        table.setRoom(characters);
      },
      select: (row) => void model.selectRow(row),
      goTo: (frame) => {
        model.select(frame);
      },
      open: () => {
        model.debug();
      },
      menu: (row) => rowMenu(model, row),
      copy: (row, column) => {
        copyRow(model, row, column);
      },
    });
  }

  private save(): void {
    this.connection.save(() => this.model.state);
    this.place.keep(() => JSON.stringify(this.model.state));
  }

  private draw(): void {
    const { body } = this;
    this.tableSpeech.follow();
    render(this.view(), body);
    this.splitter.show();
    this.grid.draw();
    this.groups.draw();
    this.bytes.draw();
    this.frameMemory.draw();
    this.canvas.paint();
    this.speech.follow();
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
    return model.trace === undefined ? opening : this.opened(model.trace);
  }

  private opened(trace: TraceSummary): TemplateResult {
    const { model } = this;
    const busy = model.tab === 'frame' && model.shownFrame !== model.selected;
    return html`
      ${header(model, trace)} ${problemLine(model)} ${model.isEmpty ? nothing : this.canvas.view()}
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

  private frames(): TemplateResult {
    const { table, groups } = this.model;
    const shown = groups.grouping ? this.groups : this.grid;
    const isNothing = table.rowCount === 0 && !table.isWhole && !table.isBusy;
    return html`
      ${this.filterBar.view()} ${this.groupsBar.view()}
      <div class="frames-table">${shown.element} ${isNothing ? noMatch(table.note) : nothing}</div>
      ${this.columns.view()}
    `;
  }

  private allTabs(): readonly Tab<TabName>[] {
    const { model } = this;
    const frame: Tab<TabName> = {
      name: 'frame',
      label: t('Frame {0}', model.shownFrame ?? ''),
      panel: () => framePanel(model, this.frameMemory),
    };
    const compare: Tab<TabName> = {
      name: 'compare',
      label: t('Compare'),
      panel: () => comparePanel(model),
    };
    return [
      ...(model.isEmpty ? [] : [frame, compare]),
      { name: 'tracepoints', label: t('Tracepoints'), panel: () => tracepointsPanel(model) },
      { name: 'trace', label: t('Trace'), panel: () => tracePanel(model) },
      { name: 'bytes', label: t('Bytes'), panel: () => this.bytes.view() },
      { name: 'problems', label: problemsLabel(model), panel: () => problemsPanel(model) },
    ];
  }
}

function copyRow(model: PageModel, row: number, at: number | undefined): void {
  const frame = model.table.frameAt(row);
  if (frame === undefined) return;
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
    ${t('This trace has no frames: no tracepoint was hit while it ran, or the file ends before its first frame. What was asked for is under Tracepoints.')}
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
          model.openAsText();
        }}
      >
        ${t('Open as Text')}
      </button>
    </main>
  `;
}
