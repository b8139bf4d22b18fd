// Bytes of the file and what they are.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { hexAddress, toHex } from '../../bytes/hex';
import type { Block } from '../../format/blocks';
import { quote } from '../../format/findings';
import type { FrameIndex } from '../../format/frameIndex';
import { readableText } from '../../format/lexer';
import {
  FileStructure,
  fieldsOf,
  type StructureField,
  type StructurePart,
} from '../../format/structure';
import type { Recording } from '../../trace/recording';
import type { Immutable } from '../../wire/contract';
import { question, upTo, wholeNumber } from '../question';
import type { TraceAsked } from '../views';
import { byteCount } from './byteCount';

/** The most bytes of one answer. */
export const maxRequestedBytes = 16 * 1024;

/** What a part of the file is; it decides its colour. */
const partKind = v.picklist([
  'description',
  'header',
  'registers',
  'memory',
  'variable',
  'static',
  'end',
  'damage',
  'unread',
]);
type PartKind = v.InferOutput<typeof partKind>;

/** A named range of a part. */
const bytesField = v.strictObject({
  name: v.string(),
  offset: wholeNumber,
  length: wholeNumber,
  /** The run-time address of its first byte, where it is memory. */
  address: v.exactOptional(v.string()),
});
type BytesField = v.InferOutput<typeof bytesField>;

/** A range of the file: a line of the description, a frame's header, a block, and so on. */
const bytesPartSchema = v.strictObject({
  kind: partKind,
  offset: wholeNumber,
  length: wholeNumber,
  /** What contains it: `description`, `frame 41`; empty for the file itself. */
  within: v.string(),
  name: v.string(),
  /** Number of the frame that it belongs to. */
  frame: v.exactOptional(wholeNumber),
  /** Those that touch what was asked for. */
  fields: v.array(bytesField),
});
export type BytesPart = Immutable<v.InferOutput<typeof bytesPartSchema>>;

const bytesRange = v.strictObject({
  offset: wholeNumber,
  /** Two digits for each byte; fewer bytes than asked for where the file ends. */
  hex: v.string(),
  /** Those that touch it, in their order. */
  parts: v.array(bytesPartSchema),
});
export type BytesRange = Immutable<v.InferOutput<typeof bytesRange>>;

/** `bytes`. */
export const fileBytes = question({
  input: v.strictObject({ offset: wholeNumber, length: upTo(maxRequestedBytes) }),
  result: bytesRange,
  answer: async ({ trace: { recording } }: TraceAsked, { offset, length }, { signal }) => {
    const bytes = await recording.bytes.read(offset, length);
    const end = offset + bytes.length;
    const parts = await structureOf(recording).partsIn(offset, end, signal);
    return {
      offset,
      hex: toHex(bytes),
      parts: parts.map((part) => bytesPart(recording, part, offset, end)),
    };
  },
});

/** The structure by the index of a recording as it is now. */
function structureOf(recording: Recording): FileStructure {
  const { bytes: source, description, index, frameLayout, diagnostics } = recording;
  // Only then do the diagnostics say whether a frame is cut off.
  const { complete } = recording.indexProgress;
  const known = structures.get(index);
  if (known?.complete === complete) return known.structure;
  const cutFrame = diagnostics.find(({ code }) => code === 'frame-cut-off')?.offset;
  const structure = new FileStructure({
    ...{ source, description, index, frameLayout },
    ...(cutFrame !== undefined && { cutFrame }),
  });
  structures.set(index, { structure, complete });
  return structure;
}

/** Blocks that were found in big frames are found once for all who look at a file. */
const structures = new WeakMap<
  FrameIndex,
  { readonly structure: FileStructure; readonly complete: boolean }
>();

const blockKinds: Readonly<Record<Block['kind'], PartKind>> = {
  R: 'registers',
  M: 'memory',
  V: 'variable',
  S: 'static',
  unknown: 'damage',
};

