// A sentence with more in it than words: a translation may put its parts in another order. And the
// line below a list that is not shown to its end.
import { html, type TemplateResult, nothing } from 'lit/html.js';
import { t } from './l10n';
import { grouped } from './text';

/** The message with `{0}` replaced by the first part, and so on. */
export function phrase(message: string, ...parts: readonly unknown[]): TemplateResult {
  return html`${message.split(/(\{\d+\})/).map((each) => {
    const place = /^\{(\d+)\}$/.exec(each)?.[1];
    return place === undefined ? each : parts[Number(place)];
  })}`;
}

export function leftOutLine(count = 0): TemplateResult | typeof nothing {
  return count === 0 ? nothing : html`<p class="dim">${t('and {0} more', grouped(count))}</p>`;
}
