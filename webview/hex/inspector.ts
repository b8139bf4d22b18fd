// The data inspector of a hex view: what the selected bytes are, what they mean as numbers in both
// byte orders, and where a pointer there leads.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CopyFormat } from '../../src/ask/bytes/copyBytes';
import type { Endian } from '../../src/workbench/memoryView/messages';
import { t } from '../l10n';
import { link } from '../link';
import { countText } from '../text';
import { hexReading, maxInterpretedBytes, readings, type Interpretation } from './readings';
import { originWords } from './shownMemory';

/** The selected bytes. */
interface InspectedBytes {
  /** `0x404168`. */
  readonly address: string;
  /** Bytes that are selected. */
  readonly count: number;
  /** What else is said of them. */
  readonly facts: readonly (string | TemplateResult)[];
  /** The bytes from the first selected one on, at least as many as a number has. */
  readonly bytes: readonly (number | undefined)[];
  /** The order of the program that was traced. */
  readonly order: Endian;
  readonly pointer: InspectedPointer;
  /** Buttons other than those that copy. */
  readonly actions?: TemplateResult | undefined;
  copy(format: CopyFormat): void;
  copyAddress(): void;
}

/** The pointer that begins at the first selected byte. */
interface InspectedPointer {
  /** `0x4040a0`; absent where not all of it is known. */
  readonly value?: string | undefined;
  readonly symbol?: string | undefined;
  /** Shows memory there. */
  readonly follow?: (value: string) => void;
}

const copies: readonly (readonly [label: string, format: CopyFormat])[] = [
  [t('Copy Hex'), 'hex'],
  [t('Copy Text'), 'text'],
  [t('Copy as C Array'), 'c'],
];

export function inspector(inspected: InspectedBytes): TemplateResult {
  const { address, count, facts, order, actions } = inspected;
  const isBig = order === 'big';
  const size = count > 1 ? [countText(count, 'byte')] : [];
  return html`
    <div
      class="inspector"
      role="region"
      tabindex="0"
      aria-label=${t('Data inspector')}
      data-testid="inspector"
    >
      <p class="inspected" aria-live="polite">
        <span class="mono">${address}</span>${[...size, ...facts].map((fact) => html` · ${fact}`)}
      </p>
      <table class="values mono">
        <thead>
          <tr>
            <th scope="col">${t('Type')}</th>
            <th scope="col">${isBig ? t('Big endian') : t('Little endian')}</th>
            <th scope="col">${isBig ? t('Little endian') : t('Big endian')}</th>
          </tr>
        </thead>
        <tbody>
          ${rowsOf(inspected).map((reading) => readingRow(reading, isBig))}
          ${pointerRow(inspected.pointer)}
        </tbody>
      </table>
      <div class="inspector-actions">
        ${actions ?? nothing}
        ${copies.map(
          ([label, format]) =>
            html`<button
              class="tool"
              @click=${() => {
                inspected.copy(format);
              }}
            >
              ${label}
            </button>`,
        )}
        <button
          class="tool"
          @click=${() => {
            inspected.copyAddress();
          }}
        >
          ${t('Copy Address')}
        </button>
      </div>
    </div>
  `;
}

/** Without unsigned numbers that are the signed ones. */
function rowsOf({ bytes, count }: InspectedBytes): readonly Interpretation[] {
  const all = readings(bytes);
  const telling = all.filter(({ type, little, big }) => {
    const signed = all.find((each) => `u${each.type}` === type);
    return signed === undefined || signed.little !== little || signed.big !== big;
  });
  return count > 1 && count <= maxInterpretedBytes
    ? [hexReading(bytes.slice(0, count)), ...telling]
    : telling;
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

function pointerRow({ value, symbol, follow }: InspectedPointer): TemplateResult {
  const shown =
    value === undefined || follow === undefined
      ? (value ?? unknown)
      : link(value, t('Show memory at {0}', value), () => {
          follow(value);
        });
  return html`
    <tr>
      <th scope="row">${t('pointer')}</th>
      <td colspan="2">
        ${shown}${symbol === undefined ? nothing : html` <span>&lt;${symbol}&gt;</span>`}
      </td>
    </tr>
  `;
}

/** What the colours of memory mean; `changed` says since when. */
export function originLegend(changed: string): TemplateResult {
  return html`
    <p class="legend dim">
      <span><span class="mono byte-collected">00</span> ${originWords.collected}</span>
      <span><span class="mono byte-changed">00</span> ${changed}</span>
      <span><span class="mono byte-transparent">00</span> ${originWords.transparent}</span>
      <span><span class="mono byte-unavailable">??</span> ${originWords.unavailable}</span>
    </p>
  `;
}
