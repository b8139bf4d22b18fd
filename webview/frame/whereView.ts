// The top of the tab "Frame N": where the frame stopped, and what is to be known of that.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FrameDetails, SourceProblem } from '../../src/ask/frame/frameDetails';
import type { SourcePlace } from '../../src/ask/table/tableMessages';
import { icons, swatch } from '../icons';
import { t } from '../l10n';
import { link } from '../link';
import { menuData } from '../menu';
import type { PageModel } from '../pageModel';
import { countText, grouped, placeText } from '../text';
import { ref } from 'lit/directives/ref.js';
import type { Since } from '../../src/ask/frame/frameChanges';

/** One line: the place, its tracepoint, what is done with the frame, what it is compared with. */
export function whereView(model: PageModel, details: FrameDetails): TemplateResult {
  const { frame, place, pcNote, sourceProblem } = details;
  return html`
    <div class="where">
      <div class="where-line">
        <p class="place-line mono">${placeWords(model, details)}</p>
        ${frameActs(model, frame)} ${changesBar(model)}
      </div>
      ${noteLine(model, frame)} ${pcNote === undefined ? nothing : note(t('PC: {0}.', pcNote))}
      ${
        place === undefined || sourceProblem === undefined
          ? nothing
          : missingSource(model, place, sourceProblem)
      }
    </div>
  `;
}

function placeWords(model: PageModel, details: FrameDetails): TemplateResult {
  const { frame, functionName, place, at, pc, stepping, tracepoint } = details;
  return html`
    ${at === undefined ? nothing : html`<span>${at}</span>`}
    ${
      functionName === undefined
        ? nothing
        : html`<strong
            data-vscode-context=${menuData({ frame, function: true, text: functionName })}
            >${functionName}</strong
          >`
    }
    ${
      place === undefined
        ? nothing
        : html`<span
            data-vscode-context=${menuData({ frame, line: true, source: place, text: `${place.file}:${place.line}` })}
            >${link(placeText(place), `${place.file}:${place.line}`, () => {
              model.post({ type: 'openSource', place });
            })}</span
          >`
    }
    ${
      pc === undefined
        ? nothing
        : html`<span
            class="dim"
            data-vscode-context=${menuData({ frame, value: '$pc', text: pc, address: pc })}
            >${pc}</span
          >`
    }
    <span class="dim place-tracepoint" data-vscode-context=${menuData({ frame, tracepoint })}
      >${swatch(model.trace, tracepoint)}<span class="visually-hidden"
        >${t('tracepoint {0}', tracepoint)}</span
      ><span aria-hidden="true">#${tracepoint}</span
      >${stepping ? ` ${t('stepping')}` : nothing}</span
    >
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
    model.post({ type: 'locateSource', place });
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

/** Marks the frame, writes a note on it, keeps it to compare others with. */
function frameActs(model: PageModel, frame: number): TemplateResult {
  const note = model.bookmarks.notes.get(frame);
  const isMarked = note !== undefined;
  const act = (name: string, label: string, icon: unknown, isOn: boolean, run: () => void) =>
    html`<button
      class="bare"
      title=${label}
      aria-label=${label}
      aria-pressed=${isOn ? 'true' : 'false'}
      data-testid=${name}
      @click=${run}
    >
      ${icon}
    </button>`;
  return html`<span class="frame-acts">
    ${act(
      'bookmark',
      isMarked ? t('Remove the bookmark') : t('Bookmark this frame'),
      isMarked ? icons.bookmarked : icons.bookmark,
      isMarked,
      () => {
        model.bookmarks.toggle(frame);
      },
    )}
    ${act('edit-note', note ? t('Edit the note') : t('Add a note'), icons.edit, false, () => {
      model.bookmarks.write(frame);
    })}
    ${act(
      'compare-with-this',
      t('Pin for comparison'),
      icons.pin,
      model.compare.left === frame,
      () => {
        model.compareWith(frame);
      },
    )}
  </span>`;
}

function noteLine(model: PageModel, frame: number): TemplateResult | typeof nothing {
  const { bookmarks } = model;
  const note = bookmarks.notes.get(frame) ?? '';
  if (bookmarks.noting === frame) {
    return html`<div class="note-line">${noteBox(model, frame, note)}</div>`;
  }
  return note === '' ? nothing : html`<p class="note-text">${note}</p>`;
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
    aria-label=${t('Note on frame {0}', grouped(frame))}
    data-testid="note"
    .value=${note}
    ${ref(focusOnce)}
    @keydown=${onKey}
    @blur=${onBlur}
  />`;
}

/** It is given before it is on the page. */
function focusOnce(element?: Element): void {
  if (!(element instanceof HTMLInputElement)) return;
  queueMicrotask(() => {
    element.focus();
  });
}

const choices: readonly { readonly kind: Since['kind']; readonly text: string }[] = [
  { kind: 'hit', text: t('previous hit') },
  { kind: 'frame', text: t('previous frame') },
  { kind: 'picked', text: t('chosen frame…') },
];

function changesBar(model: PageModel): TemplateResult {
  const { frame } = model;
  const { since } = frame;
  const onChoice = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    const kind = choices.find((each) => each.kind === value)?.kind ?? 'hit';
    const before = frame.changes?.before ?? 0;
    frame.setSince(kind === 'picked' ? { kind, frame: before } : { kind });
  };
  return html`
    <div class="changes-bar" role="group" aria-label=${t('Changes')}>
      <label class="dim" for="changes-since">${t('Compare with:')}</label>
      <select
        id="changes-since"
        data-testid="changes-since"
        title=${t('The previous hit of this tracepoint, the previous frame, or a chosen one')}
        @change=${onChoice}
      >
        ${choices.map(
          ({ kind, text }) =>
            html`<option value=${kind} .selected=${kind === since.kind}>${text}</option>`,
        )}
      </select>
      ${since.kind === 'picked' ? pickedFrame(model, since.frame) : nothing}
    </div>
  `;
}

function pickedFrame(model: PageModel, picked: number): TemplateResult {
  const onChange = (event: Event): void => {
    const frame = (event.currentTarget as HTMLInputElement).valueAsNumber;
    if (Number.isSafeInteger(frame) && frame >= 0) model.frame.setSince({ kind: 'picked', frame });
  };
  return html`<input
    class="frame-number mono"
    type="number"
    min="0"
    max=${Math.max(0, model.frameCount - 1)}
    aria-label=${t('Frame to compare with')}
    .value=${String(picked)}
    @change=${onChange}
  />`;
}
