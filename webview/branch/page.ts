// The page of a branch trace: what was recorded and with which program, the depth of the calls over
// time, the calls as a tree or the blocks as a list, and the instructions at the current place.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { BranchQuestions } from '../../src/ask/branch/branchQuestions';
import type { InstructionRow } from '../../src/ask/branch/instructions';
import type { BranchAct, BranchEvent, BranchSummary } from '../../src/editor/branch/messages';
import type { PageWire } from '../../src/wire/page';
import { icons } from '../icons';
import { t } from '../l10n';
import { Redraw } from '../redraw';
import { countText, grouped, roughSize, fileName } from '../text';
import { BranchModel, type View } from './model';
import { RowList, blockHeads, blockRow, callHeads, callRow } from './rowList';
import { axisChoice, Timeline } from './timeline';

export class BranchPage {
  private readonly model: BranchModel;
  private readonly list: RowList;
  private readonly timeline: Timeline;
  private shownPosition = 0;
  private readonly redraw = new Redraw(() => {
    this.draw();
  });

  /** Shows in `body` what comes over the wire. */
  constructor(
    private readonly body: HTMLElement,
    wire: PageWire<BranchQuestions, BranchAct, BranchEvent>,
  ) {
    const model = new BranchModel(wire);
    this.model = model;
    this.list = new RowList(listContent(model), () =>
      t('row {0}', grouped(this.list.firstRow + 1)),
    );
    this.timeline = new Timeline(model);
    model.attach({
      changed: this.redraw.soon,
      reveal: (row) => {
        this.list.reveal(row);
        this.redraw.soon();
      },
    });
    new ResizeObserver(this.redraw.soon).observe(body);
    this.redraw.now();
    wire.listen((event) => {
      model.receive(event);
    });
  }

  private draw(): void {
    const { model, body } = this;
    render(this.view(), body);
    if (model.summary?.execution) {
      this.list.draw();
      this.timeline.paint(body);
      this.showPosition();
    }
  }

  /** Brings the instruction in sight when the trace has moved. */
  private showPosition(): void {
    const { position } = this.model;
    const here = this.body.querySelector<HTMLElement>('.instruction.here');
    const list = this.body.querySelector<HTMLElement>('.instructions');
    if (here === null || list === null || position === this.shownPosition) return;
    this.shownPosition = position;
    // Within its list: the page around it stays where it is.
    list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }

  private view(): TemplateResult {
    const { model } = this;
    if (model.failure !== undefined) return failed(model, model.failure);
    if (!model.summary)
      return html`<main>
        <h1 class="visually-hidden">${t('Branch trace')}</h1>
        <progress class="progress" aria-label=${t('Opening the branch trace')}></progress>
      </main>`;
    return html`
      <div class="branch" data-testid="branch-editor">
        ${header(model, model.summary)} ${problems(model, model.summary)}
        ${this.contents(model.summary)}
        <div class="visually-hidden" role="status">${model.spoken}</div>
      </div>
    `;
  }

  private contents(summary: BranchSummary): TemplateResult {
    const { model } = this;
    const isEmpty = summary.execution ? summary.blocks === 0 : summary.followed.of === 0;
    if (isEmpty) {
      const note = summary.pt
        ? t('The recording holds no packets that can be followed.')
        : t('The recording holds no blocks.');
      return html`<p class="empty-note">${note}</p>`;
    }
    if (!summary.execution) return following(model, summary);
    return html`
      <main class="branch-main">
        ${model.problem === undefined ? nothing : html`<p class="problem-line">${icons.error} ${model.problem}</p>`}
        ${this.timeline.view(summary.execution.instructions)} ${moveBar(model)}
        <div class="branch-panes">
          <section class="branch-list" aria-label=${t('Calls and blocks')}>
            ${viewSwitch(model)} ${this.list.element}
          </section>
          <section class="branch-code" aria-label=${t('Instructions')}>
            ${instructionsView(model)}
          </section>
        </div>
      </main>
    `;
  }
}

function listContent(model: BranchModel): ConstructorParameters<typeof RowList>[0] {
  return {
    get label() {
      return model.view === 'calls' ? t('Calls') : t('Blocks');
    },
    get rowCount() {
      return model.rowCount;
    },
    get selected() {
      return model.selectedRow;
    },
    get heads() {
      return model.view === 'calls' ? callHeads(model) : blockHeads(model);
    },
    get layout() {
      return model.hasTimes ? `${model.view} timed` : model.view;
    },
    row: (row) => (model.view === 'calls' ? callRow(model, row) : blockRow(model, row)),
    inSight: (first, end) => {
      model.want(first, end);
    },
    select: (row) => {
      model.selectRow(row);
    },
    expand: (row, expanded) => {
      model.expand(row, expanded);
    },
    parent: (row) => model.parentRow(row),
  };
}

