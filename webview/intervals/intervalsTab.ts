// The tab "Intervals": times from one condition to another, read out of the frames.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { IntervalSummary } from '../../src/ask/time/findIntervals';
import type { SuggestedInterval } from '../../src/ask/time/suggestIntervals';
import { askedView } from '../askedView';
import { ExpressionBox } from '../expression/expressionBox';
import { note } from '../frame/whereView';
import type { VirtualGrid } from '../grid';
import { t } from '../l10n';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { phrase } from '../phrase';
import { section } from '../section';
import { countText, grouped, wordList } from '../text';
import { durationFigures } from './durations';
import { DurationHistogram } from './durationHistogram';
import { intervalsGrid } from './intervalsGrid';
import { questionOf, type IntervalQuestion } from './intervalsState';
import { TracepointChoice } from './tracepointChoice';

/** Rows that the table is high at most. */
const maxRowsHigh = 14;

export class IntervalsTab {
  private readonly begin: ExpressionBox;
  private readonly end: ExpressionBox;
  private readonly key: ExpressionBox;
  private readonly beginChoice: TracepointChoice;
  private readonly endChoice: TracepointChoice;
  private readonly histogram: DurationHistogram;
  private readonly grid: VirtualGrid;
  /** What the grid is in. */
  private readonly gridPlace = document.createElement('div');

  constructor(
    private readonly model: PageModel,
    changed: () => void,
  ) {
    this.begin = new ExpressionBox(model, 'interval-begin', changed);
    this.end = new ExpressionBox(model, 'interval-end', changed);
    this.key = new ExpressionBox(model, 'interval-key', changed);
    this.beginChoice = new TracepointChoice(model, this.begin, t('Tracepoint of the begin'));
    this.endChoice = new TracepointChoice(model, this.end, t('Tracepoint of the end'));
    this.histogram = new DurationHistogram(model.intervals);
    this.grid = intervalsGrid(model);
    this.gridPlace.className = 'intervals-table';
    this.gridPlace.append(this.grid.element);
  }

  /** Draws the rows. */
  draw(): void {
    const rows = Math.min(maxRowsHigh, Math.max(2, this.model.intervals.count));
    this.gridPlace.style.setProperty('--rows', rows.toString());
    this.grid.draw();
  }

  view(): TemplateResult {
    const { intervals } = this.model;
    const { found, asked } = intervals;
    return html`
      ${this.form()}
      ${askedView(asked, t('Finding intervals'), () => {
        intervals.stop();
      })}
      ${found ? this.results(found) : nothing}
      ${intervals.state.begin === '' ? this.suggestions() : nothing}
    `;
  }

