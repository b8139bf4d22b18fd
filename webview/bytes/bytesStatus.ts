// What stands below the bytes: which they are, what numbers they make, and what can be done with them.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CopyFormat } from '../../src/editor/bytesMessages';
import { t } from '../l10n';
import { countText } from '../text';
import type { BytesModel } from './bytesModel';
import { inspected, type Inspected } from './inspection';
import { offsetText } from './offsetInput';

const copies: readonly (readonly [label: string, format: CopyFormat])[] = [
  [t('Copy Hex'), 'hex'],
  [t('Copy Text'), 'text'],
  [t('Copy as C Array'), 'c'],
];

export function bytesStatus(model: BytesModel): TemplateResult {
  const { offset, length } = model.stretch;
  const { otherFrame: frame } = model;
  const damage = model.damageOf(model.selection.cursor);
  return html`
    <footer class="bytes-status">
      <p aria-live="polite">
        <span class="mono">${offsetText(offset)}</span
        >${length > 1 ? ` · ${countText(length, 'byte')}` : ''} · ${model.path.join(' › ')}
        ${damage ? html`<span class=${damage.severity}>${damage.message}</span>` : nothing}
      </p>
      <p class="bytes-numbers mono">${numbers(model)}</p>
      <div class="bytes-actions">
        ${
          frame === undefined
            ? nothing
            : html`<button
                class="secondary"
                title=${t('Select the frame of these bytes (Enter)')}
                @click=${() => {
                  model.selectFrame();
                }}
              >
                ${t('Select Frame {0}', frame)}
              </button>`
        }
        ${copies.map(
          ([label, format]) =>
            html`<button class="tool" @click=${() => void model.copy(format)}>${label}</button>`,
        )}
        ${
          model.hasHexEditor
            ? html`<button
                class="tool"
                @click=${() => {
                  model.openInHexEditor();
                }}
              >
                ${t('Reveal in Hex Editor')}
              </button>`
            : nothing
        }
      </div>
    </footer>
  `;
}

function numbers(model: BytesModel): TemplateResult {
  const found = inspected(model.inspected ?? new Uint8Array());
  const symbol = model.symbol === undefined ? '' : `<${model.symbol}>`;
  return html`${found.map((each) => html`<span>${numberText(each, found.length > 1)}</span>`)}
    <span>${symbol}</span>`;
}

function numberText({ order, unsigned, signed, float }: Inspected, named: boolean): string {
  const texts = [
    unsigned,
    ...(signed === undefined ? [] : [t('signed {0}', signed)]),
    ...(float === undefined ? [] : [t('float {0}', float)]),
  ];
  const all = texts.join(', ');
  return named ? (order === 'big' ? t('big endian {0}', all) : t('little endian {0}', all)) : all;
}
