// Buttons that go from the position to the next or previous instruction, line, call, return or block.
import { html, type TemplateResult } from 'lit/html.js';
import { icons } from '../icons';
import { t } from '../l10n';
import { grouped } from '../text';
import type { BranchModel } from './model';

export function moveBar(model: BranchModel): TemplateResult {
  const pair = (name: string, label: string, back: string, on: string) => html`
    <span class="move-pair" role="group" aria-label=${label}>
      ${button(model, `previous${name}`, back, icons.up)}
      <span>${label}</span>
      ${button(model, `next${name}`, on, icons.down)}
    </span>
  `;
  return html`
    <div class="move-bar" role="toolbar" aria-label=${t('Go to')}>
      ${pair('Instruction', t('Instruction'), t('Previous instruction'), t('Next instruction'))}
      ${pair('Line', t('Line'), t('Previous line'), t('Next line'))}
      ${pair('Call', t('Call'), t('Previous call'), t('Next call'))}
      ${pair('Return', t('Return'), t('Previous return'), t('Next return'))}
      ${pair('Block', t('Block'), t('Previous block'), t('Next block'))}
      <span class="position mono" data-testid="branch-position"
        >${t('instruction {0}', grouped(model.position))}</span
      >
    </div>
  `;
}

function button(
  model: BranchModel,
  move: string,
  label: string,
  icon: TemplateResult,
): TemplateResult {
  return html`
    <button
      class="move"
      data-testid=${move}
      title=${label}
      aria-label=${label}
      @click=${() => {
        model.move(move);
      }}
    >
      ${icon}
    </button>
  `;
}
