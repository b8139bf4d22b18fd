// The button that keeps the newest frame of a growing file in sight.
import { html, type TemplateResult } from 'lit/html.js';
import { t } from './l10n';
import type { PageModel } from './pageModel';

export function followEndButton(model: PageModel): TemplateResult {
  const { followsEnd } = model.state;
  return html`<button
    class="bare follow-end"
    aria-pressed=${followsEnd ? 'true' : 'false'}
    title=${t('Selects the last frame whenever the file grows')}
    data-testid="follow-end"
    @click=${() => {
      model.setFollowsEnd(!followsEnd);
    }}
  >
    ${followsEnd ? t('Following the end') : t('Follow the end')}
  </button>`;
}
