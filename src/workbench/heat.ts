// Heat in steps: counts of frames differ by powers of ten, so each step stands for a factor.

/** The steps that there are. */
export const heatSteps = 5;

/** The step of a count, from 0; `most`: the greatest count. */
export function heatOf(count: number, most: number): number {
  if (most <= 1) return 0;
  const share = Math.log(Math.max(1, count)) / Math.log(most);
  return Math.min(heatSteps - 1, Math.floor(share * heatSteps));
}
