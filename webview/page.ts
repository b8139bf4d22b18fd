// The page: draws the model, and hands the user's acts to it.
import { html, render, type TemplateResult } from 'lit/html.js';
import type { TraceSummary } from '../src/editor/messages';
import type { Connection } from './connection';
import { problemLine, problemsLabel, problemsPanel } from './diagnosticsPanel';
import { frameCells, frameColumns } from './frameColumns';
import { framePanel } from './frameDetails';
import { VirtualGrid } from './grid';
import { header } from './header';
import { LineWidth } from './lineWidth';
import { PageModel } from './pageModel';
import { readState, type TabName } from './pageState';
import { Redraw } from './redraw';
import { RowSpeech } from './rowSpeech';
import { Splitter } from './splitter';
import { statusBar } from './statusBar';
import { tabs, type Tab } from './tabs';
import { tracePanel } from './tracePanel';
import { tracepointsPanel } from './tracepointsPanel';

export class Page {
  private readonly model: PageModel;
  private readonly grid: VirtualGrid;
  private readonly splitter: Splitter;
  private readonly speech: RowSpeech;
  private readonly lineWidth: LineWidth;
  private readonly redraw = new Redraw(() => {
    this.draw();
  });

  /** Shows in `body` what comes over `connection`. */
  constructor(
    private readonly body: HTMLElement,
    private readonly connection: Connection,
  ) {
    this.model = this.createModel();
    this.grid = this.createGrid();
    this.splitter = new Splitter((split) => {
      this.model.setSplit(split);
    });
    this.speech = new RowSpeech(this.model, this.redraw.soon);
    this.lineWidth = new LineWidth(this.redraw.soon);
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
    });
  }

  private createGrid(): VirtualGrid {
    const { model } = this;
    return new VirtualGrid({
      label: 'Frames',
      columns: frameColumns,
      get rowCount() {
        return model.frameCount;
      },
      get selected() {
        return model.selected;
      },
      cells: (row) => frameCells(model, row),
      inSight: (first, end) => {
        model.rows.want(first, end);
        model.setFirstRow(first);
        this.save();
      },
      select: (row) => {
        model.select(row);
      },
      open: () => {
        model.debug();
      },
    });
  }

  private save(): void {
    this.connection.save(() => this.model.state);
  }

  private draw(): void {
    const { model, body } = this;
    render(this.view(), body);
    this.splitter.show(model.state.split);
    this.grid.draw();
    this.speech.follow();
    this.lineWidth.watch(body.querySelector('.panel'), body.querySelector('.line-probe'));
  }

  private view(): TemplateResult {
    return html`
      <div class="editor" data-testid="trace-editor">
        ${this.content()}
        <div class="visually-hidden" role="status">${this.speech.text}</div>
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
    const busy = model.details !== undefined && model.details.frame !== model.selected;
    return html`
      ${header(model, trace)} ${problemLine(model)}
      <main class="panes">
        <section class="frames" aria-label="Frames">
          ${model.isEmpty ? noFrames : this.grid.element}
        </section>
        ${this.splitter.element}
        <section class="details" aria-label="Details" data-testid="frame-details">
          ${tabs(this.allTabs(), model.tab, busy, (name) => {
            model.showTab(name);
          })}
          <div class="line-probe mono" aria-hidden="true"></div>
        </section>
      </main>
      ${statusBar(model)}
    `;
  }

  private allTabs(): readonly Tab<TabName>[] {
    const { model } = this;
    const frame: Tab<TabName> = {
      name: 'frame',
      label: `Frame ${model.selected ?? ''}`,
      panel: () => framePanel(model, this.lineWidth.bytes),
    };
    return [
      ...(model.isEmpty ? [] : [frame]),
      { name: 'tracepoints', label: 'Tracepoints', panel: () => tracepointsPanel(model) },
      { name: 'trace', label: 'Trace', panel: () => tracePanel(model) },
      { name: 'problems', label: problemsLabel(model), panel: () => problemsPanel(model) },
    ];
  }
}

const opening = html` <progress class="progress" aria-label="Opening the trace"></progress> `;

const noFrames = html`
  <p class="empty-note">
    This trace has no frames: no tracepoint was hit while it ran, or the file ends before its first
    frame. What was asked for is under Tracepoints.
  </p>
`;

function failed(model: PageModel, reason: string): TemplateResult {
  return html`
    <main class="failed">
      <p>${reason}</p>
      <button
        class="primary"
        @click=${() => {
          model.openAsText();
        }}
      >
        Open as Text
      </button>
    </main>
  `;
}
