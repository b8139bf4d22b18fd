// The page of two compared traces: first where they diverge, then what differs by tracepoint, by
// value and in time, and the frames that only one has. Every row goes to the frames of both.
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import type { ShownComparison } from '../../src/ask/comparison/comparedSchema';
import type { ComparisonQuestions } from '../../src/ask/comparison/comparisonQuestions';
import type { ComparisonAct, ComparisonEvent, Side } from '../../src/editor/comparison/messages';
import type { PageWire } from '../../src/wire/page';
import { askedView } from '../askedView';
import { note } from '../frame/whereView';
import { icons } from '../icons';
import { shownDuration } from '../intervals/durations';
import { t } from '../l10n';
import { leftOutLine } from '../phrase';
import { link } from '../link';
import { Redraw, restoringFocus } from '../redraw';
import { section } from '../section';
import { countText, grouped } from '../text';
import { sideBySide } from './histogram';
import { framesLink } from './framesLink';
import { ComparisonModel, type ShownFramePair } from './model';
import { plotView } from './plot';
import { optionsForm } from './optionsForm';

type PairedValue = ShownFramePair['values'][number];
type ComparedTracepoint = ShownComparison['tracepoints'][number];
type ComparedValue = ShownComparison['values'][number];
type ComparedIntervals = ShownComparison['intervals'][number];

/** Frames that only one trace has, of which so many are listed. */
const maxAlone = 100;

export class ComparisonPage {
  private readonly model: ComparisonModel;
  private readonly redraw = new Redraw(() => {
    restoringFocus(() => {
      render(view(this.model), this.body);
    });
  });

  /** Shows in `body` what comes over the wire. */
  constructor(
    private readonly body: HTMLElement,
    wire: PageWire<ComparisonQuestions, ComparisonAct, ComparisonEvent>,
  ) {
    this.model = new ComparisonModel(wire, this.redraw.soon);
    this.redraw.now();
    wire.listen((event) => {
      this.model.receive(event);
    });
  }
}

function view(model: ComparisonModel): TemplateResult {
  const { traces, shown, comparing, isStopped, isOutdated } = model;
  return html`
    <div class="editor" data-testid="comparison">
      ${head(model)}
      <main class="panel" tabindex="0">
        ${askedView(comparing, t('Comparing the traces'), () => {
          model.stop();
        })}
        ${isStopped ? note(t('Comparing was stopped. Compare again to see what differs.')) : nothing}
        ${isOutdated || comparing.problem !== undefined ? outdated(model) : nothing}
        ${traces ? optionsForm(model) : nothing} ${shown ? results(model, shown) : nothing}
      </main>
    </div>
  `;
}

function head(model: ComparisonModel): TemplateResult {
  const { traces, shown } = model;
  const trace = (side: Side) =>
    traces
      ? link(traces[side], t('Open {0}', traces[side]), () => {
          model.openTrace(side);
        })
      : '';
  const frames = (side: Side) =>
    shown ? html`<span class="dim">${countText(shown[side].frames, 'frame')}</span>` : nothing;
  return html`
    <header class="header">
      <div class="run">
        <h1>${t('Compared traces')}</h1>
        <span class="side-left">${t('left:')} ${trace('left')} ${frames('left')}</span>
        <span class="side-right">${t('right:')} ${trace('right')} ${frames('right')}</span>
      </div>
      <div class="actions" role="group" aria-label=${t('Export')}>
        ${exportButton(model, 'markdown', 'Markdown')} ${exportButton(model, 'csv', 'CSV')}
        ${exportButton(model, 'json', 'JSON')}
      </div>
    </header>
  `;
}

function programButton(model: ComparisonModel, side: Side): TemplateResult {
  return html`<p class="outdated">
    <button
      class="secondary"
      @click=${() => {
        model.chooseProgram(side);
      }}
    >
      ${t('Choose Program of {0}…', model.traces?.[side] ?? '')}
    </button>
  </p>`;
}

function exportButton(
  model: ComparisonModel,
  format: 'markdown' | 'csv' | 'json',
  label: string,
): TemplateResult {
  return html`<button
    class="tool"
    title=${t('Export as {0}', label)}
    ?disabled=${!model.shown}
    @click=${() => {
      model.export(format);
    }}
  >
    ${label}
  </button>`;
}

function outdated(model: ComparisonModel): TemplateResult {
  return html`<p class="outdated" role="status">
    ${model.isOutdated ? (model.whyOutdated ?? t('A trace or its program has changed since.')) : nothing}
    <button
      class="link-button"
      @click=${() => {
        model.compare();
      }}
    >
      ${t('Compare again')}
    </button>
  </p>`;
}

