// What the frame is compared with.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Since } from '../../src/editor/frameMessages';
import { t } from '../l10n';
import type { PageModel } from '../pageModel';

const choices: readonly { readonly kind: Since['kind']; readonly text: string }[] = [
  { kind: 'hit', text: t('previous hit') },
  { kind: 'frame', text: t('previous frame') },
  { kind: 'picked', text: t('chosen frame…') },
];

export function changesBar(model: PageModel): TemplateResult {
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
