// From where a program lay to where it was linked, and back. A slide is a run-time address minus
// the link-time address of the same byte; addresses wrap at 64 bits.

/** The link-time address of a run-time one. */
export function linkAddress(address: bigint, slide: bigint): bigint {
  return BigInt.asUintN(64, address - slide);
}

/** The run-time address of a link-time one. */
export function runTimeAddress(link: bigint, slide: bigint): bigint {
  return BigInt.asUintN(64, link + slide);
}