function results(model: ComparisonModel, shown: ShownComparison): TemplateResult {
  const { summary, divergence, notes, tracepoints, values, intervals, equalValues } = shown;
  const alone = shown.onlyLeft.total + shown.onlyRight.total;
  return html`
    <p class="divergence" role="status" data-testid="divergence">
      ${divergence ? icons.warning : icons.info}
      <span>${summary}</span>
      ${divergence ? framesLink(model, divergence) : nothing}
    </p>
    ${notes.map(note)} ${model.withoutProgram.map((side) => programButton(model, side))}
    ${model.problem === undefined ? nothing : note(model.problem)} ${plotView(model)}
    ${framePair(model)}
    ${section(
      model,
      {
        ...{ name: 'tracepoints', title: t('Hits by tracepoint'), open: true },
        note: countText(tracepoints.length + shown.tracepointsLeft, 'tracepoint'),
      },
      () => tracepointTable(model, shown),
    )}
    ${section(
      model,
      {
        ...{ name: 'values', title: t('Values that differ'), open: true },
        note: t(
          '{0}; {1} are equal',
          grouped(values.length + shown.valuesLeft),
          grouped(equalValues),
        ),
      },
      () => html`${noiseLine(model)} ${values.length === 0 ? nothing : valueTable(model, shown)}`,
    )}
    ${
      intervals.length === 0
        ? nothing
        : section(model, { name: 'times', title: t('Time between hits'), open: true }, () =>
            intervalTable(intervals),
          )
    }
    ${
      alone === 0
        ? nothing
        : section(
            model,
            {
              ...{ name: 'alone', title: t('Frames that only one trace has'), open: true },
              note: t(
                '{0} on the left, {1} on the right',
                grouped(shown.onlyLeft.total),
                grouped(shown.onlyRight.total),
              ),
            },
            () => html`
              <div class="alone">
                ${aloneList(model, 'left', shown)} ${aloneList(model, 'right', shown)}
              </div>
            `,
          )
    }
  `;
}

/** What two frames hold, side by side, with what differs marked. */
function framePair(model: ComparisonModel): TemplateResult | typeof nothing {
  const { frames } = model;
  if (!frames || frames.values.length === 0) return nothing;
  const { left, right, values } = frames;
  const differing = values.filter((each) => each.left !== each.right);
  const equal = values.length - differing.length;
  const listed = model.showsEqual ? values : differing;
  const row = ({ expression, left: ours, right: theirs }: PairedValue) => {
    const differs = ours !== theirs;
    const cell = (value: string | undefined) =>
      html`<span class=${differs ? 'differs' : 'dim'}>${value ?? t('not collected')}</span>`;
    return [differs ? '≠' : '', expression, cell(ours), cell(theirs)];
  };
  return section(
    model,
    {
      name: 'frames',
      title: t('Frames {0} ↔ {1}', grouped(left), grouped(right)),
      note: t('{0} of {1} values differ', grouped(differing.length), grouped(values.length)),
      open: true,
    },
    () => html`
      ${
        listed.length === 0
          ? nothing
          : table(
              t('Values of both frames'),
              [text(t('differs')), text(t('value')), text(t('left')), text(t('right'))],
              listed.map(row),
            )
      }
      ${
        equal === 0
          ? nothing
          : html`<button
              class="link-button"
              @click=${() => {
                model.toggleEqual();
              }}
            >
              ${model.showsEqual ? t('Leave out what is equal') : t('Show what is equal too')}
            </button>`
      }
    `,
  );
}

interface Column {
  readonly label: string;
  readonly isNumber?: boolean;
  /** Of buttons, which say themselves what they do: the label is read out only. */
  readonly isSpoken?: boolean;
}

