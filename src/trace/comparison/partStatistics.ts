// What is counted of one value while two traces are compared.
import { t } from '@vscode/l10n';
import type { ComparedPart } from './comparedParts';
import type { FramePlaces } from './comparedTraces';
import { Distribution, type Histogram, type PartValue } from './distribution';

/** Share of frames in which noise differs. */
const noiseShare = 0.9;
/** Frames without which nothing is suggested. */
const leastCompared = 3;

/** One value at the hits, or the steps, of one tracepoint. */
export class PartStatistics {
  compared = 0;
  differing = 0;
  first: (Required<FramePlaces> & { left: number }) | undefined;
  firstValues: readonly [left: PartValue, right: PartValue] = [undefined, undefined];
  private readonly left = new Distribution();
  private readonly right = new Distribution();
  private last: readonly [left: PartValue, right: PartValue] = [undefined, undefined];
  private isAscending = true;

  constructor(readonly part: ComparedPart) {}

  /** Takes the values of two frames; whether they differ. */
  add(left: PartValue, right: PartValue, frame: number, partner: number): boolean {
    if (left === undefined && right === undefined) return false;
    this.compared++;
    this.addLeft(left);
    this.addRight(right);
    const [lastLeft, lastRight] = this.last;
    this.isAscending &&= isAfter(left, lastLeft) && isAfter(right, lastRight);
    this.last = [left, right];
    if (Object.is(left, right)) return false;
    if (this.differing++ === 0) {
      this.first = { left: frame, right: partner };
      this.firstValues = [left, right];
    }
    return true;
  }

  /** Takes a value of a frame that only the left trace has. */
  addLeft(value: PartValue): void {
    this.left.add(value);
  }

  addRight(value: PartValue): void {
    this.right.add(value);
  }

  get histogram(): Histogram {
    const { bars, ...rest } = Distribution.compare(this.left, this.right);
    const named = bars.map((bar) => ({ ...bar, value: this.textOf(bar.value) ?? bar.value }));
    return { bars: named, ...rest };
  }

  textOf(value: PartValue): string | undefined {
    return textOfPart(this.part, value);
  }

  /** Why it differs in nearly every frame of two runs that do the same; undefined otherwise. */
  get noise(): string | undefined {
    const { compared, differing, part } = this;
    if (compared < leastCompared || differing < noiseShare * compared) return undefined;
    if (/time|stamp|clock|tsc/i.test(part.expression)) return 'a time';
    if (/(?:^|[^a-z])(?:tid|pid|lwp)(?:[^a-z]|$)|thread/i.test(part.expression)) {
      return t('the number of a thread or process');
    }
    const [left, right] = this.firstValues;
    if (isAddressLike(left) && isAddressLike(right))
      return t('an address on the heap or the stack');
    return this.isAscending && typeof left === 'number' ? t('a time or a counter') : undefined;
  }
}

/** A value as `print` names it; undefined where it was not collected. */
export function textOfPart({ names }: ComparedPart, value: PartValue): string | undefined {
  if (value === undefined) return undefined;
  return (typeof value === 'number' && names?.get(value)) || String(value);
}

function isAfter(value: PartValue, last: PartValue): boolean {
  return last === undefined || (value !== undefined && value > last);
}

/** A large number, or the text of an address. */
function isAddressLike(value: PartValue): boolean {
  if (typeof value === 'string') return /^0x[\da-f]{6,}$/.test(value);
  return typeof value === 'number' && value >= 2 ** 32;
}
