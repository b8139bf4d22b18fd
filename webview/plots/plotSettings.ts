// What the user plots, as it is remembered with the page: what does not fit is left out.

export const shapes = ['line', 'steps', 'scatter'] as const;
export type Shape = (typeof shapes)[number];

export interface PlotSetting {
  readonly text: string;
  readonly shape: Shape;
}

/** The most plots at once; the host answers no more. */
export const maxShownPlots = 12;

/** Reads remembered plots. */
export function readPlots(saved: unknown): readonly PlotSetting[] {
  if (!Array.isArray(saved)) return [];
  return saved
    .flatMap((each: unknown) => {
      if (typeof each !== 'object' || each === null) return [];
      const { text, shape } = each as Record<string, unknown>;
      if (typeof text !== 'string' || text === '') return [];
      return [{ text, shape: shapes.find((one) => one === shape) ?? 'line' }];
    })
    .slice(0, maxShownPlots);
}

/** Reads remembered expressions. */
export function readTexts(saved: unknown): readonly string[] {
  if (!Array.isArray(saved)) return [];
  return saved.filter((each) => typeof each === 'string').slice(0, maxShownPlots);
}
