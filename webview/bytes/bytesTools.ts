// What is above the bytes: the search, "go to", and the places that were found or are damaged.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { icons } from '../icons';
import { t } from '../l10n';
import { link } from '../link';
import { countText, grouped } from '../text';
import type { BytesFind, SoughtBytes } from './bytesFind';
import type { BytesModel } from './bytesModel';
import { offsetText } from './offsetInput';

/** Places that are shown as links. */
const maxLinks = 100;

export function bytesTools(
  model: BytesModel,
  more: TemplateResult | typeof nothing,
): TemplateResult {
  return html`
    <div class="bytes-tools">${searchForm(model)} ${goToForm(model)} ${more}</div>
    <div class="bytes-notes" aria-live="polite">${searchNote(model)}</div>
    ${placeList(model)} ${damageList(model)}
  `;
}

function searchForm(model: BytesModel): TemplateResult {
  const { find } = model;
  const { kind, pattern, matchCase } = find.sought;
  const search = (direction: 1 | -1): void => {
    void find.next(direction, model.range, model.cache.size);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') find.cancel();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search(event.shiftKey ? -1 : 1);
  };
  return html`
    <div class="bytes-search" role="search" aria-label=${t('Search the bytes')}>
      <select
        aria-label=${t('Search for')}
        .value=${kind}
        @change=${(event: Event) => {
          find.change({
            kind: (event.currentTarget as HTMLSelectElement).value as SoughtBytes['kind'],
          });
        }}
      >
        <option value="text" ?selected=${kind === 'text'}>${t('Text')}</option>
        <option value="hex" ?selected=${kind === 'hex'}>${t('Bytes')}</option>
      </select>
      <input
        class="mono"
        type="text"
        aria-label=${kind === 'hex' ? t('Bytes to search for, ?? for any') : t('Text to search for')}
        aria-invalid=${find.isProblem ? 'true' : 'false'}
        placeholder=${kind === 'hex' ? '7f 54 ?? 41' : t('text')}
        spellcheck="false"
        autocomplete="off"
        .value=${pattern}
        @input=${(event: InputEvent) => {
          find.change({ pattern: (event.currentTarget as HTMLInputElement).value });
        }}
        @keydown=${onKey}
      />
      ${
        kind === 'text'
          ? html`<button
              class="tool"
              aria-pressed=${matchCase ? 'true' : 'false'}
              title=${t('Match case')}
              aria-label=${t('Match case')}
              @click=${() => {
                find.change({ matchCase: !find.sought.matchCase });
              }}
            >
              Aa
            </button>`
          : nothing
      }
      <button
        class="tool"
        title=${t('Previous (Shift+Enter)')}
        aria-label=${t('Previous place')}
        @click=${() => {
          search(-1);
        }}
      >
        ${icons.up}
      </button>
      <button
        class="tool"
        title=${t('Next (Enter)')}
        aria-label=${t('Next place')}
        @click=${() => {
          search(1);
        }}
      >
        ${icons.down}
      </button>
      <button class="tool" title=${t('List every place')} @click=${() => void find.list()}>
        ${t('All')}
      </button>
    </div>
  `;
}

function goToForm(model: BytesModel): TemplateResult {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get('offset');
    if (typeof typed === 'string') model.goTo(typed);
  };
  return html`
    <form class="bytes-go-to" @submit=${onSubmit}>
      <label for="bytes-offset">${t('Go to')}</label>
      <input
        id="bytes-offset"
        name="offset"
        class="mono"
        type="text"
        autocomplete="off"
        spellcheck="false"
        placeholder=${t('{0} or {1}', '0x9c4e', '+16')}
      />
    </form>
  `;
}

function searchNote({ find, note }: BytesModel): TemplateResult | typeof nothing {
  const { progress } = find;
  if (!progress) {
    const said = [find.note, note].filter(Boolean).join(' ');
    return said === '' ? nothing : html`<p class=${find.isProblem ? 'warning' : 'dim'}>${said}</p>`;
  }
  const share = progress.total > 0 ? progress.done / progress.total : 1;
  return html`
    <p class="dim">
      <progress aria-label=${t('Searching')} max="1" .value=${share}></progress>
      ${Math.floor(100 * share)} %, ${countText(progress.found, 'place')}
      <button class="tool" @click=${find.cancel.bind(find)}>${t('Cancel')}</button>
    </p>
  `;
}

function placeList(model: BytesModel): TemplateResult | typeof nothing {
  const { places, length } = model.find;
  if (places.length === 0) return nothing;
  return html`
    <div class="bytes-places mono" role="group" aria-label=${t('Places found')}>
      ${places.slice(0, maxLinks).map((offset) =>
        link(offsetText(offset), t('Select the bytes at {0}', offsetText(offset)), () => {
          model.show({ offset, length });
        }),
      )}
      ${places.length > maxLinks ? moreMarked(model.find) : nothing}
    </div>
  `;
}

function moreMarked({ places }: BytesFind): TemplateResult {
  return html`<span class="dim"
    >${t('{0} more are marked.', grouped(places.length - maxLinks))}</span
  >`;
}

function damageList(model: BytesModel): TemplateResult | typeof nothing {
  const { damage } = model;
  if (damage.length === 0) return nothing;
  return html`
    <details class="bytes-damage">
      <summary>${countText(damage.length, 'markedPlace')}</summary>
      <ul>
        ${damage.slice(0, maxLinks).map(
          ({ offset, diagnostic }) => html`
            <li class=${diagnostic.severity}>
              ${icons[diagnostic.severity]}
              <span>
                ${link(offsetText(offset), t('Select this byte'), () => {
                  model.show({ offset, length: 1 });
                })}
                ${diagnostic.message}
              </span>
            </li>
          `,
        )}
      </ul>
      ${
        damage.length > maxLinks
          ? html`<p class="dim">
              ${t('{0} more are under Problems.', grouped(damage.length - maxLinks))}
            </p>`
          : nothing
      }
    </details>
  `;
}
