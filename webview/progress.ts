// How far long work has come, and the button that ends it.
import { html, type TemplateResult } from 'lit/html.js';
import { icons } from './icons';
import { t } from './l10n';

/** Parts that are done, of so many. */
interface Progress {
  readonly done: number;
  readonly total: number;
}

/** A bar that is read out as what is done, `doing`. */
export function progressBar(doing: string, { done, total }: Progress): TemplateResult {
  return html`<progress aria-label=${doing} max=${Math.max(1, total)} .value=${done}></progress>`;
}

/** A bar with a button behind it that stops the work; `label` is the button's name. */
export function stoppableProgress(
  doing: string,
  progress: Progress,
  stop: () => void,
  label = t('Stop'),
): TemplateResult {
  return html`${progressBar(doing, progress)}
    <button class="bare" type="button" title=${label} aria-label=${label} @click=${stop}>
      ${icons.close}
    </button>`;
}
