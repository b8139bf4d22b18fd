// gdb's CTF made by hand, event by event.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ByteOrder } from '../../../../src/bytes/cursor';
import { MemorySource } from '../../../../src/bytes/source';
import { readMetadata } from '../../../../src/format/ctf/metadata';
import { CtfTraceFile } from '../../../../src/format/ctf/traceFile';
import { bytes } from '../traceBytes';

/** As gdb writes it, in either byte order. */
export function metadataText(order: ByteOrder, registerBlockSize: number): string {
  const file = path.join(import.meta.dirname, '../../../corpus/ctf/meter.ctf/metadata');
  return readFileSync(file, 'latin1')
    .replace('byte_order = le', `byte_order = ${order === 'little' ? 'le' : 'be'}`)
    .replace(/ascii contents\[\d+\]/, `ascii contents[${registerBlockSize}]`);
}

/** Fields of events: bytes at their alignment, counted from the packet's begin. */
type Field = readonly [align: number, bytes: Uint8Array];

/** Writes packets in one byte order. */
export function ctfMaker(order: ByteOrder) {
  const number = (length: 2 | 4 | 8, value: bigint | number): Field => {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt.asUintN(64, BigInt(value) << BigInt(64 - 8 * length)));
    const big = new Uint8Array(view.buffer, 0, length);
    return [length, order === 'big' ? big : big.reverse()];
  };
  const data = (part: Uint8Array | readonly number[] | string): Field => [1, bytes(part)];
  const text = (value: string): Field => data(`${value}\0`);
  const texts = (list: readonly string[]): Field[] => [number(4, list.length), ...list.map(text)];
  const event = (id: number, ...fields: Field[]): Field[] => [number(4, id), ...fields];
  const packed = (fields: readonly Field[]): Uint8Array => {
    const parts: Uint8Array[] = [];
    let length = 0;
    for (const [align, part] of fields) {
      const gap = (align - (length % align)) % align;
      parts.push(new Uint8Array(gap), part);
      length += gap + part.length;
    }
    return bytes(...parts);
  };
  return {
    frame: event(3),
    registers: (contents: Uint8Array) => event(0, data(contents)),
    memory: (address: bigint, contents: Uint8Array | readonly number[]) =>
      event(2, number(8, address), number(2, contents.length), data(contents)),
    variable: (variable: number, value: bigint) => event(1, number(8, value), number(4, variable)),
    /** The eight numbers of a status. */
    status: (...numbers: number[]) => event(4, ...numbers.map((each) => number(4, each))),
    variableDefinition: (variable: number, value: bigint, builtin: number, name: string) =>
      event(5, number(8, value), number(4, variable), number(4, builtin), text(name)),
    tracepoint: (tracepoint: number, address: bigint, more: Partial<Tracepoint> = {}) => {
      const given = { ...plainTracepoint, ...more };
      return event(
        6,
        number(8, address),
        number(8, given.usage),
        ...[tracepoint, given.enabled, given.step, given.pass, given.hits, given.type].map((each) =>
          number(4, each),
        ),
        text(given.condition),
        ...texts(given.actions),
        ...texts(given.steppingActions),
        text(given.at),
        text(given.conditionText),
        ...texts(given.commands),
      );
    },
    /** Any event. */
    event: (id: number, ...contents: number[]) => event(id, data(contents)),
    /**
     * A packet of events; `claimed`: bytes that it says its contents have, where not as many as
     * they do.
     */
    packet: (tracepoint: number, events: readonly Field[][], claimed?: number) => {
      const header = (content: number): Field[] => [
        number(4, 0xc1fc1fc1),
        number(4, 8 * content),
        number(4, 8 * (content + 4)),
        number(2, tracepoint),
      ];
      const { length } = packed([...header(0), ...events.flat()]);
      return bytes(packed([...header(claimed ?? length), ...events.flat()]), [0, 0, 0, 0]);
    },
  };
}

interface Tracepoint {
  readonly usage: number;
  readonly enabled: number;
  readonly step: number;
  readonly pass: number;
  readonly hits: number;
  readonly type: number;
  readonly condition: string;
  readonly actions: readonly string[];
  readonly steppingActions: readonly string[];
  readonly at: string;
  readonly conditionText: string;
  readonly commands: readonly string[];
}

const plainTracepoint: Tracepoint = {
  usage: 0,
  enabled: 1,
  step: 0,
  pass: 0,
  hits: 0,
  type: 27,
  condition: '',
  actions: [],
  steppingActions: [],
  at: '',
  conditionText: '',
  commands: [],
};

/** A datastream opened as a trace file, with its metadata's text. */
export async function openCtf(
  metadata: string,
  ...datastream: Uint8Array[]
): Promise<CtfTraceFile> {
  const read = readMetadata(metadata);
  if ('problem' in read) throw new Error(read.problem);
  const source = new MemorySource(bytes(...datastream));
  const owned = Object.assign(source, { close: () => Promise.resolve() });
  return CtfTraceFile.open(owned, read.metadata, read.diagnostics);
}
