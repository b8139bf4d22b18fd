// The data inspector: what the selected bytes mean as numbers, in both byte orders, and where a pointer there leads.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { countText, wordList } from '../text';
import type { PageByte } from './byteSelection';
import { maxInterpretedBytes, readings, type Interpretation } from './dataInspector';
import { byteOriginWords } from './memoryView';

/** Nothing where no byte is selected. */
export function inspectorView(model: PageModel): TemplateResult | typeof nothing {
  const { selection } = model.frame;
  const bytes = selection.bytes(maxInterpretedBytes);
  const [first] = bytes;
  if (!first) return nothing;
  const { start, end } = selection.stretch;
  const isBig = model.trace?.registerSet?.order === 'big';
  return html`
    <div
      class="inspector"
      role="region"
      tabindex="0"
      aria-label=${t('Data inspector')}
      data-testid="inspector"
    >
      <p class="mono">
        0x${first.address.toString(16)}
        <span class="dim"
          >${countText(end - start, 'byte')}, ${originsText(bytes, end - start)}</span
        >
      </p>
      <div class="visually-hidden" role="status">${spoken(first)}</div>
      <table class="values mono">
        <thead>
          <tr>
            <th scope="col">${t('type')}</th>
            <th scope="col">${isBig ? t('big endian') : t('little endian')}</th>
            <th scope="col">${isBig ? t('little endian') : t('big endian')}</th>
          </tr>
        </thead>
        <tbody>
          ${telling(readings(bytes.map(({ value }) => value))).map((reading) => readingRow(reading, isBig))}
          ${pointerRow(model)}
        </tbody>
      </table>
    </div>
  `;
}

/** Without unsigned numbers that are the signed ones. */
function telling(all: readonly Interpretation[]): readonly Interpretation[] {
  return all.filter(({ type, little, big }) => {
    const signed = all.find((each) => `u${each.type}` === type);
    return signed === undefined || signed.little !== little || signed.big !== big;
  });
}

function readingRow({ type, little, big }: Interpretation, isBig: boolean): TemplateResult {
  const [own, other] = isBig ? [big, little] : [little, big];
  return html`
    <tr>
      <th scope="row">${type}</th>
      <td>${own ?? unknown}</td>
      <td class="dim">${other === own ? '' : other}</td>
    </tr>
  `;
}

const unknown = html`<span class="unavailable" title=${t('not all of its bytes are known')}
  >—</span
>`;

function pointerRow(model: PageModel): TemplateResult {
  const { value, symbol } = model.frame.pointer ?? {};
  const go =
    value === undefined
      ? unknown
      : link(value, t('Show memory at {0}', value), () => {
          model.frame.lookUp(value);
        });
  return html`
    <tr>
      <th scope="row">${t('pointer')}</th>
      <td colspan="2">
        ${go}${symbol === undefined ? nothing : html` <span>&lt;${symbol}&gt;</span>`}
      </td>
    </tr>
  `;
}

/** Where the selected bytes come from, each origin once. */
function originsText(bytes: readonly PageByte[], count: number): string {
  const origins = new Set(bytes.slice(0, count).map(({ origin }) => origin));
  return wordList([...origins].map((origin) => byteOriginWords[origin]));
}

function spoken({ address, value, origin }: PageByte): string {
  const digits = value === undefined ? '' : `${value.toString(16).padStart(2, '0')}, `;
  return `0x${address.toString(16)}: ${digits}${byteOriginWords[origin]}`;
}
