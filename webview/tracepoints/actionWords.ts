// What an action collected, in words. No DOM in here.
import type { ActionCount, FrameBecause } from '../../src/editor/tracepointMessages';
import { t } from '../l10n';
import { countText, grouped } from '../text';

/** A sentence, and the frame that it speaks of. */
export interface Finding {
  readonly text: string;
  readonly frame?: number;
  readonly isProblem: boolean;
}

/** `collected in 31 of 32 frames`, and what is to be said of the others. */
export function findingsOf(count: ActionCount, frames: number): Finding[] {
  const { collected, lacking, unknown, nothing, nearNull } = count;
  const findings: Finding[] = [];
  const say = (text: string, isProblem: boolean, frame?: number): void => {
    findings.push({ text, isProblem, ...(frame !== undefined && { frame }) });
  };
  if (frames === 0) return [{ text: t('no frames'), isProblem: false }];
  if (nothing === frames) say(t('collects nothing'), false);
  else say(t('collected in {0} of {1}', grouped(collected), countText(frames, 'frame')), false);
  if (lacking > 0) {
    say(
      because(t('missing in {0}', countText(lacking, 'frame')), count.firstLacking),
      true,
      count.firstLacking?.frame,
    );
  }
  if (unknown > 0) {
    const first = count.firstUnknown;
    say(
      because(t('cannot be told in {0}', countText(unknown, 'frame')), first),
      false,
      first?.frame,
    );
  }
  if (nothing > 0 && nothing < frames) {
    say(t('collects nothing in {0}', countText(nothing, 'frame')), false);
  }
  if (nearNull > 0) {
    const text = t(
      'at an address near 0 in {0}: a target writes bytes there that mean nothing',
      countText(nearNull, 'frame'),
    );
    say(text, true, count.firstNearNull);
  }
  return findings;
}

function because(what: string, first: FrameBecause | undefined): string {
  return first === undefined || first.why === '' ? what : t('{0}: {1}', what, first.why);
}
