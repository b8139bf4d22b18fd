// The packets that define a trace experiment: gdb manual, "Tracepoint Packets", QTinit, QTDP,
// QTDPsrc, QTDV, QTEnable, QTDisable, QTro.
import { toHex } from '../../bytes/hex';
import type { Action } from '../../format/description';
import { readActions } from '../../format/actions';
import { Fields, hex64, paddedHex, type MalformedPacket } from './fields';

/** A tracepoint at one address; what it collects comes in packets of its own. */
export interface TracepointDefinition {
  readonly number: number;
  /** A run-time address, as all addresses of packets are. */
  readonly address: bigint;
  readonly enabled: boolean;
  /** Instructions to step after each hit; 0 for none. */
  readonly step: number;
  /** Hits after which the run stops; 0 for never. */
  readonly pass: number;
  /** Bytes of the instruction that a fast tracepoint replaces. */
  readonly fastLength?: number;
  readonly isStatic: boolean;
  readonly conditionBytecode?: Uint8Array;
}

/** Part of what a tracepoint collects. */
export interface TracepointActions {
  readonly number: number;
  readonly address: bigint;
  readonly actions: readonly Action[];
  /** From here on, in further packets too, actions belong to `while-stepping`. */
  readonly opensStepping: boolean;
  /** Those after the letter that opens them. */
  readonly steppingActions: readonly Action[];
}

/** Part of what the user typed. */
export interface TracepointSource {
  readonly number: number;
  readonly address: bigint;
  /** `at`, `cond` or `cmd`. */
  readonly type: string;
  /** Bytes of the string that came before; gdb always sends 0. */
  readonly start: number;
  /** Bytes of the whole string. */
  readonly length: number;
  readonly text: Uint8Array;
}

/** A trace state variable. */
export interface VariableDefinition {
  readonly number: number;
  readonly initialValue: bigint;
  /** Absent, as the name is, in the manual's short form. */
  readonly builtin?: boolean;
  readonly name?: Uint8Array;
}

/** A range whose bytes come from memory as it is, where a frame did not collect them. */
interface TransparentAddresses {
  readonly start: bigint;
  /** Exclusive. */
  readonly end: bigint;
}

/** `more` on a definition: further packets follow for the same tracepoint. */
export type DefinitionPacket =
  | { readonly kind: 'clear-experiment' }
  | ({ readonly kind: 'define-tracepoint'; readonly more: boolean } & TracepointDefinition)
  | ({ readonly kind: 'define-actions'; readonly more: boolean } & TracepointActions)
  | ({ readonly kind: 'define-source' } & TracepointSource)
  | ({ readonly kind: 'define-variable' } & VariableDefinition)
  | {
      readonly kind: 'enable-tracepoint' | 'disable-tracepoint';
      readonly number: number;
      readonly address: bigint;
    }
  | { readonly kind: 'transparent'; readonly ranges: readonly TransparentAddresses[] };

/** Reads one of these packets; undefined where it is another. */
export function readDefinition(packet: string): DefinitionPacket | MalformedPacket | undefined {
  const fields = new Fields(packet);
  if (packet === 'QTinit') return { kind: 'clear-experiment' };
  if (fields.skip('QTDPsrc:')) {
    const read = { kind: 'define-source' as const, ...readSource(fields) };
    return fields.packet(read, packet, 'QTDPsrc:n:addr:type:start:slen:bytes');
  }
  if (fields.skip('QTDP:-')) {
    const { actions, more } = readActionPacket(fields);
    const read = { kind: 'define-actions' as const, ...actions, more };
    return fields.packet(read, packet, 'QTDP:-n:addr:[S]action…[-]');
  }
  if (fields.skip('QTDP:')) {
    const definition = readTracepoint(fields);
    const read = { kind: 'define-tracepoint' as const, ...definition, more: fields.skip('-') };
    return fields.packet(read, packet, 'QTDP:n:addr:ena:step:pass[:Fflen][:S][:Xlen,bytes][-]');
  }
  if (fields.skip('QTDV:')) {
    const read = { kind: 'define-variable' as const, ...readVariableDefinition(fields) };
    return fields.packet(read, packet, 'QTDV:n:value[:builtin:name]');
  }
  if (fields.skip('QTEnable:')) return readSwitch(fields, 'enable-tracepoint', packet);
  if (fields.skip('QTDisable:')) return readSwitch(fields, 'disable-tracepoint', packet);
  if (packet === 'QTro') return { kind: 'transparent', ranges: [] };
  if (fields.skip('QTro:')) return readRanges(fields, packet);
  return undefined;
}

