// The card at the crosshair: the frame, its time and place, and what the tracks' expressions are.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { inlineStyles } from '../inlineStyles';
import { t } from '../l10n';
import { grouped, placeText } from '../text';
import { timeText } from './axisText';
import type { CanvasModel } from './canvasModel';

/**
 * The share of the width beyond which the card is left of the crosshair: there it may lie over the
 * heads of the tracks, at the right it would be cut off.
 */
const turning = 0.35;

export function pointerCard(canvas: CanvasModel): TemplateResult | typeof nothing {
  const { pointer, pointed, viewport, intervals } = canvas;
  if (pointer === undefined || !pointed) return nothing;
  const lines = [...frameLines(pointed), ...(intervals.pointed ? [intervals.pointed] : [])];
  const share = viewport.share(pointer);
  const rest = `${(1 - share) * 100}%`;
  const side = share > turning ? { right: rest } : { left: `${share * 100}%`, '--room': rest };
  return html`<div class="pointer-card" ${inlineStyles(side)} aria-hidden="true">
    ${lines.map((line) => html`<div>${line}</div>`)}
  </div>`;
}

/** What the card says, line by line; a screen reader is told the same of the selected frame. */
export function frameLines(at: NonNullable<CanvasModel['here']>): string[] {
  const { frame, tracepoint, stepping, functionName, place, time, texts, values } = at;
  const where = [functionName, place && placeText(place)].filter((part) => part !== undefined);
  return [
    [t('frame {0}', grouped(frame)), ...(time === undefined ? [] : [timeText(time)])].join(' · '),
    [`#${tracepoint}`, ...(stepping ? [t('stepping')] : []), ...where].join(' '),
    ...texts.flatMap((text, i) => {
      const value = values[i] ?? undefined;
      return value === undefined ? [] : [`${text} = ${value}`];
    }),
  ];
}
