// What goes wrong with a target, in a sentence for a person. It is thrown inside this room; a recording's acts turn it into
// their outcome.

/** `lost`: the connection is gone. `unsupported`: the target does not know the packet. `refused`: it answered with an error. */
type TargetProblemKind = 'lost' | 'unsupported' | 'refused' | 'malformed';

/** A packet that did not do what it was sent for. */
export class TargetProblem extends Error {
  constructor(
    readonly kind: TargetProblemKind,
    message: string,
  ) {
    super(message);
  }
}
