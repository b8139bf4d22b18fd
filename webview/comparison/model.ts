// What the page of two compared traces shows, without a document: how they are compared, how far
// that has come, and what differs.
import type { ShownOptions } from '../../src/ask/comparison/compare';
import type { ComparisonQuestions } from '../../src/ask/comparison/comparisonQuestions';
import type { ShownComparison } from '../../src/ask/comparison/comparedSchema';
import type { ComparedPair } from '../../src/ask/comparison/pairedValues';
import type { SeriesChoice, ComparedSeries } from '../../src/ask/comparison/series';
import type {
  ComparedFiles,
  ComparisonAct,
  ComparisonEvent,
  ComparisonFormat,
  Side,
} from '../../src/editor/comparison/messages';
import type { AnswerOf, Immutable } from '../../src/wire/contract';
import type { PageWire } from '../../src/wire/page';
import { Asked } from '../asked';

/** A frame of each trace, or of one where the other has none. */
export type ShownFrames = Readonly<Partial<Record<Side, number | undefined>>>;

/** Two frames that belong together, and what they hold. */
export interface ShownFramePair {
  readonly left: number;
  readonly right: number;
  readonly values: readonly ComparedPair[];
}

/** A value over the hits of both; without a series where it has too many texts to be drawn. */
export interface PlottedValue {
  readonly value: SeriesChoice;
  readonly series?: Immutable<ComparedSeries>;
}

/** What is kept while the page is hidden. */
interface ComparisonState {
  /** The traces; absent until the host has said which they are. */
  readonly files?: ComparedFiles;
  readonly options: ShownOptions;
  readonly sections: Readonly<Record<string, boolean>>;
}

/** What the model asks, and tells the host. */
type Wire = Pick<
  PageWire<ComparisonQuestions, ComparisonAct, ComparisonEvent>,
  'ask' | 'act' | 'save' | 'savedState'
>;

export class ComparisonModel {
  /** The names of the files. */
  traces: Readonly<Record<Side, string>> | undefined;
  shown: ShownComparison | undefined;
  /** The traces whose program is to be chosen. */
  withoutProgram: readonly Side[] = [];
  /** The frames that were gone to last; at first those that differ first. */
  frames: ShownFramePair | undefined;
  /** The value that is shown over the hits of both. */
  plotted: PlottedValue | undefined;
  /** The part of it that is pointed at, or that the keyboard is at. */
  plottedPart: number | undefined;
  /** Whether their equal values are listed too. */
  showsEqual = false;
  /** Comparing that is under way. */
  readonly comparing: Asked<AnswerOf<ComparisonQuestions, 'compare'>>;
  /** Why the values of two frames, or of their hits, are not shown. */
  problem: string | undefined;
  isStopped = false;
  /** Whether a trace or its program is another since. */
  isOutdated = false;
  /** What happened to a file since, in a sentence. */
  whyOutdated: string | undefined;
  state: ComparisonState;
  /** The view that has what is shown. */
  private view: number | undefined;
  /** Counts what was asked of frames and of values: only the answers to the last count. */
  private readonly reads = { frames: 0, plotted: 0 };

  constructor(
    private readonly wire: Wire,
    private readonly changed: () => void,
  ) {
    this.state = readState(wire.savedState);
    this.comparing = new Asked(changed);
  }

  get options(): ShownOptions {
    return this.state.options;
  }

  /** Takes an event of the host. */
  receive(event: ComparisonEvent): void {
    switch (event.type) {
      case 'traces': {
        const { left, right, files, view } = event;
        this.traces = { left, right };
        this.keep({ files });
        if (view === undefined) this.compare();
        else void this.showBefore(view);
        break;
      }
      case 'programChosen':
        this.compare();
        break;
      case 'changed':
        this.isOutdated = true;
        this.whyOutdated = event.why;
    }
    this.changed();
  }

  /** Compares again, perhaps in another way. */
  compare(options: ShownOptions = this.options): void {
    this.keep({ options });
    this.isStopped = this.isOutdated = false;
    this.whyOutdated = undefined;
    void this.ask(async (signal, report) => this.wire.ask('compare', options, { signal, report }));
  }

  stop(): void {
    this.comparing.clear();
    this.isStopped = true;
    this.changed();
  }

  /** Shows what was compared before the page was hidden. */
  private async showBefore(view: number): Promise<void> {
    await this.ask(async (signal) => this.wire.ask('compared', { view }, { signal }));
  }

  private async ask(host: Parameters<typeof this.comparing.ask>[0]): Promise<void> {
    const answer = await this.comparing.ask(host);
    if (answer) this.show(answer);
    else if (this.comparing.problem !== undefined) this.shown = undefined;
    this.changed();
  }

