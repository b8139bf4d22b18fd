// The PC of a frame that collected no registers: gdb manual, "Tracepoint Restrictions".
import type { Tracepoint } from '../format/description';

/**
 * gdb's rule: the tracepoint's address, if it has exactly one and does not step. `why` says, for a person, what keeps
 * the PC from being known. Every other register stays unavailable; gdb makes some up from this PC (s390's PSW), which
 * is a guess that nobody recorded.
 */
export function inferPc(
  tracepoint: Tracepoint | undefined,
): { readonly pc: bigint } | { readonly why: string } {
  if (!tracepoint) return { why: 'no registers were collected, and the tracepoint is not known' };
  const { locations, step, number } = tracepoint;
  const [location] = locations;
  if (!location)
    return { why: `no registers were collected, and tracepoint ${number} has no location` };
  if (locations.length > 1) {
    return { why: `no registers were collected, and tracepoint ${number} has multiple locations` };
  }
  if (step > 0)
    return { why: `no registers were collected, and tracepoint ${number} does while-stepping` };
  return { pc: location.address };
}
