// The tab "Tracepoints": what was asked of the target, and what came of it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TracepointSummary } from '../src/editor/messages';
import { link } from './link';
import type { PageModel } from './pageModel';
import { counted, grouped, indentCommands, placeText } from './text';
import { swatch } from './tracepointColour';

export function tracepointsPanel(model: PageModel): TemplateResult {
  const tracepoints = model.trace?.tracepoints ?? [];
  if (tracepoints.length === 0) {
    return html`<p class="empty-note">The file describes no tracepoints.</p>`;
  }
  return html`${tracepoints.map((tracepoint) => card(model, tracepoint))}`;
}

const kinds = { trace: '', fast: 'fast', static: 'static' };

function card(model: PageModel, tracepoint: TracepointSummary): TemplateResult {
  const { number, at, kind, enabled, frames } = tracepoint;
  return html`
    <article class="tracepoint ${enabled ? '' : 'disabled'}">
      <h3>
        ${swatch(model.trace, number)}
        <span class="mono">${number}</span>
        ${at === undefined ? nothing : html`<span class="mono">${at}</span>`}
        ${kind === 'trace' ? nothing : html`<span class="chip">${kinds[kind]}</span>`}
        ${enabled ? nothing : html`<span class="chip">disabled</span>`}
        <span class="frames-of dim">${counted(frames, 'frame')}</span>
      </h3>
      ${locations(model, tracepoint)} ${condition(tracepoint)} ${actions(tracepoint)}
      ${counters(tracepoint)}
    </article>
  `;
}

function locations(model: PageModel, { locations: all }: TracepointSummary): TemplateResult {
  return html`
    <ul class="locations mono">
      ${all.map(
        ({ address, functionName, place, enabled }) => html`
          <li>
            <span>${address}</span>
            ${functionName === undefined ? nothing : html`<span>${functionName}</span>`}
            ${
              place === undefined
                ? nothing
                : link(placeText(place), `${place.file}:${place.line}`, () => {
                    model.openSource(place);
                  })
            }
            ${enabled ? nothing : html`<span class="chip">disabled</span>`}
          </li>
        `,
      )}
    </ul>
  `;
}

function condition({ condition: text, conditionBytes }: TracepointSummary): TemplateResult {
  if (text !== undefined) {
    return html`<p class="mono"><span class="dim">if</span> ${text}</p>`;
  }
  return conditionBytes === undefined
    ? html``
    : html`<p class="dim">if an agent expression of ${counted(conditionBytes, 'byte')} holds</p>`;
}

/** The commands as the user wrote them, else what the file's actions do. */
function actions({ commands, actions: read }: TracepointSummary): TemplateResult {
  const lines = indentCommands(commands.length > 0 ? commands : read);
  if (lines.length === 0) return html`<p class="dim">Collects nothing.</p>`;
  return html`
    <ol class="commands mono">
      ${lines.map(({ depth, text }) => html`<li class="depth-${depth}">${text}</li>`)}
    </ol>
  `;
}

function counters({ hits, usage, step, pass }: TracepointSummary): TemplateResult {
  const facts = [
    ...(hits === undefined ? [] : [counted(hits, 'hit')]),
    ...(usage === undefined ? [] : [`${counted(usage, 'byte')} of the buffer`]),
    ...(step > 0 ? [`steps ${counted(step, 'instruction')} after each hit`] : []),
    ...(pass > 0 ? [`ends the run after ${grouped(pass)}`] : []),
  ];
  return html`<p class="dim">${facts.join(' · ')}</p>`;
}
