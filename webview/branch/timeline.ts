// The depth of the calls over the recording, drawn from its oldest instruction to its newest, by
// instructions or by time; a click goes to an instruction.
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { TimelineAxis } from '../../src/ask/branch/depth';
import { t } from '../l10n';
import { grouped } from '../text';
import type { BranchModel } from './model';

const height = 56;

/** Pixels between the lines that mark what is missing. */
const hatching = 6;

export class Timeline {
  private canvas: HTMLCanvasElement | undefined;

  constructor(private readonly model: BranchModel) {}

  view(instructions: number): TemplateResult {
    const { model } = this;
    const { axis, span = 0, position, ticksHere } = model;
    const isTime = axis === 'time';
    return html`
      <canvas
        class="timeline"
        data-testid="branch-timeline"
        role="slider"
        tabindex="0"
        aria-label=${isTime ? t('Depth of the calls over time') : t('Depth of the calls over the recording')}
        aria-valuemin=${isTime ? 0 : 1}
        aria-valuemax=${isTime ? span : instructions}
        aria-valuenow=${isTime ? (ticksHere ?? 0) : position}
        aria-valuetext=${valueText(model, instructions)}
        @pointermove=${(event: PointerEvent) => {
          if (this.canvas) this.canvas.title = placeText(model, this.shareOf(event));
        }}
        @click=${(event: MouseEvent) => {
          model.goToShare(this.shareOf(event));
        }}
        @keydown=${(event: KeyboardEvent) => {
          this.takeKey(event);
        }}
      ></canvas>
    `;
  }

  /** Draws the columns as they are now. */
  paint(body: HTMLElement): void {
    const canvas = body.querySelector<HTMLCanvasElement>('canvas.timeline') ?? undefined;
    this.canvas = canvas;
    if (!canvas || canvas.clientWidth === 0) return;
    const scale = window.devicePixelRatio;
    const width = canvas.clientWidth;
    this.model.measureDepth(Math.floor(width / 2));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(scale, scale);
    this.drawDepth(context, width, getComputedStyle(canvas));
  }

  private drawDepth(
    context: CanvasRenderingContext2D,
    width: number,
    style: CSSStyleDeclaration,
  ): void {
    const { depth, summary, positionShare } = this.model;
    const levels = Math.max(1, summary?.execution?.depth ?? 1);
    const step = width / Math.max(1, depth.length);
    const unit = (height - 4) / levels;
    depth.forEach(({ least, most, gap }, column) => {
      if (gap !== undefined) return;
      // From pixel to pixel: where two overlapped, or left room between them, a line would be seen.
      const x = Math.round(column * step);
      const columnWidth = Math.round((column + 1) * step) - x;
      context.fillStyle = style.getPropertyValue('--depth-range');
      context.fillRect(x, 0, columnWidth, (most + 1) * unit);
      context.fillStyle = style.getPropertyValue('--depth-least');
      context.fillRect(x, 0, columnWidth, (least + 1) * unit);
    });
    this.drawGaps(context, step, style);
    if (positionShare === undefined) return;
    context.fillStyle = style.getPropertyValue('--depth-position');
    context.fillRect(Math.min(width - 2, Math.max(0, positionShare * width - 1)), 0, 2, height);
  }

  /** Hatches the parts of which it is not known what ran. */
  private drawGaps(
    context: CanvasRenderingContext2D,
    step: number,
    style: CSSStyleDeclaration,
  ): void {
    const { depth } = this.model;
    context.save();
    context.beginPath();
    depth.forEach(({ gap }, column) => {
      if (gap !== undefined) context.rect(column * step, 0, step, height);
    });
    context.clip();
    context.strokeStyle = style.getPropertyValue('--depth-gap');
    context.beginPath();
    for (let x = -height; x < depth.length * step; x += hatching) {
      context.moveTo(x, height);
      context.lineTo(x + height, 0);
    }
    context.stroke();
    context.restore();
  }

  /** The place of the pointer, a share of the width. */
  private shareOf({ offsetX }: MouseEvent): number {
    return offsetX / Math.max(1, this.canvas?.clientWidth ?? 1);
  }

  private takeKey(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, string>> = {
      ArrowRight: 'nextInstruction',
      ArrowLeft: 'previousInstruction',
      PageDown: 'nextCall',
      PageUp: 'previousCall',
      Home: 'first',
      End: 'last',
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    this.model.move(move);
  }
}

/** Chooses what the timeline goes by; nothing where the recording has no time. */
export function axisChoice(model: BranchModel): TemplateResult | typeof nothing {
  if (model.span === undefined) return nothing;
  const choice = (axis: TimelineAxis, label: string) =>
    html`<button
      aria-pressed=${model.axis === axis ? 'true' : 'false'}
      @click=${() => {
        model.setAxis(axis);
      }}
    >
      ${label}
    </button>`;
  return html`
    <span class="choice" role="group" aria-label=${t('Axis')} data-testid="branch-axis">
      ${choice('instruction', t('Instructions'))}${choice('time', t('Time'))}
    </span>
  `;
}

function valueText(model: BranchModel, instructions: number): string {
  const { axis, position, ticksHere, span = 0 } = model;
  if (axis === 'instruction' || ticksHere === undefined) {
    return t('instruction {0} of {1}', grouped(position), grouped(instructions));
  }
  return t('tick {0} of {1}', grouped(ticksHere), grouped(span));
}

/** What a place of the timeline shows: `tick 1,314 · levels 2–4`. */
function placeText(model: BranchModel, share: number): string {
  const { axis, span = 0 } = model;
  const column = model.columnAt(share);
  if (!column) return '';
  const { least, most, gap } = column;
  const place =
    axis === 'time'
      ? t('tick {0}', grouped(Math.floor(share * span)))
      : t('instruction {0}', grouped(model.instructionAt(share)));
  const depth =
    gap ??
    (least === most
      ? t('level {0}', grouped(least))
      : t('levels {0}–{1}', grouped(least), grouped(most)));
  return `${place} · ${depth}`;
}
