// The instructions around the position, each with the source line that begins there.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { InstructionRow } from '../../src/editor/branch/messages';
import { t } from '../l10n';
import { fileName } from '../text';
import type { BranchModel } from './model';

export function instructionsView(model: BranchModel): TemplateResult {
  return html`
    <div
      class="instructions mono"
      role="listbox"
      tabindex="0"
      aria-label=${t('Instructions')}
      aria-activedescendant="instruction-${model.position}"
      @keydown=${(event: KeyboardEvent) => {
        takeKey(model, event);
      }}
    >
      ${model.instructions.map((row) => [sourceLine(row), instruction(model, row)])}
    </div>
  `;
}

function sourceLine({ source, place }: InstructionRow): TemplateResult | typeof nothing {
  if (!place || source === undefined) return nothing;
  const where = html`<span class="dim">${fileName(place.file)}:${place.line}</span>`;
  return html`<div class="source-line" role="presentation">${where} ${source}</div>`;
}

function instruction(model: BranchModel, row: InstructionRow): TemplateResult {
  const { number, address, symbol, text, gap } = row;
  if (gap !== undefined)
    return html`<div class="gap-text" role="presentation">${number} ${gap}</div>`;
  const isHere = number === model.position;
  return html`
    <div
      id="instruction-${number}"
      class="instruction ${isHere ? 'here' : ''}"
      role="option"
      aria-selected=${isHere ? 'true' : 'false'}
      @click=${() => {
        model.goTo(number);
      }}
    >
      <span class="number dim">${number}</span>
      <span class="dim" title=${address}>${symbol ?? address}</span>
      <span>${text}</span>
    </div>
  `;
}

function takeKey(model: BranchModel, event: KeyboardEvent): void {
  const moves: Readonly<Record<string, string>> = {
    ArrowDown: 'nextInstruction',
    ArrowUp: 'previousInstruction',
    Home: 'first',
    End: 'last',
  };
  const move = moves[event.key];
  if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  model.move(move);
}
