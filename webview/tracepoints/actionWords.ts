// What an action collected, in words. No DOM in here.
import type { ActionCount, FrameBecause } from '../../src/editor/tracepointMessages';
import { counted, grouped } from '../text';

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
  if (frames === 0) return [{ text: 'no frames', isProblem: false }];
  if (nothing === frames) say('collects nothing', false);
  else say(`collected in ${grouped(collected)} of ${counted(frames, 'frame')}`, false);
  if (lacking > 0) {
    say(
      `missing in ${counted(lacking, 'frame')}${because(count.firstLacking)}`,
      true,
      count.firstLacking?.frame,
    );
  }
  if (unknown > 0) {
    const first = count.firstUnknown;
    say(`cannot be told in ${counted(unknown, 'frame')}${because(first)}`, false, first?.frame);
  }
  if (nothing > 0 && nothing < frames) {
    say(`collects nothing in ${counted(nothing, 'frame')}`, false);
  }
  if (nearNull > 0) {
    const text = `at an address near 0 in ${counted(nearNull, 'frame')}: a target writes bytes there that mean nothing`;
    say(text, true, count.firstNearNull);
  }
  return findings;
}

function because(first: FrameBecause | undefined): string {
  return first === undefined || first.why === '' ? '' : `: ${first.why}`;
}
