// The tab "Tracepoints": what was asked of the target, and what came of it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TracepointSummary } from '../../src/ask/trace/summary';
import { t } from '../l10n';
import { leftOutLine } from '../phrase';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped, indentCommands, placeText } from '../text';
import { swatch, icons } from '../icons';
import type { ActionCount } from '../../src/ask/trace/collectedByActions';
import type {
  DecodedAction,
  DecodedActions,
  DecodedCondition,
  DecodedExpression,
} from '../../src/ask/trace/tracepointDetails';
import { phrase } from '../phrase';
import { progressBar } from '../progress';
import { note } from '../frame/whereView';
import { findingsOf, type Finding, type Counting } from './tracepointsModel';

export function tracepointsPanel(model: PageModel): TemplateResult {
  const tracepoints = model.trace?.tracepoints ?? [];
  if (tracepoints.length === 0) {
    return html`<p class="empty-note">${t('The file describes no tracepoints.')}</p>`;
  }
  const left = model.trace?.left?.tracepoints ?? 0;
  return html`${tracepoints.map((tracepoint) => card(model, tracepoint))}${leftOutLine(left)}`;
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
        { name: `code ${number}`, title: t('Agent expression (bytecode)'), open: false },
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

function locations(
  model: PageModel,
  { locations: all, locationsLeft = 0 }: TracepointSummary,
): TemplateResult {
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
                    model.post({ type: 'openSource', place });
                  })
            }
            ${enabled ? nothing : html`<span class="chip">${t('disabled')}</span>`}
          </li>
        `,
      )}
    </ul>
    ${leftOutLine(locationsLeft)}
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
    ...(usage === undefined ? [] : [t('{0} in the buffer', countText(usage, 'byte'))]),
    ...(step > 0 ? [t('then {0}', countText(step, 'singleStep'))] : []),
    ...(pass > 0 ? [t('ends the run after {0}', grouped(pass))] : []),
  ];
  const first = hits === undefined ? nothing : filterLink(model, number, countText(hits, 'hit'));
  const between = hits !== undefined && facts.length > 0 ? ' · ' : '';
  return html`<p class="dim">${first}${between}${facts.join(' · ')}</p>`;
}

/**
 * A tracepoint as the target runs it: conditions and actions as expressions and as bytecode, and
 * what each action collected.
 */
function codeView(model: PageModel, tracepoint: number): TemplateResult {
  const details = model.tracepoints.detailsOf(tracepoint);
  if (details === undefined) return html``;
  if (typeof details === 'string') return note(details);
  const { conditions, lists, otherSource } = details;
  const counting = model.tracepoints.countingOf(tracepoint);
  return html`
    ${conditions.map(conditionView)}
    ${lists.map((list, i) => listView(model, list, counting?.counts?.lists[i]))}
    ${lists.length === 0 ? nothing : countingView(model, tracepoint, counting)}
    ${
      otherSource.length === 0
        ? nothing
        : html`<p class="dim">
            ${phrase(t('also in the file: {0}'), html`<span class="mono">${otherSource.join(', ')}</span>`)}
          </p>`
    }
  `;
}

function conditionView({ expression, locations }: DecodedCondition): TemplateResult {
  const { value } = expression;
  return html`
    <div class="action">
      <p class="mono">
        <span class="dim">if</span> ${value ?? t('an expression that has no short form')}
      </p>
      ${atLocations(locations)} ${bytecode(expression)}
    </div>
  `;
}

function listView(
  model: PageModel,
  { stepping, locations, actions, leftOut }: DecodedActions,
  counted: { readonly frames: number; readonly counts: readonly ActionCount[] } | undefined,
): TemplateResult {
  return html`
    <p class="dim">${stepping ? t('At each step after the hit:') : t('At each hit:')}</p>
    ${atLocations(locations)}
    <ol class="action-list">
      ${actions.map((action, i) => actionView(model, action, counted?.counts[i], counted?.frames))}
    </ol>
    ${leftOutLine(leftOut)}
  `;
}

function actionView(
  model: PageModel,
  { text, expression }: DecodedAction,
  count: ActionCount | undefined,
  frames = 0,
): TemplateResult {
  const { effects } = expression ?? {};
  const lines = effects && effects.length > 0 ? effects : [text];
  return html`
    <li class="action">
      ${lines.map((line) => html`<p class="mono">${line}</p>`)}
      ${expression === undefined ? nothing : bytecode(expression)}
      ${count === undefined ? nothing : findings(model, findingsOf(count, frames))}
    </li>
  `;
}

function atLocations(locations: readonly string[] | undefined): TemplateResult | typeof nothing {
  if (locations === undefined) return nothing;
  return html`<p class="dim">
    ${phrase(t({ message: 'at {0}', comment: ['{0}: addresses of a tracepoint, or an offset in the file'] }), html`<span class="mono">${locations.join(', ')}</span>`)}
  </p>`;
}

function bytecode({ length, instructions, problems }: DecodedExpression): TemplateResult {
  return html`
    ${problems.map((problem) => note(problem))}
    <details class="bytecode">
      <summary class="dim">${t('bytecode, {0}', countText(length, 'byte'))}</summary>
      <pre class="mono">${instructions.join('\n')}</pre>
    </details>
  `;
}

function findings(model: PageModel, all: readonly Finding[]): TemplateResult {
  return html`${all.map(
    ({ text, frame, isProblem }) =>
      html`<div class="finding">
        ${isProblem ? icons.warning : nothing}
        <p class=${isProblem ? '' : 'dim'}>
          ${text}
          ${
            frame === undefined
              ? nothing
              : link(t('first in frame {0}', grouped(frame)), t('Select frame {0}', frame), () => {
                  model.select(frame);
                })
          }
        </p>
      </div>`,
  )}`;
}

/** Looks into all frames only where the user wants it: there may be millions. */
function countingView(
  model: PageModel,
  tracepoint: number,
  counting: Counting | undefined,
): TemplateResult {
  const { tracepoints } = model;
  const { progress, counts, problem } = counting ?? {};
  if (progress) {
    const { done, total } = progress;
    return html`
      <div class="counting">
        ${progressBar(t('Looking into the frames'), progress)}
        <span class="dim">${t('{0} of {1}', grouped(done), countText(total, 'frame'))}</span>
        ${button(t('Cancel'), () => {
          tracepoints.cancel(tracepoint);
        })}
      </div>
    `;
  }
  if (problem !== undefined) return note(problem);
  if (counts) return howKnown(counts.unplaced);
  return button(t('Look into all frames for what each action collected'), () => {
    void tracepoints.count(tracepoint);
  });
}

function howKnown(unplaced: number): TemplateResult {
  return html`
    <p class="dim">
      ${t('The file does not say which action a block came from. What each should have collected was computed again from the registers and the memory in the frame.')}
      ${
        unplaced === 0
          ? nothing
          : t(
              'Of {0} it is not known at which location they were collected.',
              countText(unplaced, 'frame'),
            )
      }
    </p>
  `;
}

function button(text: string, act: () => void): TemplateResult {
  return html`<button class="link-button" @click=${act}>${text}</button>`;
}
