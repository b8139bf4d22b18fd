// Hit counts of breakpoints (DAP leaves their form to the adapter). A hit is numbered by its place in the file, from 1: the
// third frame that matches is the third hit whichever way the debugger goes.

/** Which hits stop. */
export interface HitCount {
  readonly text: string;
  /** Whether a hit stops, by its number in the order of the file. */
  admits(hit: number): boolean;
}

const comparisons: Readonly<Record<string, (hit: number, count: number) => boolean>> = {
  '': (hit, count) => hit === count,
  '=': (hit, count) => hit === count,
  '==': (hit, count) => hit === count,
  '>': (hit, count) => hit > count,
  '>=': (hit, count) => hit >= count,
  '<': (hit, count) => hit < count,
  '<=': (hit, count) => hit <= count,
  '%': (hit, count) => hit % count === 0,
};

/** Reads a hit condition: `3`, `== 3`, `>= 3`, `% 3` and the like. */
export function readHitCount(text: string): HitCount | { readonly problem: string } {
  const [, operator = '', digits = ''] = /^\s*(|==?|>=?|<=?|%)\s*(\d{1,15})\s*$/.exec(text) ?? [];
  const compare = comparisons[operator];
  const count = Number(digits);
  if (digits === '' || !compare || (operator === '%' && count === 0)) {
    return {
      problem: `“${text}” is no hit count: write 3 for the third hit, or >3, >=3, <3, <=3, %3 for every third.`,
    };
  }
  return { text: text.trim(), admits: (hit) => compare(hit, count) };
}