function header(model: BranchModel, summary: BranchSummary): TemplateResult {
  const { program, debugged } = summary;
  return html`
    <header class="header">
      <div class="run">
        <h1>${summary.name}</h1>
        <span class="pill"><span>${summary.pt ? 'Intel PT' : t('branch trace')}</span></span>
        <span class="holdings" title=${holdings(summary)}>${holdings(summary)}</span>
      </div>
      <div class="actions">
        <button
          class="secondary"
          data-testid="branch-program"
          title=${program.explanation}
          @click=${() => {
            model.chooseProgram();
          }}
        >
          ${program.state === 'placed' && !program.doubtful ? icons.program : icons.warning}
          <span>${program.name ?? t('Choose Program…')}</span>
        </button>
        <button
          class="primary"
          data-testid="branch-debug"
          ?disabled=${!summary.execution || debugged}
          @click=${() => {
            model.debug();
          }}
        >
          ${icons.play}<span>${t('Debug from here')}</span>
        </button>
      </div>
    </header>
  `;
}

/** `61 blocks · 311 instructions · 42 calls · 2 gaps`. */
function holdings({ blocks, execution, pt }: BranchSummary): string {
  const packets = pt
    ? [t('{0} of packets', roughSize(pt.rawSize)), ...(pt.cpu === undefined ? [] : [pt.cpu])]
    : [];
  if (!execution) return pt ? packets.join(' · ') : t('{0} blocks', grouped(blocks));
  const { instructions, segments, depth, gaps, ticks, unfollowed } = execution;
  return [
    ...packets,
    t('{0} blocks', grouped(blocks)),
    countText(instructions, 'instruction'),
    t('{0} stretches in functions', grouped(segments)),
    t('{0} levels', grouped(depth)),
    ...(gaps > 0 ? [t('{0} gaps', grouped(gaps))] : []),
    ...(ticks === undefined ? [] : [t('{0} ticks', grouped(ticks))]),
    ...(unfollowed > 0
      ? [t('the newest {0} blocks are too many to be followed', grouped(unfollowed))]
      : []),
  ].join(' · ');
}

function problems(model: BranchModel, { program, diagnostics }: BranchSummary): TemplateResult {
  const isSure = program.state === 'placed' && !program.doubtful;
  return html`
    ${
      isSure || program.state === 'searching'
        ? nothing
        : html`<p class="problem-line">${icons.warning} ${program.explanation}</p>`
    }
    ${diagnostics.slice(0, 3).map(
      ({ message, line, column }) => html`
        <p class="problem-line">
          ${icons.error} ${message}
          <button
            class="link"
            @click=${() => {
              model.openAsText(line);
            }}
          >
            ${t('Line {0}, column {1}', line, column)}
          </button>
        </p>
      `,
    )}
    ${
      diagnostics.length > 3
        ? html`<p class="problem-line dim">${t('{0} more problems.', diagnostics.length - 3)}</p>`
        : nothing
    }
  `;
}

function following(
  model: BranchModel,
  { followed: { done, of, isBytes }, stopped }: BranchSummary,
): TemplateResult {
  const counts = isBytes
    ? ([roughSize(done), roughSize(of)] as const)
    : ([grouped(done), grouped(of)] as const);
  const text = isBytes
    ? stopped
      ? t('Stopped following the packets: {0} of {1}', ...counts)
      : t('Following the packets: {0} of {1}', ...counts)
    : stopped
      ? t('Stopped following the blocks: {0} of {1}', ...counts)
      : t('Following the blocks: {0} of {1}', ...counts);
  return html`
    <main class="empty-note">
      <p>${text}</p>
      <progress
        class="progress"
        max=${of}
        value=${done}
        aria-label=${isBytes ? t('Packets that were followed') : t('Blocks that were followed')}
      ></progress>
      <button
        class="secondary"
        data-testid="branch-following"
        @click=${() => {
          model.setFollowing(stopped);
        }}
      >
        ${stopped ? t('Follow the Blocks') : t('Stop')}
      </button>
    </main>
  `;
}

