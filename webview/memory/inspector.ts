// The bottom of the memory view: what stands at the cursor, in words, and what can be done with it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MemoryContents } from '../../src/workbench/memoryView/messages';
import { t } from '../l10n';
import { countText } from '../text';
import type { MemoryModel } from './model';
import { beforeText, numberTexts, originText } from './words';

export function inspector(
  model: MemoryModel,
  { sections, before }: MemoryContents,
): TemplateResult | typeof nothing {
  const { section, ...stretch } = model.selection;
  const shown = sections[section];
  const address = model.addressOf({ section, offset: stretch.start });
  if (!shown || address === undefined) return nothing;
  const count = stretch.end - stretch.start;
  const isOneGroup = count === model.settings.groupSize;
  const was = beforeText(shown, stretch);
  const facts = [
    `0x${address.toString(16)}${isOneGroup ? '' : ` · ${countText(count, 'byte')}`}`,
    originText(shown, stretch),
    ...(was === undefined ? [] : [t('was {0} in frame {1}', was, before ?? '')]),
    ...(isOneGroup ? numberTexts(shown, stretch, model.endian) : []),
  ];
  return html`
    <footer class="inspector">
      <span class="facts" aria-live="polite">${facts.join(' · ')}</span>
      <span class="actions">
        <button
          class="secondary"
          ?disabled=${model.pointer === undefined}
          title=${
            model.pointer === undefined
              ? t('Not all bytes of an address are known here')
              : t('Show memory at {0} (Enter)', model.pointer)
          }
          @click=${() => {
            model.followPointer();
          }}
        >
          ${t('Go to Pointer')}
        </button>
        <button
          class="secondary"
          title=${t('Copy the selected bytes (Ctrl+C)')}
          @click=${() => {
            model.copy();
          }}
        >
          ${t('Copy')}
        </button>
        <button
          class="secondary"
          @click=${() => {
            model.copyAddress();
          }}
        >
          ${t('Copy Address')}
        </button>
      </span>
    </footer>
  `;
}
