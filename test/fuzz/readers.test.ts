// The small readers of text and packets: whatever they are given, they give what they could read and say what is wrong.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAgentExpression, checkAgentExpression } from '../../src/format/agentExpression';
import { describeAgentExpression } from '../../src/format/agentExpressionText';
import { readTargetDescription } from '../../src/format/targetDescription';
import { readTraceframeInfo } from '../../src/format/traceframeInfo';
import { fromBytes, toBytes } from '../../src/remote/latin1';
import { framePacket, PacketReader } from '../../src/remote/framing';
import { readPacket, writePacket } from '../../src/remote/packets/packet';
import { registerLayout } from '../../src/machine/registerLayout';
import { generator, inRounds, mutate, oneOf, patience } from './rounds';

const corpus = path.join(import.meta.dirname, '../corpus');
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The target description in a trace file, as text. */
function targetDescriptionOf(name: string): string {
  const text = readFileSync(path.join(corpus, `${name}.tf`), 'latin1');
  const lines = text.split('\n').filter((line) => line.startsWith('tdesc '));
  return lines.map((line) => line.slice('tdesc '.length)).join('\n');
}

describe('target descriptions that were altered', () => {
  it.each([
    ['x86_64/app', 1],
    ['aarch64/t1-regs', 2],
    ['s390x/t1-regs', 3],
  ])(
    '%s',
    async (name, seed) => {
      const original = encoder.encode(targetDescriptionOf(name));
      expect(original.length).toBeGreaterThan(500);
      let told = 0;
      await inRounds(1000, seed, (random) => {
        const { target, diagnostics } = readTargetDescription(
          decoder.decode(mutate(original, random, 0)),
        );
        told += diagnostics.length;
        registerLayout(target, undefined, random(1000));
      });
      expect(told).toBeGreaterThan(0);
    },
    patience,
  );
});

it(
  'traceframe-info that was altered',
  async () => {
    const original = encoder.encode(
      '<?xml version="1.0"?><traceframe-info><memory start="0x1000" length="0x10"/><tvar id="1"/></traceframe-info>',
    );
    await inRounds(3000, 4, (random) => {
      const { items, diagnostics } = readTraceframeInfo(
        decoder.decode(mutate(original, random, 0)),
      );
      expect(items.length + diagnostics.length).toBeGreaterThanOrEqual(0);
    });
  },
  patience,
);

it(
  'agent expressions of any bytes',
  async () => {
    let problems = 0;
    await inRounds(20_000, 5, (random) => {
      const bytes = Uint8Array.from({ length: random(60) }, () =>
        random(3) === 0 ? random(256) : random(0x34),
      );
      const expression = readAgentExpression(bytes);
      problems += checkAgentExpression(expression).length;
      describeAgentExpression(expression, {});
    });
    expect(problems).toBeGreaterThan(1000);
  },
  patience,
);

/** Packets as gdb sends them, one of most kinds. */
const packets = [
  'QTDP:1:0000000000401136:E:0:0:X6,2603e8140c27-',
  'QTDP:-1:0000000000401136:R03FFFFFFFFFFFFFFFFFF-',
  'QTDP:-1:401136:SRffM-1,7ffe,8X3,220327',
  'QTDPsrc:1:401136:cmd:0:d:636f6c6c6563742024726567730a',
  'QTDV:1:0:1:74726163655f74696d657374616d70',
  'QTFrame:range:401000:402000',
  'QTFrame:tdp:a',
  'QTro:400000,401000:402000,403000',
  'QTBuffer:circular:1',
  'qTBuffer:0,3fff',
  'QTNotes:user:6d65;notes:;tstop:;',
  'qTStatus',
  'T1;tstop::0;tframes:0;tcreated:0;tfree:500000;tsize:500000;circular:0;disconn:0',
  'qXfer:traceframe-info:read::0,fff',
  'qSupported:multiprocess+;qRelocInsn+;PacketSize=3fff',
];

it(
  'packets that were altered are read, or said to be malformed',
  async () => {
    const kinds = { read: 0, malformed: 0, unknown: 0 };
    await inRounds(20_000, 6, (random) => {
      const altered = fromBytes(mutate(toBytes(oneOf(packets, random)), random, 0, 20));
      const read = readPacket(altered);
      if (read === undefined) kinds.unknown++;
      else if (read.kind === 'malformed') kinds.malformed++;
      else {
        kinds.read++;
        const written = writePacket(read);
        expect(readPacket(written), altered).toEqual(read);
      }
    });
    expect(Math.min(kinds.read, kinds.malformed, kinds.unknown)).toBeGreaterThan(100);
  },
  patience,
);

it(
  'a stream of packets that was altered',
  async () => {
    const original = toBytes(packets.map((packet) => `+${framePacket(packet)}`).join(''));
    await inRounds(2000, 7, (random) => {
      const reader = new PacketReader();
      const stream = fromBytes(mutate(original, random, 0));
      for (let at = 0; at < stream.length;) {
        const length = 1 + random(100);
        for (const event of reader.take(stream.slice(at, at + length))) expect(event).toBeDefined();
        at += length;
      }
    });
  },
  patience,
);

it('the numbers of rounds are the same in every run', () => {
  const numbers = (seed: number) => {
    const random = generator(seed);
    return Array.from({ length: 5 }, () => random(1000));
  };
  expect(numbers(1)).toEqual(numbers(1));
  expect(numbers(1)).not.toEqual(numbers(2));
});
