// The tab "Tracepoints": what was asked of the target, and what came of it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TracepointSummary } from '../../src/editor/messages';
import { t } from '../l10n';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped, indentCommands, placeText } from '../text';
import { swatch } from '../tracepointColour';
import { codeView } from './codeView';

export function tracepointsPanel(model: PageModel): TemplateResult {
  const tracepoints = model.trace?.tracepoints ?? [];
  if (tracepoints.length === 0) {
    return html`<p class="empty-note">${t('The file describes no tracepoints.')}</p>`;
  }
  return html`${tracepoints.map((tracepoint) => card(model, tracepoint))}`;
}

const kinds = { trace: '', fast: t('fast'), static: t('static') };

function card(model: PageModel, tracepoint: TracepointSummary): TemplateResult {
  const { number, at, kind, enabled, frames } = tracepoint;
  return html`
    <article class="tracepoint ${enabled ? '' : 'disabled'}" data-testid="tracepoint-${number}">
      <h2>
        ${swatch(model.trace, number)}
        <span class="mono">${number}</span>
        ${at === undefined ? nothing : html`<span class="mono">${at}</span>`}
        ${kind === 'trace' ? nothing : html`<span class="chip">${kinds[kind]}</span>`}
        ${enabled ? nothing : html`<span class="chip">${t('disabled')}</span>`}
        <span class="frames-of">${filterLink(model, number, countText(frames, 'frame'))}</span>
      </h2>
      ${locations(model, tracepoint)} ${condition(tracepoint)} ${actions(tracepoint)}
      ${counters(model, tracepoint)}
      ${section(
        model,
        { name: `code ${number}`, title: t('As the target runs it'), open: false },
        () => codeView(model, number),
      )}
    </article>
  `;
}

/** A click lets just the frames of the tracepoint through. */
function filterLink(model: PageModel, tracepoint: number, text: string): TemplateResult {
  return link(text, t('Show the frames of tracepoint {0} alone', tracepoint), () => {
    model.table.choose({ filter: `$tracepoint == ${tracepoint}`, hide: true });
  });
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
            ${enabled ? nothing : html`<span class="chip">${t('disabled')}</span>`}
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
    : html`<p class="dim">
        ${t('if an agent expression of {0} holds', countText(conditionBytes, 'byte'))}
      </p>`;
}

/** The commands as the user wrote them, else what the file's actions do. */
function actions({ commands, actions: read }: TracepointSummary): TemplateResult {
  const lines = indentCommands(commands.length > 0 ? commands : read);
  if (lines.length === 0) return html`<p class="dim">${t('Collects nothing.')}</p>`;
  return html`
    <ol class="commands mono">
      ${lines.map(({ depth, text }) => html`<li class="depth-${depth}">${text}</li>`)}
    </ol>
  `;
}

function counters(model: PageModel, tracepoint: TracepointSummary): TemplateResult {
  const { number, hits, usage, step, pass } = tracepoint;
  const facts = [
    ...(usage === undefined ? [] : [t('{0} of the buffer', countText(usage, 'byte'))]),
    ...(step > 0 ? [t('steps {0} after each hit', countText(step, 'instruction'))] : []),
    ...(pass > 0 ? [t('ends the run after {0}', grouped(pass))] : []),
  ];
  const first = hits === undefined ? nothing : filterLink(model, number, countText(hits, 'hit'));
  const between = hits !== undefined && facts.length > 0 ? ' · ' : '';
  return html`<p class="dim">${first}${between}${facts.join(' · ')}</p>`;
}
