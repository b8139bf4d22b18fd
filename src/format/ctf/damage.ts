// What can be wrong with gdb's datastream, in words. Offsets are in the datastream, in bytes, and stand in the sentences:
// those of a diagnostic would be taken for offsets in the trace file that is made of it.
import type { Diagnostic } from '../../bytes/diagnostic';
import type { Packet } from './packets';

/** An event that is of an unknown kind, or longer than its packet; `frame`: the frame that it belongs to. */
export function unreadableEvent(offset: number, frame: number | undefined): Diagnostic {
  const whose = frame === undefined ? 'the definitions' : `frame ${frame}`;
  return {
    severity: 'error',
    code: 'ctf-event-unreadable',
    message: `An event at byte ${offset} of the datastream cannot be read; what follows it in ${whose} is lost.`,
    ...(frame !== undefined && { frame }),
  };
}

/** Bytes between damage and the next packet, which holds `frame` or comes before it. */
export function packetsPassedOver(offset: number, passed: number, frame: number): Diagnostic {
  return {
    severity: 'error',
    code: 'ctf-bytes-passed-over',
    message: `${passed} bytes from byte ${offset} of the datastream on are passed over: no packet can be read there. Frame ${frame} comes after them.`,
    expected: 'a packet',
    found: `${passed} other bytes`,
  };
}

export function emptyDatastream(): Diagnostic {
  return {
    severity: 'error',
    code: 'ctf-no-packet',
    message: 'The datastream is empty: gdb did not finish to write it, or could not.',
    expected: 'a packet',
    found: 'the end of the file',
  };
}

/** No packet comes any more, but bytes do; `packet`: what begins as one and is not there whole. */
export function cutPacket(offset: number, packet: Packet | undefined, end: number): Diagnostic {
  if (!packet) {
    return {
      severity: 'error',
      code: 'ctf-no-packet',
      message: `The datastream holds no packet from byte ${offset} on; its last ${end - offset} bytes are not read.`,
      expected: 'a packet',
      found: `${end - offset} other bytes`,
    };
  }
  const what =
    packet.tracepoint === 0 ? 'its definitions' : `a frame of tracepoint ${packet.tracepoint}`;
  return {
    severity: 'error',
    code: 'ctf-cut-off',
    message: `The datastream ends within ${what}, which begins at byte ${offset}.`,
    expected: `${packet.contentEnd - offset} bytes`,
    found: `${end - offset} bytes`,
  };
}
