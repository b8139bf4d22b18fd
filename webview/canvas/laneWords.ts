// What a lane is called, and what is said of it.
import type { LaneRate } from '../../src/ask/tracks/times';
import type { TracepointSummary, TraceSummary } from '../../src/ask/trace/summary';
import { t } from '../l10n';
import { countText, grouped, placeText } from '../text';
import { rateText, timeText } from './axisText';
import type { ShownLanes } from './canvasModel';

/** A lane as its label shows it. */
interface LaneWords {
  /** Absent for the lane of all other tracepoints. */
  readonly tracepoint?: number;
  /** The function, or the place where none is known. */
  readonly name: string;
  /** What else is said of where it is: `app.c:16 if n>5`. */
  readonly rest: string;
  readonly hits: number;
  readonly steps: number;
  /** The whole of it as a sentence. */
  readonly sentence: string;
}

export function laneWords(
  trace: TraceSummary | undefined,
  { tracepoints, totals }: ShownLanes,
  lane: number,
  rate: LaneRate | undefined,
): LaneWords {
  const number = tracepoints[lane];
  const described = trace?.tracepoints.find((each) => each.number === number);
  const [hits, steps] = [totals[2 * lane] ?? 0, totals[2 * lane + 1] ?? 0];
  const [name = '', ...others] =
    number === undefined ? [t('other tracepoints')] : described ? placeOf(described) : [];
  const rest = others.join(' ');
  const counts = countText(hits, 'hit') + (steps > 0 ? `, ${countText(steps, 'step')}` : '');
  const title =
    number === undefined
      ? t('Other tracepoints')
      : t('Tracepoint {0} {1}', number, `${name} ${rest}`).trim();
  return {
    ...(number !== undefined && { tracepoint: number }),
    ...{ name, rest, hits, steps },
    sentence: [`${title}: ${counts}`, ...rateWords(rate)].join(', '),
  };
}

/** `812 hits/s`, `longest gap 1.2 ms, between frames 40 and 44`. */
function rateWords(rate: LaneRate | undefined): string[] {
  const { hitsPerSecond, longestGap } = rate ?? {};
  return [
    ...(hitsPerSecond === undefined ? [] : [rateText(hitsPerSecond)]),
    ...(longestGap === undefined
      ? []
      : [
          t(
            'longest gap {0}, between frames {1} and {2}',
            timeText(longestGap.time),
            grouped(longestGap.from),
            grouped(longestGap.to),
          ),
        ]),
  ];
}

/** `answer`, `callqueue.c:86`, and the condition; as it was typed where no program is known. */
function placeOf({ at, locations, condition }: TracepointSummary): string[] {
  const [first] = locations;
  const place = first?.place && placeText(first.place);
  const known = [first?.functionName, place].filter((part) => part !== undefined);
  const where = known.length === 0 ? [at ?? first?.address ?? ''] : known;
  return condition === undefined ? where : [...where, `if ${condition}`];
}
