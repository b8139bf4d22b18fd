// The parts of the file in words, for the page.
import { t } from '@vscode/l10n';
import { hexAddress } from '../bytes/hex';
import type { Block } from '../format/blocks';
import { quote } from '../format/findings';
import { readableText } from '../format/lineText';
import { fieldsOf, type StructureField, type StructurePart } from '../format/structurePart';
import type { Trace } from '../trace/trace';
import type { BytesField, BytesPart, PartKind } from './bytesMessages';

const blockKinds: Readonly<Record<Block['kind'], PartKind>> = {
  R: 'registers',
  M: 'memory',
  V: 'variable',
  S: 'static',
  unknown: 'damage',
};

/** The part with those of its fields that touch the bytes from `start` to `end`, exclusive. */
export function bytesPart(
  trace: Trace,
  part: StructurePart,
  start: number,
  end: number,
): BytesPart {
  const { offset, length } = part;
  const frame = frameOf(part);
  return {
    kind: kindOf(part),
    ...{ offset, length },
    within: withinOf(part),
    name: nameOf(trace, part),
    ...(frame !== undefined && { frame }),
    fields: namedFields(trace, part)
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

function nameOf(trace: Trace, part: StructurePart): string {
  switch (part.kind) {
    case 'magic':
      return t('header line');
    case 'line':
      return lineName(trace, part.line);
    case 'empty-line':
      return t('empty line, the end of the description');
    case 'header':
      return t('frame header, tracepoint {0}, {1}', part.tracepoint, byteCount(part.size));
    case 'block':
      return blockName(trace, part.block);
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
function lineName(trace: Trace, line: number): string {
  const text = trace.description.lines[line]?.text ?? '';
  return t('line {0}: {1}', line + 2, quote(readableText(text)));
}

function blockName(trace: Trace, block: Block): string {
  switch (block.kind) {
    case 'R':
      return t('R block, {0} of registers', byteCount(block.length));
    case 'M':
      return t('M block {0}, {1}', hexAddress(block.address), byteCount(block.length));
    case 'V': {
      const known = trace.description.variables.find(({ number }) => number === block.variable);
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
function namedFields(trace: Trace, part: StructurePart): StructureField[] {
  const fields = fieldsOf(part);
  const [type, registers] = fields;
  const { layout } = trace;
  if (part.kind !== 'block' || part.block.kind !== 'R' || !layout || !type || !registers) {
    return fields;
  }
  const named = layout.registers.flatMap(({ name, offset, bitSize }) =>
    offset === undefined || offset >= registers.length
      ? []
      : [{ name, offset: registers.offset + offset, length: Math.ceil(bitSize / 8) }],
  );
  return [type, ...named];
}

function addressOf(
  part: StructurePart,
  { name, offset }: StructureField,
): Pick<BytesField, 'address'> {
  if (part.kind !== 'block' || part.block.kind !== 'M' || name !== 'data') return {};
  const { address, offset: data } = part.block;
  return { address: hexAddress(BigInt.asUintN(64, address + BigInt(offset - data))) };
}

function byteCount(count: number): string {
  return count === 1 ? t('{0} byte', count) : t('{0} bytes', count);
}