/** The packet, as gdb writes it. */
export function writeDefinition(packet: DefinitionPacket): string {
  switch (packet.kind) {
    case 'clear-experiment':
      return 'QTinit';
    case 'define-tracepoint':
      return `QTDP:${writeTracepoint(packet, paddedHex)}${packet.more ? '-' : ''}`;
    case 'define-actions': {
      const place = `${packet.number.toString(16)}:${paddedHex(packet.address)}`;
      return `QTDP:-${place}:${writeBothActions(packet)}${packet.more ? '-' : ''}`;
    }
    case 'define-source':
      return `QTDPsrc:${writeSource(packet)}`;
    case 'define-variable':
      return `QTDV:${writeVariable(packet, paddedHex)}`;
    case 'enable-tracepoint':
      return `QTEnable:${packet.number.toString(16)}:${paddedHex(packet.address)}`;
    case 'disable-tracepoint':
      return `QTDisable:${packet.number.toString(16)}:${paddedHex(packet.address)}`;
    case 'transparent':
      return ['QTro', ...packet.ranges.map(writeRange)].join(':');
  }
}

/** `n:addr:ena:step:pass` with its options; a reply to qTfP writes it the same way. */
export function readTracepoint(fields: Fields): TracepointDefinition {
  const number = fields.count();
  fields.expect(':');
  const address = fields.number();
  fields.expect(':');
  const enabled = fields.skip('E');
  if (!enabled) fields.expect('D');
  fields.expect(':');
  const step = fields.count();
  fields.expect(':');
  const pass = fields.count();
  return { number, address, enabled, step, pass, ...readOptions(fields) };
}

function readOptions(
  fields: Fields,
): Pick<TracepointDefinition, 'fastLength' | 'isStatic' | 'conditionBytecode'> {
  let fastLength: number | undefined;
  let isStatic = false;
  let conditionBytecode: Uint8Array | undefined;
  while (!fields.failed && fields.skip(':')) {
    if (fields.skip('F')) fastLength = fields.count();
    else if (fields.skip('S')) isStatic = true;
    else {
      fields.expect('X');
      const length = fields.count();
      fields.expect(',');
      conditionBytecode = fields.bytes('-');
      if (conditionBytecode.length !== length) fields.failed = true;
    }
  }
  return {
    ...(fastLength !== undefined && { fastLength }),
    isStatic,
    ...(conditionBytecode && { conditionBytecode }),
  };
}

/** The fields that {@link readTracepoint} reads; requests pad addresses, replies do not. */
export function writeTracepoint(
  { number, address, enabled, step, pass, ...options }: TracepointDefinition,
  hex: (value: bigint) => string,
): string {
  const { fastLength, isStatic, conditionBytecode: condition } = options;
  const fields = [number.toString(16), hex(address), enabled ? 'E' : 'D'];
  fields.push(step.toString(16), pass.toString(16));
  if (fastLength !== undefined) fields.push(`F${fastLength.toString(16)}`);
  if (isStatic) fields.push('S');
  if (condition) fields.push(`X${condition.length.toString(16)},${toHex(condition)}`);
  return fields.join(':');
}

function readActionPacket(fields: Fields): { actions: TracepointActions; more: boolean } {
  const number = fields.count();
  fields.expect(':');
  const address = fields.number();
  fields.expect(':');
  const more = fields.skipLast('-');
  return { actions: { number, address, ...readActionText(fields.remainder()) }, more };
}

