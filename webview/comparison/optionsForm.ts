// How the traces are compared: by what tracepoints are matched and hits aligned, and what is left
// out or compared too.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ShownOptions } from '../../src/ask/comparison/compare';
import { icons } from '../icons';
import { t } from '../l10n';
import type { ComparisonModel } from './model';

export function optionsForm(model: ComparisonModel): TemplateResult {
  const { options } = model;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    const typed = given.get('key');
    const key = typeof typed === 'string' ? typed.trim() : '';
    model.compare({
      matching: given.get('matching') === 'number' ? 'number' : 'place',
      ...(key !== '' && { key }),
      ...{ registers: given.has('registers'), memory: given.has('memory') },
      ...{ addresses: given.has('addresses'), exclude: options.exclude },
    });
  };
  return html`
    <form class="comparison-form" @submit=${submit}>
      <label
        >${t('Match tracepoints by')}
        <select name="matching" .value=${options.matching}>
          <option value="place" ?selected=${options.matching === 'place'}>${t('place')}</option>
          <option value="number" ?selected=${options.matching === 'number'}>${t('number')}</option>
        </select>
      </label>
      <label
        >${t('Align hits by')}
        <input
          class="mono"
          name="key"
          placeholder=${t('their number; or p->number')}
          .value=${options.key ?? ''}
        />
      </label>
      ${check('registers', t('Registers'), options)} ${check('memory', t('Memory'), options)}
      ${check('addresses', t('Addresses as they are'), options)}
      <button class="secondary" type="submit">${t('Compare')}</button>
    </form>
    ${excludedView(model)}
  `;
}

function check(
  name: 'registers' | 'memory' | 'addresses',
  label: string,
  options: ShownOptions,
): TemplateResult {
  return html`<label
    ><input type="checkbox" name=${name} .checked=${options[name]} /> ${label}</label
  >`;
}

function excludedView(model: ComparisonModel): TemplateResult | typeof nothing {
  const { exclude } = model.options;
  if (exclude.length === 0) return nothing;
  return html`<p class="excluded">
    ${t('Left out:')}
    ${exclude.map((expression) => {
      const label = t('Compare {0} again', expression);
      return html`<button
        class="pill"
        title=${label}
        aria-label=${label}
        @click=${() => {
          model.include(expression);
        }}
      >
        <span class="mono">${expression}</span> ${icons.close}
      </button>`;
    })}
  </p>`;
}
