// Every packet that has to do with tracing, read and written by one function each. The families'
// files say what each is.
import {
  readBufferPacket,
  writeBufferPacket,
  type BufferPacket,
  readFramePacket,
  writeFramePacket,
  type FramePacket,
} from './frameSelection';
import { readDefinition, writeDefinition, type DefinitionPacket } from './definitions';
import { readSupported, writeSupported, type SupportedPacket } from './features';
import type { MalformedPacket } from './fields';
import {
  readHostFilePacket,
  writeHostFilePacket,
  type HostFilePacket,
  readTransfer,
  writeTransfer,
  type TransferPacket,
} from './transfer';
import {
  readMarkerPacket,
  writeMarkerPacket,
  type MarkerPacket,
  readUpload,
  writeUpload,
  type UploadPacket,
} from './upload';
import {
  readRun,
  writeRun,
  type RunPacket,
  readStatusPacket,
  writeStatusPacket,
  type StatusPacket,
} from './run';

/** A request of the protocol that has to do with tracing. */
export type TracePacket =
  | BufferPacket
  | DefinitionPacket
  | FramePacket
  | HostFilePacket
  | MarkerPacket
  | RunPacket
  | StatusPacket
  | SupportedPacket
  | TransferPacket
  | UploadPacket;

/** Reads a packet's body; undefined where it is no packet of tracing. */
export function readPacket(body: string): TracePacket | MalformedPacket | undefined {
  return (
    readFramePacket(body) ??
    readStatusPacket(body) ??
    readTransfer(body) ??
    readBufferPacket(body) ??
    readUpload(body) ??
    readDefinition(body) ??
    readRun(body) ??
    readMarkerPacket(body) ??
    readHostFilePacket(body) ??
    readSupported(body)
  );
}

/** The packet's body, as gdb writes it. */
export function writePacket(packet: TracePacket): string {
  switch (packet.kind) {
    case 'read-buffer':
      return writeBufferPacket(packet);
    case 'select-frame':
      return writeFramePacket(packet);
    case 'file-system':
    case 'open-file':
    case 'read-file':
    case 'file-status':
    case 'close-file':
    case 'read-link':
      return writeHostFilePacket(packet);
    case 'list-markers':
    case 'marker-at':
    case 'shortest-fast-instruction':
      return writeMarkerPacket(packet);
    case 'trace-status':
    case 'tracepoint-status':
    case 'variable-value':
      return writeStatusPacket(packet);
    case 'supported':
      return writeSupported(packet);
    case 'read-object':
    case 'branch-trace':
    case 'branch-buffer':
      return writeTransfer(packet);
    case 'upload-tracepoints':
    case 'upload-variables':
      return writeUpload(packet);
    case 'start-trace':
    case 'stop-trace':
    case 'disconnected-tracing':
    case 'circular-buffer':
    case 'buffer-size':
    case 'notes':
    case 'save':
      return writeRun(packet);
    case 'clear-experiment':
    case 'define-tracepoint':
    case 'define-actions':
    case 'define-source':
    case 'define-variable':
    case 'enable-tracepoint':
    case 'disable-tracepoint':
    case 'transparent':
      return writeDefinition(packet);
  }
}