/** Actions without the `-` of a packet that is not the last. */
export function readActionText(
  text: string,
): Pick<TracepointActions, 'actions' | 'opensStepping' | 'steppingActions'> {
  const { actions, steppingActions } = readActions(text);
  const opensLast = text.endsWith('S') && actions.at(-1)?.kind !== 'unknown';
  return { actions, steppingActions, opensStepping: steppingActions.length > 0 || opensLast };
}

function writeBothActions({ actions, opensStepping, steppingActions }: TracepointActions): string {
  return writeActions(actions) + (opensStepping ? 'S' : '') + writeActions(steppingActions);
}

/** `n:addr:type:start:slen:bytes`. */
export function readSource(fields: Fields): TracepointSource {
  const number = fields.count();
  fields.expect(':');
  const address = fields.number();
  fields.expect(':');
  const type = fields.field();
  const start = fields.count();
  fields.expect(':');
  const length = fields.count();
  fields.expect(':');
  return { number, address, type, start, length, text: fields.bytes() };
}

/** The fields that {@link readSource} reads. */
export function writeSource(source: TracepointSource): string {
  const { number, address, type, start, length, text } = source;
  const place = `${number.toString(16)}:${hex64(address)}`;
  return `${place}:${type}:${start.toString(16)}:${length.toString(16)}:${toHex(text)}`;
}

/** `n:value`, and `:builtin:name` where they are given. */
export function readVariableDefinition(fields: Fields): VariableDefinition {
  const number = fields.count();
  fields.expect(':');
  const initialValue = BigInt.asIntN(64, fields.number());
  if (fields.atEnd) return { number, initialValue };
  fields.expect(':');
  const builtin = fields.flag();
  fields.expect(':');
  return { number, initialValue, builtin, name: fields.bytes() };
}

/** The fields that {@link readVariableDefinition} reads; gdb pads the value, gdbserver does not. */
export function writeVariable(
  { number, initialValue, builtin, name }: VariableDefinition,
  hex: (value: bigint) => string,
): string {
  const fields = [number.toString(16), hex(initialValue)];
  if (builtin !== undefined || name) fields.push(builtin ? '1' : '0', toHex(name ?? noBytes));
  return fields.join(':');
}

const noBytes = new Uint8Array(0);

function readSwitch(
  fields: Fields,
  kind: 'enable-tracepoint' | 'disable-tracepoint',
  packet: string,
): DefinitionPacket | MalformedPacket {
  const number = fields.count();
  fields.expect(':');
  const read = { kind, number, address: fields.number() };
  return fields.packet(read, packet, 'QTEnable:n:addr or QTDisable:n:addr');
}

function readRanges(fields: Fields, packet: string): DefinitionPacket | MalformedPacket {
  const ranges: TransparentAddresses[] = [];
  while (!fields.failed && !fields.atEnd) {
    const start = fields.number();
    fields.expect(',');
    ranges.push({ start, end: fields.number() });
    if (!fields.skip(':')) break;
  }
  const read = { kind: 'transparent' as const, ranges };
  return fields.packet(read, packet, 'QTro:start1,end1:start2,end2:…');
}

function writeRange({ start, end }: TransparentAddresses): string {
  return `${paddedHex(start)},${paddedHex(end)}`;
}

// What a tracepoint collects, as QTDP packets and qTfP replies write it. The reading half is
// format/actions.ts, since trace files hold the same text.

/** Actions, one after the other; digits in upper and lower case as gdb writes them. */
export function writeActions(actions: readonly Action[]): string {
  return actions.map(writeAction).join('');
}

function writeAction(action: Action): string {
  switch (action.kind) {
    case 'registers':
      return `R${action.mask}`;
    case 'memory': {
      const base = action.baseRegister === undefined ? '-1' : action.baseRegister.toString(16);
      return `M${base},${hex64(action.offset)},${action.length.toString(16).toUpperCase()}`;
    }
    case 'expression': {
      const length = action.bytecode.length.toString(16).toUpperCase().padStart(8, '0');
      return `X${length},${toHex(action.bytecode)}`;
    }
    case 'static-data':
      return 'L';
    case 'unknown':
      return action.text;
  }
}
