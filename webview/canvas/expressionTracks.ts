// The expressions over the axis: how far each is read, and its numbers in what is in sight. No DOM
// in here.
import type { AxisRange } from '../../src/ask/tracks/axis';
import type { PlotParts } from '../../src/ask/tracks/plot';
import type { PlotFacts } from '../../src/ask/tracks/plotValues';
import type { StepsDone } from '../../src/ask/run';
import { t } from '../l10n';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import { maxExpressions, type ExpressionSetting, type Shape } from './canvasSettings';
import { Newest } from './newest';
import type { Viewport } from './viewport';

/** One expression over the frames. */
export interface ExpressionOverFrames extends ExpressionSetting {
  /** How far reading its numbers has come; absent when they are read. */
  readonly progress?: StepsDone;
  readonly facts?: PlotFacts;
  /** Why it is not shown. */
  readonly problem?: string;
}

/** Numbers as they were answered, with the range that they are of. */
export interface ShownNumbers extends PlotParts {
  readonly range: AxisRange;
  /** Over time: frames of each part that collected their time. */
  readonly timed?: Uint32Array;
}

/** What the expressions need of the page. */
interface ExpressionHost {
  readonly ask: Ask;
  changed(): void;
  /** Keeps which expressions there are. */
  remember(expressions: readonly ExpressionSetting[]): void;
}

export class ExpressionTracks {
  all: readonly ExpressionOverFrames[];
  /** Why the expression that was added last is not there. */
  problem: string | undefined;
  private shown: ReadonlyMap<string, ShownNumbers> = new Map();
  /** Parts that the screen shows; none while the tracks are folded. */
  private parts = 0;
  /** Expressions whose numbers are to be read when they are shown. */
  private readonly stale = new Set<string>();
  private readonly runs = new Map<string, AbortController>();
  private readonly asking = new Newest(() => this.ask());

  constructor(
    private readonly host: ExpressionHost,
    private readonly viewport: Viewport,
    saved: readonly ExpressionSetting[],
  ) {
    this.all = saved;
  }

  /** The expressions' texts, in the order of {@link all}. */
  get texts(): string[] {
    return this.all.map(({ text }) => text);
  }

  /** An expression's numbers in what is in sight; undefined until they come. */
  numbers(text: string): ShownNumbers | undefined {
    return this.shown.get(text);
  }

  /** Whether an expression has few values with names, rather than numbers. */
  readonly isState = (text: string): boolean => this.of(text)?.facts?.states !== undefined;

  of(text: string): ExpressionOverFrames | undefined {
    return this.all.find((each) => each.text === text);
  }

  /** Takes how many parts of the axis the screen shows. */
  setParts(parts: number): void {
    if (parts === this.parts) return;
    this.parts = parts;
    this.readStale();
    this.asking.want();
  }

  /** The frames or their values are others now. */
  refresh(): void {
    for (const { text } of this.all) this.stale.add(text);
    this.readStale();
  }

  /** What is in sight has changed. */
  moved(): void {
    this.asking.want();
  }

  /** Adds an expression, once; one with a mistake does not stay. */
  async add(text: string): Promise<void> {
    const wanted = text.trim();
    this.problem = undefined;
    if (wanted === '' || this.of(wanted)) return;
    if (this.all.length >= maxExpressions) {
      this.problem = t('There are {0} tracks of expressions; remove one first.', maxExpressions);
      this.host.changed();
      return;
    }
    this.all = [...this.all, { text: wanted, shape: 'steps' }];
    await this.read(wanted, true);
    this.keep();
  }

  remove(text: string): void {
    this.runs.get(text)?.abort();
    this.runs.delete(text);
    this.stale.delete(text);
    this.all = this.all.filter((each) => each.text !== text);
    this.keep();
    this.asking.want();
  }

  setShape(text: string, shape: Shape): void {
    this.change(text, { shape });
    this.keep();
  }

  /** What is not on the screen is not read. */
  private readStale(): void {
    if (this.parts === 0) return;
    for (const text of this.stale) void this.read(text);
  }

  /**
   * Reads an expression's numbers in all frames; of one that is `new` and has a mistake nothing
   * stays.
   */
  private async read(text: string, isNew = false): Promise<void> {
    this.stale.delete(text);
    this.runs.get(text)?.abort();
    const run = new AbortController();
    this.runs.set(text, run);
    const report = (progress: StepsDone) => {
      if (run.signal.aborted) return;
      this.change(text, { progress });
      this.asking.want();
    };
    report({ done: 0, total: 1 });
    try {
      const facts = await this.host.ask('plotValues', { text }, { signal: run.signal, report });
      this.finish(text, { facts });
    } catch (error) {
      if (run.signal.aborted || !(error instanceof RequestError)) return;
      if (isNew) {
        this.remove(text);
        this.problem = t('{0}: {1}', text, error.message);
      } else {
        this.finish(text, { problem: error.message });
      }
    }
    this.asking.want();
  }

  private finish(text: string, end: Partial<ExpressionOverFrames>): void {
    this.all = this.all.map((each) =>
      each.text === text ? { text, shape: each.shape, ...end } : each,
    );
    this.host.changed();
  }

  private change(text: string, change: Partial<ExpressionOverFrames>): void {
    this.all = this.all.map((each) => (each.text === text ? { ...each, ...change } : each));
    this.host.changed();
  }

  private keep(): void {
    this.host.remember(this.all.map(({ text, shape }) => ({ text, shape })));
    this.host.changed();
  }

  private async ask(): Promise<void> {
    const { texts, parts } = this;
    if (parts === 0 || texts.length === 0) return;
    const range = partsInSight(this.viewport, parts);
    const answer = await this.host.ask('plot', { range, texts }).catch(() => undefined);
    if (!answer || range.axis !== this.viewport.axis) return;
    const { plots, timed } = answer;
    this.shown = new Map(
      texts.flatMap((text, i) => {
        const numbers = plots[i];
        return numbers ? [[text, { ...numbers, range, ...(timed && { timed }) }]] : [];
      }),
    );
    this.host.changed();
  }
}

/** What is in sight in so many parts; on the axis of frames none is less than a frame. */
export function partsInSight(
  { axis, from, to }: Pick<Viewport, 'axis' | 'from' | 'to'>,
  parts: number,
): AxisRange {
  if (axis === 'time') return { axis, from, to, parts };
  const [start, end] = [Math.floor(from), Math.ceil(to)];
  return { axis, from: start, to: end, parts: Math.min(parts, Math.max(1, end - start)) };
}
