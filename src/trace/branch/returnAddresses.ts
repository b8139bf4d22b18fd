// The addresses behind calls to which returns lead that Intel Processor Trace records as a branch
// that is taken: "RET Compression" in Intel SDM volume 3.
import type { CodePoint } from './flowCode';

/** Addresses that a processor keeps. */
const maxReturns = 64;

/** Where calls return to, the last call at the end. */
export class ReturnAddresses {
  constructor(private readonly points: CodePoint[] = []) {}

  copy(): ReturnAddresses {
    return new ReturnAddresses([...this.points]);
  }

  push(point: CodePoint): void {
    this.points.push(point);
    if (this.points.length > maxReturns) this.points.shift();
  }

  pop(): CodePoint | undefined {
    return this.points.pop();
  }

  map(other: (point: CodePoint) => CodePoint): ReturnAddresses {
    return new ReturnAddresses(this.points.map(other));
  }
}
