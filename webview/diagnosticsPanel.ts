// What is wrong with the file, or worth knowing: the button in the header and the tab "Problems".
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { DiagnosticSummary } from '../src/ask/trace/problems';
import { icons } from './icons';
import { t } from './l10n';
import { link } from './link';
import type { PageModel } from './pageModel';
import { phrase } from './phrase';
import { countText, grouped } from './text';

/** The first problem in short, which opens the tab; nothing without one. */
export function problemButton(model: PageModel): TemplateResult | typeof nothing {
  const { problems } = model;
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  if (first === undefined) return nothing;
  return html`
    <button
      class="pill problem ${first.severity}"
      title=${first.message}
      @click=${() => {
        model.showTab('problems');
      }}
    >
      ${icons[first.severity]}
      <span>${t('{0}: {1}', countText(problems.length, 'problem'), first.message)}</span>
    </button>
  `;
}

/** The tab's label, with the number of problems. */
export function problemsLabel({ problems }: PageModel): string {
  return problems.length === 0 ? t('Problems') : t('Problems ({0})', grouped(problems.length));
}

export function problemsPanel(model: PageModel): TemplateResult {
  const diagnostics = model.trace?.diagnostics ?? [];
  if (diagnostics.length === 0) {
    return html`<p class="empty-note">${t('No problems were found in this file.')}</p>`;
  }
  return diagnosticList(model, diagnostics);
}

/** Diagnostics in the order of the file, each with what was expected and found. */
export function diagnosticList(
  model: PageModel,
  diagnostics: readonly DiagnosticSummary[],
): TemplateResult {
  return html`
    <ul class="diagnostics">
      ${diagnostics.map((diagnostic) => diagnosticItem(model, diagnostic))}
    </ul>
  `;
}

const severityWords = { error: t('Error'), warning: t('Warning'), info: t('Note') };

function diagnosticItem(model: PageModel, diagnostic: DiagnosticSummary): TemplateResult {
  const { severity, message, offset, expected, found, frame } = diagnostic;
  return html`
    <li class=${severity}>
      ${icons[severity]}
      <div>
        <p><span class="visually-hidden">${severityWords[severity]}: </span>${message}</p>
        <p class="dim">
          ${offset === undefined ? nothing : html`<span>${phrase(t({ message: 'at {0}', comment: ['{0}: addresses of a tracepoint, or an offset in the file'] }), html`<span class="mono">${offset}</span>`)}</span>`}
          ${expected === undefined ? nothing : html`<span>${t('expected {0}', expected)}</span>`}
          ${found === undefined ? nothing : html`<span>${t('found {0}', found)}</span>`}
          ${
            frame === undefined
              ? nothing
              : link(t('frame {0}', grouped(frame)), t('Select frame {0}', grouped(frame)), () => {
                  model.select(frame);
                })
          }
        </p>
      </div>
    </li>
  `;
}
