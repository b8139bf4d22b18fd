// The top of the tab "Frame N": where the frame stopped, and what is to be known of that.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, SourceProblem } from '../../src/editor/messages';
import type { SourcePlace } from '../../src/editor/tableMessages';
import { icons } from '../icons';
import { t } from '../l10n';
import { link } from '../link';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { countText, placeText } from '../text';
import { swatch } from '../tracepointColour';
import { bookmarkLine } from './bookmarkLine';

export function whereView(model: PageModel, details: FrameDetails): TemplateResult {
  const { frame, functionName, place, pc, pcNote, sourceProblem, stepping, tracepoint } = details;
  return html`
    <div class="where">
      <p class="place-line mono">
        ${
          functionName === undefined
            ? nothing
            : html`<span
                data-vscode-context=${menuData({ frame, function: true, text: functionName })}
                >${functionName}</span
              >`
        }
        ${
          place === undefined
            ? nothing
            : html`<span
                data-vscode-context=${menuData({ frame, line: true, source: place, text: `${place.file}:${place.line}` })}
                >${link(placeText(place), `${place.file}:${place.line}`, () => {
                  model.openSource(place);
                })}</span
              >`
        }
        ${
          pc === undefined
            ? nothing
            : html`<span
                class="dim"
                data-vscode-context=${menuData({ frame, value: '$pc', text: pc })}
                >${pc}</span
              >`
        }
      </p>
      <p class="dim" data-vscode-context=${menuData({ frame, tracepoint })}>
        ${swatch(model.trace, tracepoint)}
        ${stepping ? t('tracepoint {0}, stepping', tracepoint) : t('tracepoint {0}', tracepoint)} ·
        ${t('{0} at {1}', countText(details.size, 'byte'), details.offset)}
      </p>
      ${bookmarkLine(model, frame)} ${pcNote === undefined ? nothing : note(t('PC: {0}.', pcNote))}
      ${
        place === undefined || sourceProblem === undefined
          ? nothing
          : missingSource(model, place, sourceProblem)
      }
    </div>
  `;
}

/** A quiet sentence. */
export function note(text: string): TemplateResult {
  return html`<div class="note dim">
    ${icons.info}
    <p>${text}</p>
  </div>`;
}

function missingSource(
  model: PageModel,
  place: SourcePlace,
  { sentence, tried }: SourceProblem,
): TemplateResult {
  const locate = link(t('Locate Source File…'), place.file, () => {
    model.locateSource(place);
  });
  return html`<div class="note">
    ${icons.warning}
    <div>
      <p>${sentence} ${locate}</p>
      <details class="tried">
        <summary>${t('{0} tried', countText(tried.length, 'place'))}</summary>
        <ul class="mono">
          ${tried.map((path) => html`<li>${path}</li>`)}
        </ul>
      </details>
    </div>
  </div>`;
}
