// A tracepoint as the target runs it: conditions and actions as expressions and as bytecode, and what each action
// collected.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  ActionCount,
  DecodedAction,
  DecodedActions,
  DecodedCondition,
  DecodedExpression,
} from '../../src/editor/tracepointMessages';
import { icons } from '../icons';
import { t } from '../l10n';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { phrase } from '../phrase';
import { progressBar } from '../progress';
import { countText, grouped } from '../text';
import { note } from '../frame/whereView';
import { findingsOf, type Finding } from './actionWords';
import type { Counting } from './tracepointsModel';

export function codeView(model: PageModel, tracepoint: number): TemplateResult {
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
    ${leftOut === 0 ? nothing : html`<p class="dim">${t('and {0} more', grouped(leftOut))}</p>`}
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
    ${phrase(t('at {0}'), html`<span class="mono">${locations.join(', ')}</span>`)}
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