  private form(): TemplateResult {
    const { begin, end, key } = this.model.intervals.state;
    return html`
      <form class="interval-form" @submit=${this.onSubmit}>
        <label for="interval-begin">${t('From')}</label>
        <div class="interval-side">
          ${this.beginChoice.view()}
          ${this.begin.input({ label: t('Begin'), placeholder: '$tracepoint == 2' }, begin)}
        </div>
        ${this.begin.mistake()}
        <label for="interval-end">${t('To')}</label>
        <div class="interval-side">
          ${this.endChoice.view()}
          ${this.end.input({ label: t('End'), placeholder: t('the next begin') }, end)}
        </div>
        ${this.end.mistake()}
        <label for="interval-key">${t('Pair by')}</label>
        <div class="interval-side">
          ${this.key.input({ label: t('Pair by'), placeholder: t('order; or p->number') }, key)}
          <button class="secondary" type="submit">${t('Find')}</button>
          ${
            begin === ''
              ? nothing
              : html`<button class="link-button" type="button" @click=${this.clear}>
                  ${t('Clear')}
                </button>`
          }
        </div>
        ${this.key.mistake()}
      </form>
    `;
  }

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.submit();
  };

  private async submit(): Promise<void> {
    const begin = await this.begin.accepted();
    const end = await this.end.accepted();
    const key = await this.key.accepted();
    if (begin === undefined || end === undefined || key === undefined) return;
    if (begin === '') this.begin.focus();
    else this.model.intervals.show({ begin, end, key });
  }

  private readonly clear = (): void => {
    this.ask({ begin: '', end: '', key: '' });
    this.begin.focus();
  };

  /** Asks in the boxes' place. */
  private ask(question: IntervalQuestion): void {
    this.begin.set(question.begin);
    this.end.set(question.end);
    this.key.set(question.key);
    this.model.intervals.show(question);
  }

  private suggestions(): TemplateResult {
    const { suggestions } = this.model.intervals;
    if (!suggestions) return html`<p class="dim" role="status">${t('Loading…')}</p>`;
    return html`
      <p class="empty-note">
        ${t('Intervals are the time from the frames in which one condition holds to those in which another does: how long a call took, or how long something waited.')}
      </p>
      ${
        suggestions.length === 0
          ? nothing
          : html`<h2 class="suggested-heading">${t('Suggested by the tracepoints')}</h2>
              <ul class="suggested-intervals">
                ${suggestions.map(
                  (each) =>
                    html`<li>
                      <button
                        class="link-button"
                        type="button"
                        @click=${() => {
                          this.ask(questionOf(each));
                        }}
                      >
                        ${suggestionText(each)}
                      </button>
                    </li>`,
                )}
              </ul>`
      }
    `;
  }

  private results(found: IntervalSummary): TemplateResult {
    const { model } = this;
    const { intervals } = model;
    const { total, durations, unit, unpaired, notes } = found;
    const alone = unpaired.begins + unpaired.ends;
    return html`
      <p class="interval-count" role="status">
        ${countText(total, 'interval')}${
          durations
            ? html` ·
                <button
                  class="link-button"
                  type="button"
                  data-testid="longest-interval"
                  @click=${() => void intervals.showLongest()}
                >
                  ${t('Longest')}
                </button>`
            : nothing
        }
      </p>
      ${notes.map(note)} ${durations ? durationFigures(durations, unit) : nothing}
      ${this.histogram.view(found)} ${total === 0 ? nothing : this.table()}
      ${
        alone === 0
          ? nothing
          : section(
              model,
              {
                name: 'unpaired',
                title: t('Unpaired frames'),
                note: t('{0} without an end, {1} without a begin', ...sidesText(unpaired)),
                open: total === 0,
              },
              () => this.unpaired(alone),
            )
      }
    `;
  }

  private table(): TemplateResult {
    const { intervals } = this.model;
    return html`
      ${
        intervals.state.key === ''
          ? nothing
          : html`<div class="key-filter">
              <label for="interval-key-filter"
                >${t('Only where {0} contains', intervals.state.key)}</label
              >
              <input
                id="interval-key-filter"
                class="mono"
                type="search"
                .value=${intervals.keyPart}
                @change=${(event: Event) => {
                  intervals.setKeyPart((event.currentTarget as HTMLInputElement).value.trim());
                }}
              />
            </div>`
      }
      ${this.gridPlace}
      <p class="dim">
        ${t('{0} listed. A row selects the frame of the begin, Enter that of the end.', grouped(intervals.count))}
      </p>
    `;
  }

  private unpaired(alone: number): TemplateResult {
    const { model } = this;
    const { unpaired } = model.intervals;
    return html`
      <ul class="unpaired-frames">
        ${unpaired.map(
          ({ frame, side, reason }) =>
            html`<li>
              ${phrase(
                side === 'begin' ? t('Begin in {0}:') : t('End in {0}:'),
                link(t('frame {0}', grouped(frame)), t('Select frame {0}', frame), () => {
                  model.select(frame);
                }),
              )}
              ${reason}
            </li>`,
        )}
      </ul>
      ${
        unpaired.length >= alone
          ? nothing
          : html`<button
              class="link-button"
              type="button"
              @click=${() => void model.intervals.showMoreUnpaired()}
            >
              ${t('Show more')}
            </button>`
      }
    `;
  }
}

function sidesText({ begins, ends }: IntervalSummary['unpaired']): [string, string] {
  return [countText(begins, 'begin'), countText(ends, 'end')];
}

function suggestionText({ kind, begin, end, functionName, key }: SuggestedInterval): string {
  const numbers = (all: readonly number[]) => wordList(all.map((number) => `#${number}`));
  const name = functionName ?? '';
  if (kind === 'calls') {
    return t('{0}: from its entry ({1}) to {2}', name, numbers(begin), numbers(end));
  }
  const tracepoint = `${numbers(begin)} ${name}`.trim();
  return key === undefined
    ? t('{0}: from each hit to the next', tracepoint)
    : t('{0}: from each hit to the next, of each {1} by itself', tracepoint, key);
}
