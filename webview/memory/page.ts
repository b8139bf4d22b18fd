// The memory view's page: draws the model, and hands the user's acts to it.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { MemoryHostMessage, MemoryContents } from '../../src/workbench/memoryView/messages';
import type { MemoryPageMessage } from '../../src/workbench/memoryView/pageMessages';
import { t } from '../l10n';
import { Redraw } from '../redraw';
import { countText } from '../text';
import type { CursorMove } from './cursor';
import { inspector } from './inspector';
import { MemoryModel } from './model';
import { sectionView, wideRow } from './sectionView';
import { memoryToolbar } from './toolbar';
import { originWords } from './words';

const moves: Readonly<Record<string, CursorMove>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'rowStart',
  End: 'rowEnd',
  PageUp: 'pageUp',
  PageDown: 'pageDown',
};

const controlMoves: Readonly<Record<string, CursorMove>> = { Home: 'first', End: 'last' };

export class MemoryPage {
  private readonly model: MemoryModel;
  private readonly redraw = new Redraw(() => {
    this.draw();
  });
  private readonly sizes = new ResizeObserver(() => {
    this.measure();
  });

  constructor(
    private readonly body: HTMLElement,
    post: (message: MemoryPageMessage) => void,
  ) {
    this.model = new MemoryModel(post, this.redraw.soon);
    this.redraw.now();
    this.sizes.observe(body);
  }

  receive(message: MemoryHostMessage): void {
    this.model.receive(message);
  }

  private draw(): void {
    const { contents } = this.model;
    render(contents ? this.shown(contents) : nothingShown, this.body);
    this.measure();
    const cursor = this.body.querySelector('#cursor');
    if (document.activeElement?.classList.contains('memory-grid') === true) {
      cursor?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }

  /** The probe is as wide as 100 characters. */
  private measure(): void {
    const probe = this.body.querySelector('.character-probe');
    const grid = this.body.querySelector('.memory-grid');
    if (!probe || !grid || probe.clientWidth === 0) return;
    this.model.fit(Math.floor((grid.clientWidth * 100) / probe.clientWidth));
  }

  private shown(contents: MemoryContents): TemplateResult {
    const { model } = this;
    return html`
      <main class="memory" data-testid="memory-view">
        <h1 class="visually-hidden">${t('Memory')}</h1>
        ${memoryToolbar(model, contents)}
        <div
          class="memory-grid mono"
          role="grid"
          tabindex="0"
          aria-label=${t('Memory')}
          aria-activedescendant="cursor"
          @keydown=${this.onKey}
        >
          <div class="character-probe" aria-hidden="true"></div>
          ${contents.sections.length === 0 ? noMemory(contents) : nothing}
          ${contents.sections.map((section, index) => sectionView(model, section, index))}
          ${rangesLeftOut(contents)}
        </div>
        ${inspector(model, contents)} ${legend}
      </main>
    `;
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    // A button in the grid has keys of its own.
    if (event.target !== event.currentTarget) return;
    const { model } = this;
    const control = event.ctrlKey || event.metaKey;
    const move = control ? controlMoves[event.key] : moves[event.key];
    if (move) model.move(move, event.shiftKey);
    else if (control && event.key === 'c') model.copy();
    else if (event.key === 'Enter') model.followPointer();
    else return;
    event.preventDefault();
  };
}

const nothingShown = html`
  <main>
    <h1 class="visually-hidden">${t('Memory')}</h1>
    <p class="empty-note">
      ${t('No trace is debugged or shown. Open a trace file; its memory then stands here, frame by frame.')}
    </p>
  </main>
`;

function noMemory({ frame }: MemoryContents): TemplateResult {
  const note = t(
    'Frame {0} collected no memory. Type an address to see what the program knows of it.',
    frame,
  );
  return wideRow(html`<p class="empty-note">${note}</p>`);
}

function rangesLeftOut({ rangesLeftOut: left }: MemoryContents): TemplateResult | typeof nothing {
  if (left === 0) return nothing;
  const note = t('{0} collected beside these: type an address.', countText(left, 'stretch'));
  return wideRow(html`<p class="dim">${note}</p>`);
}

const legend = html`
  <p class="legend dim">
    <span><span class="mono byte-collected">00</span> ${originWords.collected}</span>
    <span><span class="mono byte-transparent">00</span> ${originWords.transparent}</span>
    <span><span class="mono byte-unavailable">??</span> ${originWords.unavailable}</span>
    <span><span class="mono byte-changed">00</span> ${t('changed since the last stop')}</span>
  </p>
`;
