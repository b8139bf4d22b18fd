// The depth of the calls over the recording, drawn from its oldest instruction to its newest; a
// click goes to an instruction.
import { html, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import { grouped } from '../text';
import type { BranchModel } from './model';

const height = 56;

export class Timeline {
  private canvas: HTMLCanvasElement | undefined;

  constructor(private readonly model: BranchModel) {}

  view(instructions: number): TemplateResult {
    const { model } = this;
    return html`
      <canvas
        class="timeline"
        data-testid="branch-timeline"
        role="slider"
        tabindex="0"
        aria-label=${t('Depth of the calls over the recording')}
        aria-valuemin="1"
        aria-valuemax=${instructions}
        aria-valuenow=${model.position}
        aria-valuetext=${t('instruction {0} of {1}', grouped(model.position), grouped(instructions))}
        title=${t('Depth of the calls, oldest instruction to newest')}
        @click=${(event: MouseEvent) => {
          this.goTo(event.offsetX, instructions);
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
    const { depth, summary, position } = this.model;
    const levels = Math.max(1, summary?.execution?.depth ?? 1);
    const step = width / Math.max(1, depth.length);
    const unit = (height - 4) / levels;
    depth.forEach(({ least, most }, column) => {
      const x = column * step;
      context.fillStyle = style.getPropertyValue('--depth-range');
      context.fillRect(x, 0, step + 0.5, (most + 1) * unit);
      context.fillStyle = style.getPropertyValue('--depth-least');
      context.fillRect(x, 0, step + 0.5, (least + 1) * unit);
    });
    const instructions = summary?.execution?.instructions ?? 1;
    const at = ((position - 0.5) / instructions) * width;
    context.fillStyle = style.getPropertyValue('--depth-position');
    context.fillRect(Math.min(width - 2, Math.max(0, at - 1)), 0, 2, height);
  }

  private goTo(x: number, instructions: number): void {
    const { canvas } = this;
    if (!canvas) return;
    const share = x / Math.max(1, canvas.clientWidth);
    this.model.goTo(Math.min(instructions, Math.max(1, Math.ceil(share * instructions))));
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
