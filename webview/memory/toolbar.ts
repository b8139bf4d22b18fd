// The top of the memory view: what is looked at, and how it is put together.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import {
  groupSizes,
  type Endian,
  type MemoryContents,
  type ShownPlace,
} from '../../src/workbench/memoryView/messages';
import { t } from '../l10n';
import { countText } from '../text';
import type { MemoryModel } from './model';

export function memoryToolbar(model: MemoryModel, contents: MemoryContents): TemplateResult {
  return html`
    <form
      class="memory-toolbar"
      @submit=${(event: SubmitEvent) => {
        onSubmit(model, event);
      }}
    >
      <label for="address">${t('Memory at')}</label>
      <input
        id="address"
        name="address"
        class="mono"
        type="text"
        autocomplete="off"
        spellcheck="false"
        list="history"
        placeholder=${t('an address, {0}, a pointer…', '$sp')}
        title=${t('Any expression; it is evaluated anew in each frame. Empty: all that the frame collected.')}
        .value=${model.settings.expression}
      />
      <datalist id="history">
        ${model.settings.history.map((each) => html`<option value=${each}></option>`)}
      </datalist>
      <button class="secondary" type="submit">${t('Show')}</button>
      ${groups(model)} ${orders(model, contents)}
    </form>
    <p class="memory-place" role="status">${placeText(model, contents)}</p>
  `;
}

function onSubmit(model: MemoryModel, event: SubmitEvent): void {
  event.preventDefault();
  const typed = new FormData(event.currentTarget as HTMLFormElement).get('address');
  model.look(typeof typed === 'string' ? typed : '');
}

function groups(model: MemoryModel): TemplateResult {
  const onChange = (event: Event): void => {
    const chosen = Number((event.currentTarget as HTMLSelectElement).value);
    const size = groupSizes.find((each) => each === chosen);
    if (size !== undefined) model.setGroupSize(size);
  };
  return html`
    <select
      class="select"
      aria-label=${t('Bytes in a group')}
      title=${t('Bytes in a group')}
      @change=${onChange}
    >
      ${groupSizes.map(
        (size) => html`
          <option value=${size} ?selected=${size === model.settings.groupSize}>
            ${countText(size, 'byte')}
          </option>
        `,
      )}
    </select>
  `;
}

function orders(model: MemoryModel, contents: MemoryContents): TemplateResult {
  const { endian } = model.settings;
  const onChange = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    model.setEndian(value === 'little' || value === 'big' ? value : undefined);
  };
  const option = (value: Endian | undefined, label: string) => html`
    <option value=${value ?? ''} ?selected=${value === endian}>${label}</option>
  `;
  return html`
    <select
      class="select"
      aria-label=${t('Byte order')}
      title=${t('Byte order of the groups')}
      @change=${onChange}
    >
      ${option(undefined, contents.endian === 'big' ? t('target’s order (big-endian)') : t('target’s order (little-endian)'))}
      ${option('little', t('little-endian'))} ${option('big', t('big-endian'))}
    </select>
  `;
}

/** `$sp = 0x7ffe… · frame 12 · changes since frame 11`. */
function placeText(model: MemoryModel, contents: MemoryContents): TemplateResult {
  const { place, frame, before } = contents;
  return html`
    ${place ? html`${placeValue(place)}<span class="dim"> · </span>` : nothing}
    <span class="dim"
      >${before === undefined ? t('frame {0}', frame) : t('frame {0} · changes since frame {1}', frame, before)}</span
    >
    ${
      place
        ? html`<button
            class="link-button"
            @click=${() => {
              model.look('');
            }}
          >
            ${t('All that was collected')}
          </button>`
        : nothing
    }
  `;
}

function placeValue({ expression, address, problem }: ShownPlace): TemplateResult {
  if (problem !== undefined) return html`<span class="memory-problem">${problem}</span>`;
  const text = expression === address ? expression : `${expression} = ${address ?? ''}`;
  return html`<span class="mono">${text}</span>`;
}
