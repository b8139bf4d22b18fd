// A small plot of all frames in a column's head, where the user asks for one. No DOM in here.
import type { PlotParts } from '../../src/ask/tracks/plot';
import type { PlotFacts } from '../../src/ask/tracks/plotValues';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';
import { maxExpressions } from '../canvas/canvasSettings';

/** Parts that a sparkline has. */
const sparkParts = 60;
/** The box that a sparkline is drawn in. */
export const sparkBox = { width: 60, height: 14 };

interface Sparkline {
  /** As the attribute `d` of an SVG path, within {@link sparkBox}; absent while it is read. */
  readonly path?: string;
  readonly facts?: PlotFacts;
  readonly problem?: string;
}

export class Sparklines {
  private readonly lines = new Map<string, Sparkline>();

  constructor(
    private readonly ask: Ask,
    private texts: readonly string[],
    private readonly changed: (texts: readonly string[]) => void,
  ) {}

  /** The sparkline of an expression; undefined where none is wanted. */
  of(text: string): Sparkline | undefined {
    return this.texts.includes(text) ? (this.lines.get(text) ?? {}) : undefined;
  }

  toggle(text: string): void {
    const isShown = this.texts.includes(text);
    if (!isShown && this.texts.length >= maxExpressions) return;
    this.texts = isShown ? this.texts.filter((each) => each !== text) : [...this.texts, text];
    this.lines.delete(text);
    this.changed(this.texts);
    if (!isShown) void this.read(text);
  }

  /** The frames or their values are others now. */
  refresh(): void {
    for (const text of this.texts) void this.read(text);
  }

  private async read(text: string): Promise<void> {
    try {
      const facts = await this.ask('plotValues', { text });
      const to = Math.max(1, facts.frames);
      const range = { axis: 'frame' as const, from: 0, to, parts: Math.min(sparkParts, to) };
      const { plots } = await this.ask('plot', { range, texts: [text] });
      this.lines.set(text, { facts, ...(plots[0] && { path: sparkPath(plots[0], facts) }) });
    } catch (error) {
      if (!(error instanceof RequestError)) return;
      this.lines.set(text, { problem: error.message });
    }
    this.changed(this.texts);
  }
}

/** The line through the least and the most of each part; it breaks at gaps. */
export function sparkPath(
  { least: lows, most: highs, gaps }: PlotParts,
  { least, most }: PlotFacts,
): string {
  const low = least?.value ?? 0;
  const range = (most?.value ?? 0) - low;
  const heightOf = (value: number) => {
    const share = range > 0 && Number.isFinite(range) ? (value - low) / range : 0.5;
    return (sparkBox.height - 1 - share * (sparkBox.height - 2)).toFixed(1);
  };
  let isOpen = false;
  const steps = Array.from(lows, (lowest, part) => {
    if (!Number.isFinite(lowest)) {
      if (gaps[part] === 1) isOpen = false;
      return '';
    }
    const x = (((part + 0.5) / lows.length) * sparkBox.width).toFixed(1);
    const highest = highs[part] ?? lowest;
    const step = `${isOpen ? 'L' : 'M'}${x} ${heightOf(lowest)}`;
    isOpen = true;
    return highest > lowest ? `${step}L${x} ${heightOf(highest)}` : step;
  });
  return steps.join('');
}
