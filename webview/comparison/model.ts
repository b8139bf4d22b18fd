// What the page of two compared traces shows, without a document: how they are compared, how far
// that has come, and what differs.
import {
  usualOptions,
  type ComparedFiles,
  type ComparisonFormat,
  type ComparisonHostMessage,
  type ComparisonPageMessage,
  type PlottedValue,
  type ShownComparison,
  type ShownFramePair,
  type ShownFrames,
  type ShownOptions,
  type Side,
} from '../../src/editor/comparison/messages';

/** What is kept while the page is hidden. */
interface ComparisonState {
  /** The traces; absent until the host has said which they are. */
  readonly files?: ComparedFiles;
  readonly options: ShownOptions;
  readonly sections: Readonly<Record<string, boolean>>;
}

/** What the model tells its host and its view. */
interface Connected {
  post(message: ComparisonPageMessage): void;
  save(state: ComparisonState): void;
  changed(): void;
}

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
  /** How far comparing has come; undefined while nothing is compared. */
  progress: { readonly done: number; readonly total: number } | undefined;
  /** Why there is nothing to show. */
  problem: string | undefined;
  isStopped = false;
  /** Whether a trace or its program is another since. */
  isOutdated = false;
  /** What happened to a file since, in a sentence. */
  whyOutdated: string | undefined;
  state: ComparisonState;

  constructor(
    saved: unknown,
    private readonly connected: Connected,
  ) {
    this.state = readState(saved);
  }

  get options(): ShownOptions {
    return this.state.options;
  }

  ready(): void {
    this.connected.post({ type: 'ready', options: this.options });
  }

  receive(message: ComparisonHostMessage): void {
    switch (message.type) {
      case 'traces': {
        const { left, right, files } = message;
        this.traces = { left, right };
        this.keep({ files });
        break;
      }
      case 'comparing':
        this.progress = { done: message.done, total: message.total };
        this.problem = undefined;
        this.isStopped = false;
        break;
      case 'compared':
        this.shown = message.compared;
        this.withoutProgram = message.withoutProgram;
        this.frames = this.plotted = undefined;
        this.progress = this.problem = undefined;
        this.isStopped = this.isOutdated = false;
        this.keep({ options: message.options });
        break;
      case 'frames':
        this.frames = message;
        break;
      case 'plotted':
        this.plotted = message;
        this.plottedPart = undefined;
        break;
      case 'stopped':
        this.progress = undefined;
        this.isStopped = true;
        break;
      case 'changed':
        this.isOutdated = true;
        this.whyOutdated = message.why;
        break;
      case 'failed':
        this.progress = this.shown = undefined;
        this.problem = message.message;
    }
    this.connected.changed();
  }

  /** Compares again, perhaps in another way. */
  compare(options: ShownOptions = this.options): void {
    this.keep({ options });
    this.connected.post({ type: 'compare', options });
  }

  stop(): void {
    this.connected.post({ type: 'stop' });
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
    this.connected.changed();
  }

  goTo({ left, right }: ShownFrames): void {
    this.connected.post({ type: 'goTo', left, right });
  }

  /** Shows a value of both traces over the hits of its tracepoint. */
  plot({ expression, tracepoint, atSteps }: PlottedValue['value']): void {
    this.connected.post({ type: 'plot', value: { expression, tracepoint, atSteps } });
  }

  /** Points at a part of what is plotted, or at none. */
  pointAt(part: number | undefined): void {
    const last = (this.plotted?.series?.parts.length ?? 0) - 1;
    this.plottedPart = part === undefined ? undefined : Math.min(Math.max(0, part), last);
    this.connected.changed();
  }

  openTrace(side: Side): void {
    this.connected.post({ type: 'openTrace', side });
  }

  chooseProgram(side: Side): void {
    this.connected.post({ type: 'chooseProgram', side });
  }

  export(format: ComparisonFormat): void {
    this.connected.post({ type: 'export', format });
  }

  setSection(name: string, open: boolean): void {
    this.keep({ sections: { ...this.state.sections, [name]: open } });
    this.connected.changed();
  }

  private keep(changed: Partial<ComparisonState>): void {
    this.state = { ...this.state, ...changed };
    this.connected.save(this.state);
  }
}

/** Another version of the page may have saved something else; the host checks the options. */
function readState(saved: unknown): ComparisonState {
  const { options, sections } = (saved ?? {}) as Partial<Record<string, object>>;
  const isOpen = Object.entries(sections ?? {}).filter(([, open]) => typeof open === 'boolean');
  return {
    options: { ...usualOptions, ...options },
    sections: Object.fromEntries(isOpen),
  };
}
