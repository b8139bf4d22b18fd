// What is wrong with an expression, under the box in which it is typed: the mark under the
// character that is meant, the reason, and what was probably meant.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import type { TypedMistake } from './expressionCheck';

/** `choose` takes an expression that was suggested. */
export function mistakeView(
  mistake: TypedMistake | undefined,
  id: string,
  choose: (text: string) => void,
): TemplateResult | typeof nothing {
  if (!mistake) return nothing;
  const { text, column, problem, suggestions } = mistake;
  return html`<div class="filter-problem" id=${id} role="alert">
    ${
      column === undefined
        ? nothing
        : html`<pre class="mono" aria-hidden="true">
${text}
${' '.repeat(Math.max(0, column - 1))}^</pre>`
    }
    <span>${column === undefined ? problem : t('{0} (column {1})', problem, column)}</span>
    ${
      suggestions.length === 0
        ? nothing
        : html`<span>
            ${t('Did you mean')}
            ${suggestions.map(
              (each) =>
                html`<button
                  class="link-button mono suggested-expression"
                  type="button"
                  @click=${() => {
                    choose(each.text);
                  }}
                >
                  ${each.label}
                </button>`,
            )}
          </span>`
    }
  </div>`;
}
