// Why Intel Processor Trace cannot be followed further, in the numbers and words that gdb shows:
// those of libipt, the library with which it decodes.

/** Errors by libipt's numbers, which gdb prints with a minus. */
export const DecodeError = {
  internal: 1,
  unknownOpcode: 4,
  unknownPacket: 5,
  unexpectedContext: 6,
  endOfStream: 7,
  badQuery: 8,
  noMemory: 9,
  noIp: 11,
  ipSuppressed: 12,
  noMap: 13,
  unknownInstruction: 14,
  emptyReturnStack: 20,
  badCompressedReturn: 21,
  badStatusUpdate: 22,
  expectedEnabled: 23,
  eventIgnored: 24,
} as const;
export type DecodeError = (typeof DecodeError)[keyof typeof DecodeError];

const texts: Readonly<Record<number, string>> = {
  [DecodeError.internal]: 'internal error',
  [DecodeError.unknownOpcode]: 'unknown opcode',
  [DecodeError.unknownPacket]: 'unknown packet',
  [DecodeError.unexpectedContext]: 'unexpected packet context',
  [DecodeError.endOfStream]: 'reached end of trace stream',
  [DecodeError.badQuery]: 'trace stream does not match query',
  [DecodeError.noMemory]: 'out of memory',
  [DecodeError.noIp]: 'no ip',
  [DecodeError.ipSuppressed]: 'ip has been suppressed',
  [DecodeError.noMap]: 'no memory mapped at this address',
  [DecodeError.unknownInstruction]: 'unknown instruction',
  [DecodeError.emptyReturnStack]: 'compressed return without call',
  [DecodeError.badCompressedReturn]: 'bad compressed return',
  [DecodeError.badStatusUpdate]: 'bad status update',
  [DecodeError.expectedEnabled]: 'expected tracing enabled event',
  [DecodeError.eventIgnored]: 'event ignored',
};

/** libipt's words for an error. */
export function decodeErrorText(error: number): string {
  return texts[error] ?? 'internal error';
}
