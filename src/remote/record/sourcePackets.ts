// What the user typed, for the target to keep beside a tracepoint: gdb manual, "Tracepoint Packets" (QTDPsrc).
import type { DefinitionPacket } from '../packets/definitions';
import { actionTexts, keptText } from './actionTexts';
import type { PlannedTracepoint } from './plan';

/**
 * Bytes of the longest text: it stands in hexadecimal digits in a line of the trace file, gdb opens no file with a line of
 * 1000 characters, and it never joins what comes in several.
 */
const longestText = 470;

/** The packets in gdb's order: location, condition, commands; and the texts that are too long. */
export function sourcePackets(
  planned: PlannedTracepoint,
  address: bigint,
  recordTime: boolean,
): { packets: DefinitionPacket[]; tooLong: string[] } {
  const { number, location, condition } = planned;
  const texts = [
    { type: 'at', text: location.trim() },
    ...(condition === undefined || condition.trim() === ''
      ? []
      : [{ type: 'cond', text: condition }]),
    ...actionTexts(planned, recordTime).map((text) => ({ type: 'cmd', text: keptText(text) })),
  ];
  const encoder = new TextEncoder();
  const packets: DefinitionPacket[] = [];
  const tooLong: string[] = [];
  for (const { type, text } of texts) {
    const bytes = encoder.encode(text);
    if (bytes.length > longestText) tooLong.push(text);
    else {
      const whole = { start: 0, length: bytes.length, text: bytes };
      packets.push({ kind: 'define-source', number, address, type, ...whole });
    }
  }
  return { packets, tooLong };
}
