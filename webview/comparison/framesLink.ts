// Frames of both traces as a link that goes to them.
import { html, type TemplateResult } from 'lit/html.js';
import { t } from '../l10n';
import { link } from '../link';
import { grouped } from '../text';
import type { ComparisonModel, ShownFrames } from './model';

/** `152 ↔ 152`, which goes there. */
export function framesLink(
  model: ComparisonModel,
  frames: ShownFrames | undefined,
): TemplateResult {
  if (!frames || (frames.left === undefined && frames.right === undefined)) return html``;
  const { left, right } = frames;
  const text = [left, right].map((frame) => (frame === undefined ? '—' : grouped(frame)));
  const title =
    left !== undefined && right !== undefined
      ? t('Go to frame {0} of the left trace and {1} of the right', left, right)
      : left !== undefined
        ? t('Go to frame {0} of the left trace', left)
        : t('Go to frame {0} of the right trace', right ?? 0);
  return link(text.join(' ↔ '), title, () => {
    model.goTo(frames);
  });
}
