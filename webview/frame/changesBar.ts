// What the frame is compared with, and whether only what changed is shown.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Since } from '../../src/editor/frameMessages';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';
import { grouped } from '../text';

const choices: readonly { readonly kind: Since['kind']; readonly text: string }[] = [
  { kind: 'frame', text: t('the frame before') },
  { kind: 'hit', text: t('the hit of this tracepoint before') },
  { kind: 'picked', text: t('a frame of my choice') },
];

export function changesBar(model: PageModel): TemplateResult {
  const { frame } = model;
  const { since, onlyChanged } = frame;
  const onChoice = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    const kind = choices.find((each) => each.kind === value)?.kind ?? 'frame';
    const before = frame.changes?.before ?? 0;
    frame.setSince(kind === 'picked' ? { kind, frame: before } : { kind });
  };
  const onOnly = (event: Event): void => {
    frame.setOnlyChanged((event.currentTarget as HTMLInputElement).checked);
  };
  return html`
    <div class="changes-bar" role="group" aria-label=${t('Changes')}>
      <label
        >${t('changes since')}
        <select class="mono" data-testid="changes-since" @change=${onChoice}>
          ${choices.map(
            ({ kind, text }) =>
              html`<option value=${kind} .selected=${kind === since.kind}>${text}</option>`,
          )}
        </select>
      </label>
      ${since.kind === 'picked' ? pickedFrame(model, since.frame) : nothing}
      <label
        ><input type="checkbox" .checked=${onlyChanged} @change=${onOnly} />
        ${t('only what changed')}</label
      >
      <button
        class="link-button"
        data-testid="compare-with-this"
        title=${t('Keeps this frame beside the one that is selected next')}
        @click=${() => {
          model.compareWith(model.details?.frame);
        }}
      >
        ${t('Compare with this frame')}
      </button>
      ${frame.changes?.note === undefined ? nothing : html`<span class="dim">${frame.changes.note}</span>`}
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

/** `changed since frame 41`, for a title. */
export function sinceText({ frame }: PageModel): string {
  const before = frame.changes?.before;
  return before === undefined ? '' : t('changed since frame {0}', grouped(before));
}
