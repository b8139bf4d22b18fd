// The lower edge of the tracks: a drag or the keys Up and Down give them more room, a double click
// as much as usual (WAI-ARIA Authoring Practices, "Window Splitter Pattern").
import { html, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import type { CanvasModel } from './canvasModel';
import { roomLimits } from './canvasSettings';

/** Pixels by which a key moves the sash. */
const keyStep = 20;

/** `content`: how high the tracks are, in pixels. */
export function tracksSash(model: CanvasModel, content: number): TemplateResult {
  const move = (to: number): void => {
    model.setRoom(Math.min(to, Math.max(content, roomLimits.least)));
  };
  const onPointerDown = (event: PointerEvent): void => {
    const sash = event.currentTarget as HTMLElement;
    if (event.button !== 0) return;
    const start = shownRoom(sash) - event.clientY;
    sash.setPointerCapture(event.pointerId);
    const onMove = ({ clientY }: PointerEvent) => {
      move(start + clientY);
    };
    const ended = new AbortController();
    const end = () => {
      ended.abort();
    };
    sash.addEventListener('pointermove', onMove, ended);
    sash.addEventListener('pointerup', end, ended);
    sash.addEventListener('pointercancel', end, ended);
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? keyStep : event.key === 'ArrowUp' ? -keyStep : 0;
    if (by === 0) return;
    event.preventDefault();
    move(shownRoom(event.currentTarget as HTMLElement) + by);
  };
  return html`<div
    class="tracks-sash"
    tabindex="0"
    role="separator"
    aria-label=${t('Height of the tracks')}
    aria-orientation="horizontal"
    aria-controls="canvas-tracks"
    aria-valuemin=${roomLimits.least}
    aria-valuemax=${Math.max(content, roomLimits.least)}
    aria-valuenow=${Math.min(model.room ?? content, Math.max(content, roomLimits.least))}
    @pointerdown=${onPointerDown}
    @keydown=${onKey}
    @dblclick=${() => {
      model.setRoom(undefined);
    }}
  ></div>`;
}

function shownRoom(sash: HTMLElement): number {
  return sash.parentElement?.querySelector('#canvas-tracks')?.clientHeight ?? 0;
}