/** A table that scrolls sideways where it has no room. */
function table(
  label: string,
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
): TemplateResult {
  const kind = (i: number) => (columns[i]?.isNumber ? 'number' : '');
  return html`
    <div class="table-scroll" tabindex="0" role="group" aria-label=${label}>
      <table class="values compared-traces mono">
        <thead>
          <tr>
            ${columns.map((each, i) => html`<th scope="col" class=${kind(i)}>${heading(each)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell, i) => html`<td class=${kind(i)}>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function heading({ label, isSpoken }: Column): unknown {
  return isSpoken ? html`<span class="visually-hidden">${label}</span>` : label;
}

const number = (label: string): Column => ({ label, isNumber: true });
const text = (label: string): Column => ({ label });
const buttons = (label: string): Column => ({ label, isSpoken: true });

function tracepointTable(model: ComparisonModel, shown: ShownComparison): TemplateResult {
  const row = (each: ComparedTracepoint) => [
    tracepointName(each),
    each.place,
    each.functionName ?? '',
    ...[each.leftHits, each.rightHits].map(grouped),
    ...(each.left === undefined || each.right === undefined
      ? ['', html`<span class="dim">${t('not matched')}</span>`, '']
      : [
          grouped(each.aligned),
          each.aligned === each.equal ? '0' : grouped(each.aligned - each.equal),
          framesLink(model, each.first),
        ]),
  ];
  return html`
    ${table(
      t('Hits by tracepoint'),
      [
        ...[text(t('tracepoint')), text(t('place')), text(t('function'))],
        ...[number(t('left hits')), number(t('right hits')), number(t('aligned frames'))],
        ...[number(t('differing')), number(t('first'))],
      ],
      shown.tracepoints.map(row),
    )}
    ${leftOutLine(shown.tracepointsLeft)}
  `;
}

/** `#2`, or `#2 ↔ #3`. */
function tracepointName({ left, right }: ComparedTracepoint): string {
  if (left === right) return `#${left ?? ''}`;
  return [left, right].map((each) => (each === undefined ? '—' : `#${each}`)).join(' ↔ ');
}

function noiseLine(model: ComparisonModel): TemplateResult | typeof nothing {
  const { noise } = model;
  if (noise.length === 0) return nothing;
  const names = noise.map((each) => `${each.expression} (${each.noise})`).join(', ');
  return html`<p class="noise">
    ${t('Probably no fault: {0}.', names)}
    <button
      class="link-button"
      data-testid="exclude-noise"
      @click=${() => {
        model.exclude(noise.map(({ expression }) => expression));
      }}
    >
      ${noise.length === 1 ? t('Leave it out') : t('Leave them out')}
    </button>
  </p>`;
}

function valueTable(model: ComparisonModel, shown: ShownComparison): TemplateResult {
  const row = (each: ComparedValue) => [
    each.atSteps ? t('{0} (steps)', each.expression) : each.expression,
    html`#${each.tracepoint} <span class="dim">${each.place}</span>`,
    t('{0} of {1}', grouped(each.differing), grouped(each.compared)),
    sideBySide(each.histogram),
    each.first ? firstDifference(each) : '',
    framesLink(model, each.first),
    plotButton(model, each),
    leaveOut(model, each),
  ];
  return html`
    <p class="dim histogram-legend">
      <span class="bar-left-swatch"></span> ${t('left')}
      <span class="bar-right-swatch"></span> ${t('right')}
    </p>
    ${table(
      t('Values that differ'),
      [
        ...[text(t('value')), text(t('tracepoint')), number(t('differing'))],
        ...[text(t('how often, left / right')), text(t('first difference'))],
        ...[number(t('first')), buttons(t('track')), buttons(t('leave out'))],
      ],
      shown.values.map(row),
    )}
    ${leftOutLine(shown.valuesLeft)}
  `;
}

function firstDifference({ leftText, rightText }: ComparedValue): TemplateResult {
  const texts = `${leftText ?? '—'} ↔ ${rightText ?? '—'}`;
  return html`<span class="cut" title=${texts}>${texts}</span>`;
}

function plotButton(model: ComparisonModel, value: ComparedValue): TemplateResult {
  const label = t('Track of {0} in both traces', value.expression);
  return html`<button
    class="bare"
    title=${label}
    aria-label=${label}
    @click=${() => {
      model.plot(value);
    }}
  >
    ${icons.plot}
  </button>`;
}

function leaveOut(model: ComparisonModel, { expression }: ComparedValue): TemplateResult {
  const label = t('Leave out {0}', expression);
  return html`<button
    class="bare"
    title=${label}
    aria-label=${label}
    @click=${() => {
      model.exclude([expression]);
    }}
  >
    ${icons.close}
  </button>`;
}

function intervalTable(intervals: readonly ComparedIntervals[]): TemplateResult {
  const time = (value: number) => shownDuration(value, 'time');
  return table(
    t('Time between hits'),
    [
      text(t('tracepoint')),
      ...[number(t('median, left')), number(t('right'))],
      ...[number(t('p95, left')), number(t('right'))],
      ...[number(t('max, left')), number(t('right'))],
    ],
    intervals.map(({ tracepoint, place, left, right }) => [
      html`#${tracepoint} <span class="dim">${place}</span>`,
      ...[time(left.median), time(right.median)],
      ...[time(left.p95), time(right.p95), time(left.max), time(right.max)],
    ]),
  );
}

function aloneList(model: ComparisonModel, side: Side, shown: ShownComparison): TemplateResult {
  const { total, frames } = side === 'left' ? shown.onlyLeft : shown.onlyRight;
  const listed = frames.slice(0, maxAlone);
  return html`
    <div>
      <h3>${side === 'left' ? t('Only on the left') : t('Only on the right')}</h3>
      <ul>
        ${listed.map(
          ({ frame, tracepoint }) =>
            html`<li>
              ${framesLink(model, { [side]: frame })} <span class="dim">#${tracepoint}</span>
            </li>`,
        )}
      </ul>
      ${leftOutLine(total - listed.length)}
    </div>
  `;
}
