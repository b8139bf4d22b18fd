// A conversation of gdb 13.1 and gdbserver, recorded byte by byte (`set remotelogfile`) while a run
// was defined, started, looked at and downloaded: everything is read, and written as it was.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { framePacket, PacketReader } from '../../../src/remote/packetFraming';
import {
  readBufferReply,
  writeBufferReply,
  readFoundFrame,
  writeFoundFrame,
} from '../../../src/remote/packets/frameSelection';
import { readFeatures, writeFeatures } from '../../../src/remote/packets/features';
import { type MalformedPacket, readReply, writeReply } from '../../../src/remote/packets/fields';
import { readPacket, writePacket, type TracePacket } from '../../../src/remote/packets/packet';
import {
  readStatusReply,
  readTracepointStatus,
  readVariableValue,
  writeStatusReply,
  writeTracepointStatus,
  writeVariableValue,
} from '../../../src/remote/packets/run';
import { readDocumentPart, writeDocumentPart } from '../../../src/remote/packets/transfer';
import {
  readTracepointPiece,
  readUploadedVariable,
  writeTracepointPiece,
  writeUploadedVariable,
} from '../../../src/remote/packets/upload';

interface RspClient {
  readonly sent: string;
  readonly received: string;
}

const conversation = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'data/conversation.json'), 'utf8'),
) as readonly RspClient[];

function bodyOf(bytes: string): string {
  const [event, ...others] = new PacketReader()
    .take(bytes)
    .filter(({ kind }) => kind !== 'acknowledged');
  if (event?.kind !== 'packet' || !event.intact || others.length > 0) throw new Error(bytes);
  return event.body;
}

/** Reads and writes a reply as its request's replies are. */
function again(request: TracePacket, reply: string): string {
  const both = <T extends object>(read: T | MalformedPacket, write: (read: T) => string): string =>
    isMalformed(read) ? `malformed: ${read.expected}` : write(read);
  const { kind } = request;
  if (reply === 'OK' || reply.startsWith('E')) return writeReply(readReply(reply));
  if (kind === 'trace-status') return both(readStatusReply(reply), writeStatusReply);
  if (kind === 'tracepoint-status') return both(readTracepointStatus(reply), writeTracepointStatus);
  if (kind === 'upload-tracepoints') return both(readTracepointPiece(reply), writeTracepointPiece);
  if (kind === 'upload-variables') return both(readUploadedVariable(reply), writeUploadedVariable);
  if (kind === 'select-frame') return both(readFoundFrame(reply), writeFoundFrame);
  if (kind === 'read-object') return both(readDocumentPart(reply), writeDocumentPart);
  if (kind === 'variable-value') {
    return both(readVariableValue(reply), ({ value }) => writeVariableValue(value));
  }
  if (kind === 'read-buffer') {
    return both(readBufferReply(reply), ({ bytes }) => writeBufferReply(bytes));
  }
  if (kind === 'supported') {
    return both(readFeatures(reply), ({ features }) => writeFeatures(features));
  }
  return writeReply(readReply(reply));
}

function isMalformed(read: object): read is MalformedPacket {
  return 'kind' in read && read.kind === 'malformed';
}

describe('what gdb sent', () => {
  it('is framed the same again', () => {
    for (const { sent } of conversation) {
      expect(framePacket(bodyOf(sent))).toBe(sent.replace(/^\+*/, ''));
    }
  });

  it('is read, and written the same again', () => {
    const kinds = new Set<string>();
    for (const { sent } of conversation) {
      const body = bodyOf(sent);
      if (body === 'QStartNoAckMode') continue;
      const packet = readPacket(body);
      if (!packet || packet.kind === 'malformed') throw new Error(`not read: ${body}`);
      // gdb opens files to be read with the mode 0700.
      expect(writePacket(packet)).toBe(body.replace(/,1c0$/, ',0'));
      kinds.add(packet.kind);
    }
    expect(conversation).toHaveLength(123);
    expect(kinds.size).toBe(28);
  });
});

describe('what gdbserver answered', () => {
  it('is framed the same again, its runs too', () => {
    for (const { received } of conversation) {
      expect(framePacket(bodyOf(received), true)).toBe(received.replace(/^\+*/, ''));
    }
  });

  it('is read, and written the same again', () => {
    let compared = 0;
    for (const { sent, received } of conversation) {
      const request = readPacket(bodyOf(sent));
      if (!request || request.kind === 'malformed') continue;
      // gdbserver writes a colon behind the notes.
      const reply = bodyOf(received).replace(/(;notes:[\da-f]*):$/, '$1');
      expect(again(request, reply)).toBe(reply);
      compared++;
    }
    expect(compared).toBe(122);
  });
});
