// The bookmark of the selected frame: marks it, and takes a note on it in place.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';
import { icons } from '../icons';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';

export function bookmarkLine(model: PageModel, frame: number): TemplateResult {
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
