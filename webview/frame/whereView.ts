// The top of the tab "Frame N": where the frame stopped, and what is to be known of that.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, SourceProblem } from '../../src/editor/messages';
import type { SourcePlace } from '../../src/editor/tableMessages';
import { icons, swatch } from '../icons';
import { t } from '../l10n';
import { link } from '../link';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { countText, placeText } from '../text';
import { ref } from 'lit/directives/ref.js';

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

/** The bookmark of the selected frame: marks it, and takes a note on it in place. */
function bookmarkLine(model: PageModel, frame: number): TemplateResult {
  const note = model.bookmarks.notes.get(frame);
  const isMarked = note !== undefined;
  const label = isMarked ? t('Remove the bookmark') : t('Bookmark this frame');
  return html`<div class="bookmark-line">
    <button
      class="bare"
      title=${label}
      aria-label=${label}
      aria-pressed=${isMarked ? 'true' : 'false'}
      data-testid="bookmark"
      @click=${() => {
        model.bookmarks.toggle(frame);
      }}
    >
      ${isMarked ? icons.bookmarked : icons.bookmark}
    </button>
    ${model.bookmarks.noting === frame ? noteBox(model, frame, note ?? '') : noteText(model, frame, note)}
  </div>`;
}

function noteText(model: PageModel, frame: number, note = ''): TemplateResult {
  const edit = () => {
    model.bookmarks.write(frame);
  };
  return html`${note === '' ? nothing : html`<span class="note-text">${note}</span>`}
    <button class="link-button" data-testid="edit-note" @click=${edit}>
      ${note === '' ? t('Add a note') : t('Edit')}
    </button>`;
}

/** Enter keeps what was written, and so does going elsewhere; Escape does not. */
function noteBox(model: PageModel, frame: number, note: string): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    const { value } = event.currentTarget as HTMLInputElement;
    event.preventDefault();
    model.bookmarks.write(undefined, event.key === 'Enter' ? value.trim() : undefined);
  };
  const onBlur = (event: FocusEvent): void => {
    const { value } = event.currentTarget as HTMLInputElement;
    if (model.bookmarks.noting === frame) model.bookmarks.write(undefined, value.trim());
  };
  return html`<input
    type="text"
    maxlength="10000"
    aria-label=${t('Note on frame {0}', frame)}
    data-testid="note"
    .value=${note}
    ${ref(focusOnce)}
    @keydown=${onKey}
    @blur=${onBlur}
  />`;
}

/** It is given before it stands on the page. */
function focusOnce(element?: Element): void {
  if (!(element instanceof HTMLInputElement)) return;
  queueMicrotask(() => {
    element.focus();
  });
}
