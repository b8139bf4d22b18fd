// The tab "Compare": two frames side by side.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  ComparedFrame,
  ComparedRow,
  ComparedRows,
  FrameComparison,
} from '../../src/ask/frame/compareFrames';
import type { MemoryRow, OriginName } from '../../src/ask/frame/memoryRows';
import { note } from '../frame/whereView';
import { t } from '../l10n';
import { link } from '../link';
import type { PageModel } from '../pageModel';
import { section } from '../section';
import { countText, grouped, placeText } from '../text';
import { swatch } from '../icons';
import type { CompareModel } from './compareModel';

export function comparePanel(model: PageModel): TemplateResult {
  const { compare } = model;
  return html`${frames(model)} ${content(model, compare)}`;
}

function content(model: PageModel, compare: CompareModel): TemplateResult | typeof nothing {
  const { comparison, kept, problem } = compare;
  if (problem !== undefined) return note(problem);
  if (compare.left === undefined) {
    return html`<p class="empty-note">
      ${t('Enter a frame to compare with, or pin this one and select another.')}
    </p>`;
  }
  if (comparison !== undefined) return differences(model, comparison);
  // Unseen, what was compared before keeps the place of what will come.
  return html`<p class="dim" role="status">${t('Loading…')}</p>
    ${kept === undefined ? nothing : html`<div class="kept-place">${differences(model, kept)}</div>`}`;
}

/** Which two frames, and what is shown of them. */
function frames(model: PageModel): TemplateResult {
  const { compare } = model;
  const { left, right, follows, all } = compare;
  return html`
    <div class="changes-bar" role="group" aria-label=${t('Frames to compare')}>
      ${frameInput(model, t('Left frame'), t('Left frame'), left, (frame) => {
        if (frame !== undefined) compare.pin(frame);
      })}
      ${frameInput(
        model,
        follows ? t('Right frame (selected)') : t('Right frame'),
        t('Right frame'),
        right,
        (frame) => {
          compare.setRight(frame);
        },
      )}
      ${
        follows
          ? nothing
          : button(t('Follow the selection'), 'compare-follow', () => {
              compare.setRight(undefined);
            })
      }
      ${button(t('Swap'), 'compare-swap', () => {
        compare.swap();
      })}
      ${
        model.selected === undefined
          ? nothing
          : button(t('Pin frame {0}', grouped(model.selected)), 'compare-keep', () => {
              model.compareWith(model.selected);
            })
      }
      <label
        ><input
          type="checkbox"
          .checked=${all}
          @change=${(event: Event) => {
            compare.setAll((event.currentTarget as HTMLInputElement).checked);
          }}
        />
        ${t('Show unchanged')}</label
      >
    </div>
  `;
}

function frameInput(
  { frameCount }: PageModel,
  label: string,
  title: string,
  value: number | undefined,
  choose: (frame: number | undefined) => void,
): TemplateResult {
  const onChange = (event: Event): void => {
    const frame = (event.currentTarget as HTMLInputElement).valueAsNumber;
    choose(Number.isSafeInteger(frame) && frame >= 0 ? frame : undefined);
  };
  return html`<label
    >${label}
    <input
      class="frame-number mono"
      type="number"
      min="0"
      max=${Math.max(0, frameCount - 1)}
      aria-label=${title}
      .value=${value === undefined ? '' : String(value)}
      @change=${onChange}
    />
  </label>`;
}

function button(text: string, testId: string, act: () => void): TemplateResult {
  return html`<button class="link-button" data-testid=${testId} @click=${act}>${text}</button>`;
}

function differences(model: PageModel, comparison: FrameComparison): TemplateResult {
  const { left, right, parts } = comparison;
  return html`
    <div class="compared-frames">${frameHead(model, left)} ${frameHead(model, right)}</div>
    ${parts.map((part) => rowsOf(model, part, comparison))} ${memoryRows(model, comparison)}
  `;
}