function viewSwitch(model: BranchModel): TemplateResult {
  const option = (view: View, label: string) => html`
    <button
      class="view-option"
      aria-pressed=${model.view === view ? 'true' : 'false'}
      @click=${() => {
        model.show(view);
      }}
    >
      ${label}
    </button>
  `;
  const all = (expanded: boolean, label: string) => html`
    <button
      class="link"
      @click=${() => {
        model.expandAll(expanded);
      }}
    >
      ${label}
    </button>
  `;
  return html`
    <div class="view-switch">
      ${option('calls', t('Calls'))} ${option('blocks', t('Blocks'))}
      <span class="spring"></span>
      ${model.view === 'calls' ? [all(true, t('Expand all')), all(false, t('Collapse all'))] : nothing}
    </div>
  `;
}

function failed(model: BranchModel, reason: string): TemplateResult {
  return html`
    <main class="failed" data-testid="branch-failed">
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

function positionText({ position, ticksHere }: BranchModel): string {
  return ticksHere === undefined
    ? t('instruction {0}', grouped(position))
    : t('instruction {0}, tick {1}', grouped(position), grouped(ticksHere));
}

function moveBar(model: BranchModel): TemplateResult {
  const pair = (name: string, label: string, back: string, on: string) => html`
    <span class="move-pair" role="group" aria-label=${label}>
      ${button(model, `previous${name}`, back, icons.up)}
      <span>${label}</span>
      ${button(model, `next${name}`, on, icons.down)}
    </span>
  `;
  return html`
    <div class="move-bar">
      ${axisChoice(model)}
      <span class="moves" role="toolbar" aria-label=${t('Go to')}>
        ${pair('Instruction', t('Instruction'), t('Previous instruction'), t('Next instruction'))}
        ${pair('Line', t('Line'), t('Previous line'), t('Next line'))}
        ${pair('Call', t('Call'), t('Previous call'), t('Next call'))}
        ${pair('Return', t('Return'), t('Previous return'), t('Next return'))}
        ${pair('Block', t('Block'), t('Previous block'), t('Next block'))}
      </span>
      <span class="position mono" data-testid="branch-position">${positionText(model)}</span>
    </div>
  `;
}

function button(
  model: BranchModel,
  move: string,
  label: string,
  icon: TemplateResult,
): TemplateResult {
  return html`
    <button
      class="move"
      data-testid=${move}
      title=${label}
      aria-label=${label}
      @click=${() => {
        model.move(move);
      }}
    >
      ${icon}
    </button>
  `;
}

/** The instructions around the position, each with the source line that begins there. */
function instructionsView(model: BranchModel): TemplateResult {
  return html`
    <div
      class="instructions mono"
      role="listbox"
      tabindex="0"
      aria-label=${t('Instructions')}
      aria-activedescendant="instruction-${model.position}"
      @keydown=${(event: KeyboardEvent) => {
        takeKey(model, event);
      }}
    >
      ${model.instructions.map((row) => [sourceLine(row), instruction(model, row)])}
    </div>
  `;
}

function sourceLine({ source, place }: InstructionRow): TemplateResult | typeof nothing {
  if (!place || source === undefined) return nothing;
  const where = html`<span class="dim">${fileName(place.file)}:${place.line}</span>`;
  return html`<div class="source-line" role="presentation">${where} ${source}</div>`;
}

function instruction(model: BranchModel, row: InstructionRow): TemplateResult {
  const { number, address, symbol, text, gap } = row;
  if (gap !== undefined)
    return html`
      <div class="gap-line" role="presentation">
        <span class="number dim">${number}</span> <span class="gap-text">${gap}</span>
      </div>
    `;
  const isHere = number === model.position;
  return html`
    <div
      id="instruction-${number}"
      class="instruction ${isHere ? 'here' : ''}"
      role="option"
      aria-selected=${isHere ? 'true' : 'false'}
      @click=${() => {
        model.goTo(number);
      }}
    >
      <span class="number dim">${number}</span>
      <span class="dim" title=${address}>${symbol ?? address}</span>
      <span>${text}</span>
    </div>
  `;
}

function takeKey(model: BranchModel, event: KeyboardEvent): void {
  const moves: Readonly<Record<string, string>> = {
    ArrowDown: 'nextInstruction',
    ArrowUp: 'previousInstruction',
    Home: 'first',
    End: 'last',
  };
  const move = moves[event.key];
  if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  model.move(move);
}
