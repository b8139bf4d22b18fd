// The bar above the groups: what frames are grouped by, and which expression is measured in each
// group.
import { html, nothing, type TemplateResult } from 'lit/html.js';
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
    ${choice('', t('no groups'))} ${choice('tracepoint', t('by tracepoint'))}
    ${choice('function', t('by function'))} ${choice('line', t('by line'))}
    ${choice('value', t('by value'))}
  </select>`;
}

/**
 * The bar; while frames are shown one by one, the way back to the groups from which they were
 * opened.
 */
export function groupsBar({ groups }: PageModel): TemplateResult | typeof nothing {
  const { grouping } = groups;
  if (!grouping) return groups.canGoBack ? wayBack(groups) : nothing;
  return html`
    <form class="groups-bar" @submit=${onSubmit(groups)}>
      ${grouping.by.kind === 'value' ? box('grouped', t('Value of'), grouping.by.text, 'p->state') : nothing}
      ${box('measured', t('Least, mean and most of'), grouping.measured, '$trace_timestamp')}
      <button class="secondary" type="submit">${t('Show')}</button>
      ${state(groups)}
    </form>
    ${
      groups.problem
        ? html`<div class="filter-problem" role="alert">
            ${
              groups.problem.column === undefined
                ? groups.problem.text
                : t('{0} (column {1})', groups.problem.text, groups.problem.column)
            }
          </div>`
        : nothing
    }
  `;
}

function box(name: string, label: string, value: string, placeholder: string): TemplateResult {
  return html`<label for="groups-${name}">${label}</label>
    <input
      id="groups-${name}"
      name=${name}
      class="mono"
      type="text"
      autocomplete="off"
      spellcheck="false"
      placeholder=${placeholder}
      .value=${value}
    />`;
}

function onSubmit(groups: GroupsModel) {
  return (event: SubmitEvent): void => {
    event.preventDefault();
    const by = groups.grouping?.by;
    if (!by) return;
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const typed = (name: string) => {
      const text = given.get(name);
      return typeof text === 'string' ? text.trim() : '';
    };
    groups.choose({
      by: by.kind === 'value' ? { kind: 'value', text: typed('grouped') } : by,
      measured: typed('measured'),
    });
  };
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
