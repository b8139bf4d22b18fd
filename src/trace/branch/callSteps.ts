// How a trace went from segment to segment, a few bytes each: with them, the segments of a piece of
// the trace are made again.

/** What began a segment. */
export const CallStep = {
  call: 0,
  tailCall: 1,
  leave: 2,
  switchTo: 3,
  resume: 4,
  gap: 5,
} as const;
export type CallStep = (typeof CallStep)[keyof typeof CallStep];

const stepBits = 3;
const stepMask = (1 << stepBits) - 1;

/** Who takes steps again. `of`: a function; of a gap, what it is. */
export type TakeStep = (step: CallStep, of: number, number: number) => void;

/** Steps in order, as bytes. */
export class CallSteps {
  private bytes = new Uint8Array(1 << 6);
  private length = 0;
  private last = 0;

  /** `number`: of the first instruction of the segment. */
  add(step: CallStep, of: number, number: number): void {
    const passed = number - this.last;
    this.last = number;
    // A distance takes up to 31 bits and a step 3: together more than bitwise operators have.
    this.write(passed * (stepMask + 1) + step);
    // A gap is below 0 where Intel PT says why.
    this.write(of < 0 ? -2 * of - 1 : 2 * of);
  }

  /** Ends the adding: no more memory is held than the steps take. */
  seal(): void {
    this.bytes = this.bytes.slice(0, this.length);
  }

  replay(take: TakeStep): void {
    let at = 0;
    const read = () => {
      let value = 0;
      for (let factor = 1; ; factor *= 128) {
        const byte = this.bytes[at++] ?? 0;
        value += (byte & 127) * factor;
        if (byte < 128) return value;
      }
    };
    for (let number = 0; at < this.length;) {
      const first = read();
      const of = read();
      number += Math.floor(first / (stepMask + 1));
      take((first % (stepMask + 1)) as CallStep, of % 2 === 0 ? of / 2 : -(of + 1) / 2, number);
    }
  }

  private write(value: number): void {
    if (this.length + 6 > this.bytes.length) {
      const longer = new Uint8Array(2 * this.bytes.length);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128))
      this.bytes[this.length++] = (rest % 128) + 128;
    this.bytes[this.length++] = rest;
  }
}
