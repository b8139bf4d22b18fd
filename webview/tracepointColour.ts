// A tracepoint has one colour everywhere on the page; its number always stands beside it.
import { html, type TemplateResult } from 'lit/html.js';
import type { TraceSummary } from '../src/editor/messages';

/** theme/tokens.css has as many. */
const colours = 6;

/** The square in the colour of a tracepoint; grey for one that the description does not know. */
export function swatch(trace: TraceSummary | undefined, tracepoint: number): TemplateResult {
  const index = trace?.tracepoints.findIndex(({ number }) => number === tracepoint) ?? -1;
  const colour = index < 0 ? 'unknown' : (index % colours).toString();
  return html`<span class="swatch tracepoint-${colour}"></span>`;
}
