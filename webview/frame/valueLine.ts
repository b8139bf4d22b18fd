// A value on a line of its own: `queue->waiting = 0 was 1`, with a way to its menu.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';

interface ValueLine {
  readonly name: string;
  readonly value: string;
  readonly type?: string | undefined;
  readonly was?: string | undefined;
  /** `data-vscode-context` of its line. */
  readonly menu?: string | undefined;
}

/** An item of a list. */
export function valueLine({ name, value, type, was, menu }: ValueLine): TemplateResult {
  const isMissing = /^<.*>$/.test(value);
  const state = was !== undefined ? 'changed' : isMissing ? 'unavailable' : '';
  return html`<li class="value-line" data-vscode-context=${menu ?? nothing}>
    <span class="name" title=${type ?? nothing}>${name}</span><span class="dim"> = </span
    ><span class="value ${state}">${value}</span>${wasText(was)}${menuButton(name)}
  </li>`;
}

export function wasText(was: string | undefined): TemplateResult | typeof nothing {
  return was === undefined ? nothing : html` <span class="was">${t('was {0}', was)}</span>`;
}

/** Opens the menu of the element around it, as a right click there does. */
export function menuButton(name: string): TemplateResult {
  return html`<button
    class="bare menu-button"
    title=${t('Actions')}
    aria-label=${t('Actions for {0}', name)}
    @click=${openMenu}
  >
    ⋯
  </button>`;
}

/** The same for the mouse alone, in a tree whose menu key does it: its lines take no focus. */
export function menuMark(): TemplateResult {
  return html`<span class="menu-button" aria-hidden="true" @click=${openMenu}>⋯</span>`;
}

function openMenu(event: MouseEvent): void {
  const mark = event.currentTarget as Element;
  const { left, bottom } = mark.getBoundingClientRect();
  event.preventDefault();
  event.stopPropagation();
  const init = { bubbles: true, cancelable: true, clientX: left, clientY: bottom };
  mark.dispatchEvent(new MouseEvent('contextmenu', init));
}
