// The top of the tab "Frame N": where the frame stopped, and what is to be known of that.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, Place, SourceProblem } from '../../src/editor/messages';
import { icons } from '../icons';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { counted, placeText } from '../text';
import { swatch } from '../tracepointColour';

export function whereView(model: PageModel, details: FrameDetails): TemplateResult {
  const { functionName, place, pc, pcNote, sourceProblem, stepping, tracepoint } = details;
  return html`
    <div class="where">
      <p class="place-line mono">
        ${functionName === undefined ? nothing : html`<span>${functionName}</span>`}
        ${
          place === undefined
            ? nothing
            : link(placeText(place), `${place.file}:${place.line}`, () => {
                model.openSource(place);
              })
        }
        ${pc === undefined ? nothing : html`<span class="dim">${pc}</span>`}
      </p>
      <p class="dim">
        ${swatch(model.trace, tracepoint)} tracepoint ${tracepoint}${stepping ? ', stepping' : ''} ·
        ${counted(details.size, 'byte')} at ${details.offset}
      </p>
      ${pcNote === undefined ? nothing : note(`PC: ${pcNote}.`)}
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
  place: Place,
  { sentence, tried }: SourceProblem,
): TemplateResult {
  const locate = link('Locate Source File…', place.file, () => {
    model.locateSource(place);
  });
  return html`<div class="note">
    ${icons.warning}
    <div>
      <p>${sentence} ${locate}</p>
      <details class="tried">
        <summary>${counted(tried.length, 'place')} tried</summary>
        <ul class="mono">
          ${tried.map((path) => html`<li>${path}</li>`)}
        </ul>
      </details>
    </div>
  </div>`;
}
