// The few pictures of the page, drawn on a 16 × 16 grid in the colour of the text around. They
// repeat what a word says, so screen readers pass over them.
import { svg, type SVGTemplateResult, type TemplateResult, html } from 'lit/html.js';
import type { TraceSummary } from '../src/ask/trace/summary';

function icon(drawing: SVGTemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${drawing}</svg>`;
}

export const icons = {
  play: icon(svg`<path d="M4.5 2.8v10.4l8.5-5.2z" />`),
  program: icon(svg`<path class="line" d="M2.5 3.5h11v9h-11zM2.5 6h11M5 9l1.5 1.2L5 11.4" />`),
  warning: icon(svg`<path class="line" d="M8 2.2 14.4 13.5H1.6zM8 6.2v3.6M8 11v1.2" />`),
  error: icon(
    svg`<circle class="line" cx="8" cy="8" r="6" /><path class="line" d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" />`,
  ),
  info: icon(
    svg`<circle class="line" cx="8" cy="8" r="6" /><path class="line" d="M8 7.2v4M8 4.6v1.2" />`,
  ),
  ascending: icon(svg`<path d="m8 5 4.5 6h-9z" />`),
  descending: icon(svg`<path d="m8 11 4.5-6h-9z" />`),
  narrower: icon(
    svg`<path class="line" d="M1.5 8h5m-2.5-2.5L6.5 8 4 10.5M14.5 8h-5M12 5.5 9.5 8l2.5 2.5" />`,
  ),
  wider: icon(
    svg`<path class="line" d="M6.5 8h-5M4 5.5 1.5 8 4 10.5M9.5 8h5M12 5.5 14.5 8 12 10.5" />`,
  ),
  add: icon(svg`<path class="line" d="M8 3v10M3 8h10" />`),
  more: icon(
    svg`<circle cx="3.5" cy="8" r="1.2" /><circle cx="8" cy="8" r="1.2" /><circle cx="12.5" cy="8" r="1.2" />`,
  ),
  close: icon(svg`<path class="line" d="m4 4 8 8m0-8-8 8" />`),
  columns: icon(svg`<path class="line" d="M2.5 3.5h11v9h-11zM6.2 3.5v9m3.6-9v9" />`),
  star: icon(
    svg`<path class="line" d="m8 2.2 1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z" />`,
  ),
  starred: icon(
    svg`<path d="m8 2.2 1.8 3.7 4 .6-2.9 2.8.7 4L8 11.4l-3.6 1.9.7-4-2.9-2.8 4-.6z" />`,
  ),
  up: icon(svg`<path class="line" d="M8 12.5v-9M4 7.5l4-4 4 4" />`),
  down: icon(svg`<path class="line" d="M8 3.5v9M4 8.5l4 4 4-4" />`),
  sort: icon(
    svg`<path class="line" d="M5 12.5v-9m-2.5 3L5 3.5l2.5 3M11 3.5v9m-2.5-3 2.5 3 2.5-3" />`,
  ),
  bookmark: icon(svg`<path class="line" d="M4.5 2.5h7v11L8 10.6l-3.5 2.9z" />`),
  bookmarked: icon(svg`<path d="M4 2h8v12.5L8 11.2l-4 3.3z" />`),
  edit: icon(svg`<path class="line" d="M3 13l.8-3.2 7-7 2.4 2.4-7 7zM9.3 4.3l2.4 2.4" />`),
  pin: icon(svg`<path class="line" d="M5.5 2.5h5M6.5 2.5v4.2L4 9.5h8L9.5 6.7V2.5M8 9.5v4.5" />`),
  plot: icon(svg`<path class="line" d="M2.5 2.5v11h11M4.5 10.5 7.5 7l2.5 2 3.5-5" />`),
  sparkline: icon(svg`<path class="line" d="m1.5 10 3-4 3 3 3-5 4 6" />`),
  window: icon(svg`<path class="line" d="M7.5 3.5h-5v9h10v-5M9.5 2.5h4v4M13.5 2.5 8 8" />`),
  next: icon(svg`<path class="line" d="m6 3.5 4.5 4.5L6 12.5" />`),
};

/** theme/tokens.css has as many. */
const colours = 6;

/**
 * The square in the colour that a tracepoint has everywhere, next to its number; grey for one that
 * the description does not know.
 */
export function swatch(trace: TraceSummary | undefined, tracepoint: number): TemplateResult {
  const index = trace?.tracepoints.findIndex(({ number }) => number === tracepoint) ?? -1;
  const colour = index < 0 ? 'unknown' : (index % colours).toString();
  return html`<span class="swatch tracepoint-${colour}"></span>`;
}
