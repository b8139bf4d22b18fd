// The bottom of the memory view: what stands at the cursor, in words, and what can be done with it.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { MemoryContents } from '../../src/workbench/memoryView/messages';
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
    `0x${address.toString(16)}${isOneGroup ? '' : ` · ${count} bytes`}`,
    originText(shown, stretch),
    ...(was === undefined ? [] : [`was ${was} in frame ${before ?? ''}`]),
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
              ? 'Not all bytes of an address are known here'
              : `Show memory at ${model.pointer} (Enter)`
          }
          @click=${() => {
            model.followPointer();
          }}
        >
          Go to Pointer
        </button>
        <button
          class="secondary"
          title="Copy the selected bytes (Ctrl+C)"
          @click=${() => {
            model.copy();
          }}
        >
          Copy
        </button>
        <button
          class="secondary"
          @click=${() => {
            model.copyAddress();
          }}
        >
          Copy Address
        </button>
      </span>
    </footer>
  `;
}