/** The part with those of its fields that touch the bytes from `start` to `end`, exclusive. */
function bytesPart(
  recording: Recording,
  part: StructurePart,
  start: number,
  end: number,
): BytesPart {
  const { offset, length } = part;
  const frame = frameOf(part);
  return {
    kind: kindOf(part),
    offset,
    length,
    within: withinOf(part),
    name: nameOf(recording, part),
    ...(frame !== undefined && { frame }),
    fields: namedFields(recording, part)
      .map((field) => ({ ...field, offset: offset + field.offset, ...addressOf(part, field) }))
      .filter((field) => field.offset < end && field.offset + field.length > start),
  };
}

function kindOf(part: StructurePart): PartKind {
  switch (part.kind) {
    case 'magic':
    case 'line':
    case 'empty-line':
      return 'description';
    case 'header':
      return 'header';
    case 'block':
      return blockKinds[part.block.kind];
    case 'end':
      return 'end';
    case 'passed-over':
    case 'after-end':
    case 'unrecognised':
      return 'damage';
    case 'unread':
      return 'unread';
  }
}

function frameOf(part: StructurePart): number | undefined {
  return part.kind === 'header' || part.kind === 'block' ? part.frame : undefined;
}

function withinOf(part: StructurePart): string {
  switch (part.kind) {
    case 'header':
    case 'block':
      return part.frame === undefined ? t('cut-off frame') : t('frame {0}', part.frame);
    case 'magic':
    case 'line':
    case 'empty-line':
      return t('description');
    case 'passed-over':
    case 'end':
    case 'after-end':
    case 'unrecognised':
    case 'unread':
      return '';
  }
}

function nameOf(recording: Recording, part: StructurePart): string {
  switch (part.kind) {
    case 'magic':
      return t('header line');
    case 'line':
      return lineName(recording, part.line);
    case 'empty-line':
      return t('empty line, the end of the description');
    case 'header':
      return t('frame header, tracepoint {0}, {1}', part.tracepoint, byteCount(part.size));
    case 'block':
      return blockName(recording, part.block);
    case 'passed-over':
      return t('{0} passed over before frame {1}', byteCount(part.length), part.next);
    case 'end':
      return t('end marker');
    case 'after-end':
      return t('{0} after the end marker', byteCount(part.length));
    case 'unrecognised':
      return t('{0} in which no frame was recognised', byteCount(part.length));
    case 'unread':
      return t('{0} not read yet', byteCount(part.length));
  }
}

/** `line 7: tp T2:401136:E:0:0`; the first line of the file is the header line. */
function lineName(recording: Recording, line: number): string {
  const text = recording.description.lines.text(line);
  return t('line {0}: {1}', line + 2, quote(readableText(text)));
}

function blockName(recording: Recording, block: Block): string {
  switch (block.kind) {
    case 'R':
      return t('R block, {0} of registers', byteCount(block.length));
    case 'M':
      return t('M block {0}, {1}', hexAddress(block.address), byteCount(block.length));
    case 'V': {
      const known = recording.variable(block.variable);
      return t('V block, ${0} = {1}', known?.name ?? block.variable, block.value.toString());
    }
    case 'S':
      return t('S block, {0} of static trace data', byteCount(block.length));
    case 'unknown':
      return t(
        "unknown block 0x{0}, {1} to the frame's end",
        block.type.toString(16),
        byteCount(block.length),
      );
  }
}

/** The fields; registers by name, where their layout is known. */
function namedFields(recording: Recording, part: StructurePart): StructureField[] {
  const fields = fieldsOf(part);
  const [type, registers] = fields;
  const { layout } = recording;
  if (part.kind !== 'block' || part.block.kind !== 'R' || !layout || !type || !registers) {
    return fields;
  }
  const named = layout.registers.flatMap(({ name, offset, bitSize }) => {
    if (offset === undefined || offset >= registers.length) return [];
    const length = Math.min(Math.ceil(bitSize / 8), registers.length - offset);
    return [{ name, offset: registers.offset + offset, length }];
  });
  return [type, ...named];
}

function addressOf(part: StructurePart, { name }: StructureField): Pick<BytesField, 'address'> {
  if (part.kind !== 'block' || part.block.kind !== 'M' || name !== 'data') return {};
  return { address: hexAddress(part.block.address) };
}
