// The bar above the groups: what frames are grouped by, and which expression is measured in each
// group.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ExpressionBox } from '../expression/expressionBox';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { stoppableProgress } from '../progress';
import { countText } from '../text';
import type { GroupsModel } from './groupsModel';

/** How frames are grouped, chosen from a list. */
export function groupChoice({ groups }: PageModel): TemplateResult {
  const shown = groups.grouping?.by.kind ?? '';
  const onChange = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    const measured = groups.grouping?.measured ?? '';
    if (value === 'tracepoint' || value === 'function' || value === 'line') {
      groups.choose({ by: { kind: value }, measured });
    } else {
      groups.choose(value === 'value' ? { by: { kind: 'value', text: '' }, measured } : undefined);
    }
  };
  const choice = (value: string, label: string) =>
    html`<option value=${value} .selected=${shown === value}>${label}</option>`;
  return html`<select aria-label=${t('Group frames')} data-testid="group-by" @change=${onChange}>
    ${choice('', t('No grouping'))} ${choice('tracepoint', t('by tracepoint'))}
    ${choice('function', t('by function'))} ${choice('line', t('by line'))}
    ${choice('value', t('by value'))}
  </select>`;
}

/** The bar above the groups. */
export class GroupsBar {
  private readonly grouped: ExpressionBox;
  private readonly measured: ExpressionBox;

  constructor(
    private readonly model: PageModel,
    changed: () => void,
  ) {
    this.grouped = new ExpressionBox(model, 'groups-grouped', changed);
    this.measured = new ExpressionBox(model, 'groups-measured', changed);
  }

  /** While frames are shown one by one, the way back to the groups from which they were opened. */
  view(): TemplateResult | typeof nothing {
    const { groups } = this.model;
    const { grouping } = groups;
    if (!grouping) return groups.canGoBack ? wayBack(groups) : nothing;
    const { by, measured } = grouping;
    const valueOf = { label: t('Value of'), placeholder: 'p->state' };
    const measuring = { label: t('Min, mean and max of'), placeholder: '$trace_timestamp' };
    return html`
      <form class="groups-bar" @submit=${this.onSubmit}>
        ${by.kind === 'value' ? labelled(this.grouped, 'groups-grouped', valueOf, by.text) : nothing}
        ${labelled(this.measured, 'groups-measured', measuring, measured)}
        <button class="secondary" type="submit">${t('Show')}</button>
        ${state(groups)}
      </form>
      ${by.kind === 'value' ? this.grouped.mistake() : nothing} ${this.measured.mistake()}
      ${groups.problem ? problem(groups.problem) : nothing}
    `;
  }

  private readonly onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.submit();
  };

  private async submit(): Promise<void> {
    const { groups } = this.model;
    const by = groups.grouping?.by;
    if (!by) return;
    const text = by.kind === 'value' ? await this.grouped.accepted() : '';
    const measured = await this.measured.accepted();
    if (text === undefined || measured === undefined) return;
    groups.choose({ by: by.kind === 'value' ? { kind: 'value', text } : by, measured });
  }
}

function labelled(
  box: ExpressionBox,
  id: string,
  words: { readonly label: string; readonly placeholder: string },
  value: string,
): TemplateResult {
  return html`<label for=${id}>${words.label}</label> ${box.input(words, value)}`;
}

function problem({ text, column }: NonNullable<GroupsModel['problem']>): TemplateResult {
  return html`<div class="filter-problem" role="alert">
    ${column === undefined ? text : t('{0} (column {1})', text, column)}
  </div>`;
}

function state(groups: GroupsModel): TemplateResult {
  const { progress, others } = groups;
  if (progress) {
    return stoppableProgress(t('Grouping'), progress, () => {
      groups.stop();
    });
  }
  const rest = others > 0 ? t(', and {0} in further ones', countText(others, 'frame')) : '';
  return html`<span class="filter-count" role="status"
    >${countText(groups.groups.length, 'group')}${rest}</span
  >`;
}

function wayBack(groups: GroupsModel): TemplateResult {
  return html`<div class="groups-bar">
    <button
      class="link-button"
      data-testid="back-to-groups"
      @click=${() => {
        groups.goBack();
      }}
    >
      ‹ ${t('Back to the groups')}
    </button>
  </div>`;
}
