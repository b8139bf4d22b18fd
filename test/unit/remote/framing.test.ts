import { describe, expect, it } from 'vitest';
import { escapeBinary, unescapeBinary } from '../../../src/remote/packets/fields';
import { framePacket, maxBodyLength, PacketReader } from '../../../src/remote/packetFraming';

const read = (...pieces: string[]) => {
  const reader = new PacketReader();
  return pieces.flatMap((piece) => reader.take(piece));
};

describe('a stream', () => {
  it('is cut into packets, notifications, acknowledgements and interrupts', () => {
    expect(read(`+$OK#9a-%${framePacket('Stop:T05').slice(1)}\x03`)).toEqual([
      { kind: 'acknowledged' },
      { kind: 'packet', body: 'OK', intact: true },
      { kind: 'rejected' },
      { kind: 'notification', body: 'Stop:T05' },
      { kind: 'interrupt' },
    ]);
  });

  it('may come byte by byte', () => {
    const sent = `noise${framePacket('qSupported:a+;b=1')}+${framePacket('')}`;
    expect(read(...Array.from(sent))).toEqual(read(sent));
    expect(read(sent)).toHaveLength(3);
  });

  it('may have a wrong checksum', () => {
    expect(read('$OK#9b')).toEqual([{ kind: 'packet', body: 'OK', intact: false }]);
    expect(read('%Stop#00')).toEqual([]);
  });

  it('may lose the end of a packet', () => {
    expect(read('$qTSta$OK#9a')).toEqual([{ kind: 'packet', body: 'OK', intact: true }]);
  });

  it('may have a packet that is too long to be kept', () => {
    const long = 'a'.repeat(maxBodyLength + 1);
    expect(read(framePacket(long), '$OK#9a')).toEqual([
      { kind: 'packet', body: '', intact: false },
      { kind: 'packet', body: 'OK', intact: true },
    ]);
  });

  it('may never end a packet, and is not kept', () => {
    const reader = new PacketReader();
    const piece = 'a'.repeat(maxBodyLength / 4);
    expect(reader.take('$')).toEqual([]);
    for (let i = 0; i < 100; i++) expect(reader.take(piece)).toEqual([]);
    expect(JSON.stringify(reader).length).toBeLessThan(maxBodyLength + 1000);
  });
});

describe('runs', () => {
  it('are written out', () => {
    expect(read('$0* #7a')).toEqual([{ kind: 'packet', body: '0000', intact: true }]);
  });

  it('of any length come back', () => {
    for (let length = 0; length < 300; length++) {
      const body = `x${'0'.repeat(length)}y`;
      const sent = framePacket(body, true);
      expect(read(sent)).toEqual([{ kind: 'packet', body, intact: true }]);
      // The counts that would be a # or a $ are not used.
      expect(sent.slice(1, -3)).not.toMatch(/[#$]/);
    }
  });

  it.each(['*!', 'a*', 'a*\x10'])('that make no sense are damage: %j', (body) => {
    const sum = Array.from(body).reduce((total, unit) => total + unit.charCodeAt(0), 0) & 0xff;
    const sent = `$${body}#${sum.toString(16).padStart(2, '0')}`;
    expect(read(sent)).toEqual([{ kind: 'packet', body: '', intact: false }]);
  });

  it('cannot make a body longer than is kept', () => {
    const raw = 'a*~'.repeat(maxBodyLength / 64);
    expect(read(framePacket(raw))).toEqual([{ kind: 'packet', body: '', intact: false }]);
  });
});

describe('binary data', () => {
  it('comes back, whatever it is', () => {
    const data = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('');
    const escaped = escapeBinary(data);
    expect(escaped).not.toMatch(/[#$*]/);
    expect(unescapeBinary(escaped)).toBe(data);
    expect(read(framePacket(`l${escaped}`, true))).toEqual([
      { kind: 'packet', body: `l${escaped}`, intact: true },
    ]);
  });

  it('may end in the middle', () => {
    expect(unescapeBinary('a}')).toBe('a');
  });
});
