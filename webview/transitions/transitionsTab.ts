// The tab "Transitions": from which value to which an expression changes.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TransitionTable } from '../../src/ask/time/findTransitions';
import { askedView } from '../askedView';
import { ExpressionBox } from '../expression/expressionBox';
import { note } from '../frame/whereView';
import { shownDuration } from '../intervals/durations';
import { leftOutLine } from '../phrase';
import { t } from '../l10n';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped } from '../text';

export class TransitionsTab {
  private readonly state: ExpressionBox;
  private readonly key: ExpressionBox;

  constructor(
    private readonly model: PageModel,
    changed: () => void,
  ) {
    this.state = new ExpressionBox(model, 'transition-state', changed);
    this.key = new ExpressionBox(model, 'transition-key', changed);
  }

  view(): TemplateResult {
    const { transitions } = this.model;
    const { asked, found, filterNote, state } = transitions;
    return html`
      ${this.form()}
      ${askedView(asked, t('Finding transitions'), () => {
        transitions.stop();
      })}
      ${filterNote === undefined ? nothing : note(filterNote)}
      ${found ? this.results(found) : nothing}
      ${
        state.state === ''
          ? html`<p class="empty-note">
              ${t('Transitions are the changes of a value that is a state, such as an enumeration: from which to which, how often, and how long the state before lasted.')}
            </p>`
          : nothing
      }
    `;
  }

  private form(): TemplateResult {
    const { state, key } = this.model.transitions.state;
    return html`
      <form class="interval-form" @submit=${this.onSubmit}>
        <label for="transition-state">${t('State')}</label>
        <div class="interval-side">
          ${this.state.input({ label: t('State'), placeholder: 'p->state' }, state)}
        </div>
        ${this.state.mistake()}
        <label for="transition-key">${t('Of each')}</label>
        <div class="interval-side">
          ${this.key.input({ label: t('Of each'), placeholder: 'p->number' }, key)}
          <button class="secondary" type="submit">${t('Find')}</button>
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
    const state = await this.state.accepted();
    const key = await this.key.accepted();
    if (state !== undefined && key !== undefined) this.model.transitions.show({ state, key });
  }

  private results(found: TransitionTable): TemplateResult {
    const { model } = this;
    const { rows, left, notes, gaps, neverSeen } = found;
    return html`
      <p class="interval-count" role="status">
        ${countText(rows.length + left, 'pair')}
        <span class="dim"
          >${gaps === 0 ? '' : `· ${t('{0} did not collect the state', countText(gaps, 'frame'))}`}</span
        >
      </p>
      ${notes.map(note)} ${rows.length === 0 ? nothing : this.table(found)} ${leftOutLine(left)}
      ${
        neverSeen === undefined || neverSeen.total === 0
          ? nothing
          : section(
              model,
              {
                name: 'never-seen',
                title: t('Never seen'),
                note: countText(neverSeen.total, 'pair'),
                open: true,
              },
              () => html`
                <ul class="never-seen mono">
                  ${neverSeen.pairs.map(({ from, to }) => html`<li>${from} → ${to}</li>`)}
                </ul>
                ${leftOutLine(neverSeen.total - neverSeen.pairs.length)}
              `,
            )
      }
    `;
  }

  private table({ rows, unit }: TransitionTable): TemplateResult {
    const number = (label: string) => html`<th scope="col" class="number">${label}</th>`;
    return html`
      <div class="transitions-scroll" tabindex="0" role="group" aria-label=${t('Transitions')}>
        <table class="values transitions mono">
          <thead>
            <tr>
              <th scope="col">${t('from')}</th>
              <th scope="col">${t('to')}</th>
              ${number(t('count'))} ${number(t('over gaps'))} ${number(t('first'))}
              ${number(t('min'))} ${number(t('median'))} ${number(t('p95'))} ${number(t('max'))}
            </tr>
          </thead>
          <tbody>
            ${rows.map((row, i) => this.row(row, i, unit))}
          </tbody>
        </table>
      </div>
      <p class="dim">
        ${t('Min to max: how long the state before lasted. A count shows its frames.')}
      </p>
    `;
  }

  private row(
    { from, to, count, overGaps, first, durations }: TransitionTable['rows'][number],
    i: number,
    unit: TransitionTable['unit'],
  ): TemplateResult {
    const { model } = this;
    const times = durations
      ? [durations.min, durations.median, durations.p95, durations.max].map((each) =>
          shownDuration(each, unit),
        )
      : ['', '', '', ''];
    return html`<tr>
      <td>${from}</td>
      <td>${to}</td>
      <td class="number">
        ${link(grouped(count), t('Show the frames from {0} to {1}', from, to), () => {
          void model.transitions.filter(i);
        })}
      </td>
      <td class="number">${overGaps === 0 ? '' : grouped(overGaps)}</td>
      <td class="number">
        ${link(grouped(first), t('Select frame {0}', first), () => {
          model.select(first);
        })}
      </td>
      ${times.map((each) => html`<td class="number">${each}</td>`)}
    </tr>`;
  }
}