function frameHead(model: PageModel, compared: ComparedFrame): TemplateResult {
  const { frame, tracepoint, stepping, functionName, place } = compared;
  const where = place === undefined ? '' : placeText(place);
  return html`
    <p>
      ${link(t('frame {0}', grouped(frame)), t('Select frame {0}', frame), () => {
        model.select(frame);
      })}
      <span class="dim"
        >${swatch(model.trace, tracepoint)}
        ${stepping ? t('tracepoint {0}, stepping', tracepoint) : t('tracepoint {0}', tracepoint)}</span
      >
      <span class="mono">${functionName ?? ''}</span> <span class="dim mono">${where}</span>
    </p>
  `;
}

function rowsOf(
  model: PageModel,
  { title, rows, compared, note: why }: ComparedRows,
  { left, right }: FrameComparison,
): TemplateResult {
  const differing = rows.filter(({ differs, depth }) => differs && depth === 0).length;
  const said = differing === 0 ? t('no differences') : countText(differing, 'difference');
  return section(
    model,
    {
      name: `compare ${title}`,
      title,
      note: t('{0}, {1} compared', said, grouped(compared)),
      open: true,
    },
    () => html`
      ${why === undefined ? nothing : note(why)}
      ${
        rows.length === 0
          ? nothing
          : html`<table class="values compared mono">
              <thead>
                <tr>
                  <th scope="col">${t('name')}</th>
                  <th scope="col">${t('frame {0}', grouped(left.frame))}</th>
                  <th scope="col">${t('frame {0}', grouped(right.frame))}</th>
                </tr>
              </thead>
              <tbody>
                ${rows.map((row) => rowView(row, model.compare.all))}
              </tbody>
            </table>`
      }
    `,
  );
}

/** Rows that differ are set apart from those that are the same in both. */
function rowView({ name, depth, left, right, differs }: ComparedRow, all: boolean): TemplateResult {
  return html`
    <tr class=${all && differs ? 'differs' : ''}>
      <th scope="row" class="level-${depth}">${name}</th>
      <td>${textOf(left)}</td>
      <td>${textOf(right)}</td>
    </tr>
  `;
}

function textOf(text: string | undefined): TemplateResult | string {
  if (text === undefined)
    return html`<span class="dim" title=${t('there is none in this frame')}>—</span>`;
  return text.startsWith('<') ? html`<span class="unavailable">${text}</span>` : text;
}

function memoryRows(model: PageModel, comparison: FrameComparison): TemplateResult {
  const { memory, memoryLeftOut: leftOut, ...frames } = comparison;
  const differing = memory.filter(({ differs }) => differs).length;
  const more = leftOut === 0 ? '' : t(', and {0} more rows that are not shown', grouped(leftOut));
  const said = differing === 0 ? t('no differences') : countText(differing, 'row');
  return section(
    model,
    { name: 'compare-memory', title: t('Memory'), note: `${said}${more}`, open: true },
    () =>
      html`${memory.map(
        ({ symbol, left, right }) => html`
          <div class="compared-memory mono">
            <p class="dim">${left.address}${symbol === undefined ? '' : ` <${symbol}>`}</p>
            ${hexSide(frames.left, left, right)} ${hexSide(frames.right, right, left)}
          </div>
        `,
      )}`,
  );
}

/** Bytes of one side, those that are others on the other side marked. */
function hexSide({ frame }: ComparedFrame, own: MemoryRow, other: MemoryRow): TemplateResult {
  return html`<div>
    <span class="side dim">${t('frame {0}', grouped(frame))}</span>
    ${byteRuns(own, other).map(
      ({ origin, changed, bytes }, i) =>
        html`${i > 0 ? ' ' : ''}<span class="byte-${origin}${changed ? ' byte-changed' : ''}"
            >${bytes}</span
          >`,
    )}
  </div>`;
}

/** Bytes that follow each other and look the same. */
interface ByteRun {
  readonly origin: OriginName;
  readonly changed: boolean;
  /** `67 70 00`. */
  bytes: string;
}

function byteRuns(own: MemoryRow, other: MemoryRow): readonly ByteRun[] {
  const runs: ByteRun[] = [];
  own.bytes.forEach((bytes, i) => {
    const origin = own.origins[i] ?? 'unavailable';
    const changed = bytes !== other.bytes[i];
    const last = runs.at(-1);
    if (last?.origin === origin && last.changed === changed) last.bytes += ` ${bytes}`;
    else runs.push({ origin, changed, bytes });
  });
  return runs;
}