  private show(answer: AnswerOf<ComparisonQuestions, 'compare'>): void {
    const { view, options, compared, withoutProgram, frames, plotted } = answer;
    this.view = view;
    this.shown = compared;
    this.withoutProgram = withoutProgram;
    this.frames = this.plotted = this.problem = undefined;
    this.keep({ options });
    void this.fetchFrames(frames);
    if (plotted) void this.fetchSeries(plotted);
  }

  /** What two frames hold; of a frame that is alone, nothing is shown. */
  private async fetchFrames({ left, right }: ShownFrames): Promise<void> {
    const { view } = this;
    if (view === undefined || left === undefined || right === undefined) return;
    await this.read('frames', async () => {
      const values = await this.wire.ask('pairedValues', { view, left, right });
      return () => {
        this.frames = { left, right, values };
      };
    });
  }

  private async fetchSeries(value: SeriesChoice): Promise<void> {
    const { view } = this;
    if (view === undefined) return;
    await this.read('plotted', async () => {
      const found = await this.wire.ask('series', { view, value });
      return () => {
        this.plotted = { value, ...found };
        this.plottedPart = undefined;
      };
    });
  }

  /** Reads what is shown beside the comparison, which stays where that fails. */
  private async read(kind: 'frames' | 'plotted', ask: () => Promise<() => void>): Promise<void> {
    const number = ++this.reads[kind];
    const { view } = this;
    try {
      const take = await ask();
      if (number !== this.reads[kind] || view !== this.view) return;
      this.problem = undefined;
      take();
    } catch (error) {
      if (number !== this.reads[kind] || view !== this.view) return;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.changed();
  }

  /** Leaves out values, with all their members. */
  exclude(expressions: readonly string[]): void {
    const exclude = [...new Set([...this.options.exclude, ...expressions])];
    this.compare({ ...this.options, exclude });
  }

  include(expression: string): void {
    const exclude = this.options.exclude.filter((each) => each !== expression);
    this.compare({ ...this.options, exclude });
  }

  /** Values that differ in nearly every frame for a reason that is no fault. */
  get noise(): readonly { readonly expression: string; readonly noise: string }[] {
    const found = new Map<string, string>();
    for (const { expression, noise } of this.shown?.values ?? []) {
      if (noise !== undefined) found.set(expression, noise);
    }
    return [...found].map(([expression, noise]) => ({ expression, noise }));
  }

  toggleEqual(): void {
    this.showsEqual = !this.showsEqual;
    this.changed();
  }

  goTo(frames: ShownFrames): void {
    const { left, right } = frames;
    this.wire.act({
      type: 'goTo',
      ...(left !== undefined && { left }),
      ...(right !== undefined && { right }),
    });
    void this.fetchFrames(frames);
  }

  /** Shows a value of both traces over the hits of its tracepoint. */
  plot({ expression, tracepoint, atSteps }: SeriesChoice): void {
    void this.fetchSeries({ expression, tracepoint, atSteps });
  }

  /** Points at a part of what is plotted, or at none. */
  pointAt(part: number | undefined): void {
    const last = (this.plotted?.series?.parts.length ?? 0) - 1;
    this.plottedPart = part === undefined ? undefined : Math.min(Math.max(0, part), last);
    this.changed();
  }

  openTrace(side: Side): void {
    this.wire.act({ type: 'openTrace', side });
  }

  chooseProgram(side: Side): void {
    this.wire.act({ type: 'chooseProgram', side });
  }

  export(format: ComparisonFormat): void {
    if (this.view !== undefined) this.wire.act({ type: 'export', view: this.view, format });
  }

  setSection(name: string, open: boolean): void {
    this.keep({ sections: { ...this.state.sections, [name]: open } });
    this.changed();
  }

  private keep(changed: Partial<ComparisonState>): void {
    this.state = { ...this.state, ...changed };
    this.wire.save(() => this.state);
  }
}

/** Another version of the page may have saved something else. */
function readState(saved: unknown): ComparisonState {
  const { options, sections } = (saved ?? {}) as Partial<Record<string, object>>;
  const isOpen = Object.entries(sections ?? {}).filter(([, open]) => typeof open === 'boolean');
  return { options: readOptions(options), sections: Object.fromEntries(isOpen) };
}

function readOptions(saved: object | undefined): ShownOptions {
  const { matching, key, exclude, registers, memory, addresses } = (saved ?? {}) as Partial<
    Record<keyof ShownOptions, unknown>
  >;
  const isExpression = (each: unknown): each is string => typeof each === 'string' && each !== '';
  return {
    matching: matching === 'number' ? 'number' : 'place',
    ...(isExpression(key) && { key }),
    exclude: Array.isArray(exclude) ? exclude.filter(isExpression) : [],
    ...{ registers: registers === true, memory: memory === true, addresses: addresses === true },
  };
}
