// The bytes of the file for one page: their structure, searches and copies. Everything is
// read by range.
import type { Recording } from '../../trace/recording';
import { t } from '@vscode/l10n';
import { append } from '../../bytes/arrays';
import { toHex, hexAddress } from '../../bytes/hex';
import {
  FileStructure,
  fieldsOf,
  type StructureField,
  type StructurePart,
} from '../../format/structure';
import type { FrameIndex } from '../../format/frameIndex';
import type { Trace } from '../../trace/trace';
import { hexPattern, textPattern, findBytes, type BytesSearch } from './bytesSearch';
import { RequestFailed } from '../../bytes/requestFailed';
import type { Run } from '../run';
import type { Answers, Reports, RequestArguments } from '../traceRequests';
import type { BytesAnswers, CopyFormat, BytesField, BytesPart, PartKind } from './bytesMessages';
import { frameHeaderLength, type Block } from '../../format/blocks';
import { quote } from '../../format/findings';
import { readableText } from '../../format/lexer';

/** Bytes that are copied at once. */
const maxCopiedBytes = 1024 * 1024;
/** The page needs to know a few times a second how far a search has come, in milliseconds. */
const reportInterval = 100;

/** What the bytes need of VS Code. */
interface BytesServices {
  copy(text: string): Thenable<void>;
  hasHexEditor(): boolean;
}

type Request<Name extends keyof BytesAnswers> = (
  asked: RequestArguments<Name>,
  run: Run<Reports[Name]>,
) => Promise<Answers[Name]>;

/** Answers what a page asks about the bytes. */
export class FileBytes {
  private structure: FileStructure | undefined;
  /** The index that {@link structure} knows, and whether all was known of it. */
  private known: { readonly index: FrameIndex; readonly complete: boolean } | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly services: BytesServices,
  ) {}

  readonly range: Request<'bytes'> = async ({ offset, length }, { signal }) => {
    const { trace } = this;
    const bytes = await trace.recording.bytes.read(offset, length);
    const end = offset + bytes.length;
    const parts = await this.current().partsIn(offset, end, signal);
    return {
      offset,
      hex: toHex(bytes),
      parts: parts.map((part) => bytesPart(trace.recording, part, offset, end)),
    };
  };

  readonly frame: Request<'frameBytes'> = async ({ frame }) => {
    if (!(await this.trace.recording.reach(frame)))
      throw new RequestFailed(t('There is no frame {0}.', frame));
    const { index } = this.trace.recording;
    return { offset: index.offset(frame), length: frameHeaderLength + index.size(frame) };
  };

  readonly find: Request<'findBytes'> = async (asked, run) => {
    const { kind, from, direction, most, wrap } = asked;
    const pattern =
      kind === 'hex' ? hexPattern(asked.pattern) : textPattern(asked.pattern, asked.matchCase);
    if ('problem' in pattern) throw new RequestFailed(pattern.problem);
    const { bytes } = this.trace.recording;
    const total = wrap ? bytes.size : direction > 0 ? bytes.size - from : from;
    let lastReport = 0;
    const search = (span: Pick<BytesSearch, 'from' | 'to'>, before: number) =>
      findBytes(bytes, pattern, {
        ...span,
        direction,
        most,
        signal: run.signal,
        onProgress: (done, found) => {
          const now = Date.now();
          if (now - lastReport < reportInterval) return;
          lastReport = now;
          run.report({ done: before + done, total, found });
        },
      });
    const end = direction > 0 ? bytes.size : 0;
    const places = await search({ from, to: end }, 0);
    const wrapped = wrap && places.length === 0;
    if (wrapped) {
      const rest = direction > 0 ? { from: 0, to: from } : { from: bytes.size, to: from + 1 };
      append(places, await search(rest, Math.abs(end - from)));
    }
    return { places, length: pattern.values.length, more: places.length === most, wrapped };
  };

  readonly copy: Request<'copyBytes'> = async ({ offset, length, format }) => {
    if (length > maxCopiedBytes) {
      throw new RequestFailed(t('At most {0} can be copied at once.', byteCount(maxCopiedBytes)));
    }
    const bytes = await this.trace.recording.bytes.read(offset, length);
    await this.services.copy(copyText(bytes, format));
    return { copied: bytes.length };
  };

  readonly symbol: Request<'addressSymbol'> = async ({ address }) => {
    const symbol = await this.trace.modules.current.symbol(BigInt(address));
    return symbol === undefined ? {} : { symbol };
  };

  readonly hasHexEditor: Request<'hasHexEditor'> = () =>
    Promise.resolve(this.services.hasHexEditor());

  /** The structure by the index as it is now. */
  private current(): FileStructure {
    const { bytes: source, description, index, frameLayout, diagnostics } = this.trace.recording;
    const { known } = this;
    // Only then do the diagnostics say whether a frame is cut off.
    const { complete } = this.trace.recording.indexProgress;
    if (this.structure && known?.index === index && known.complete === complete) {
      return this.structure;
    }
    const cutFrame = diagnostics.find(({ code }) => code === 'frame-cut-off')?.offset;
    this.known = { index, complete };
    this.structure = new FileStructure({
      source,
      description,
      index,
      frameLayout,
      ...(cutFrame !== undefined && { cutFrame }),
    });
    return this.structure;
  }
}

/** Bytes in a line of a C array. */
const lineBytes = 12;
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The bytes in a format: digits with spaces between bytes, UTF-8 text, or a C array of unsigned
 * char.
 */
export function copyText(bytes: Uint8Array, format: CopyFormat): string {
  switch (format) {
    case 'hex':
      return toHex(bytes).replace(/..(?!$)/g, '$& ');
    case 'text':
      return utf8.decode(bytes);
    case 'c':
      return cArray(bytes);
  }
}

function cArray(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += lineBytes) {
    const line = Array.from(bytes.subarray(at, at + lineBytes), cByte);
    lines.push(`  ${line.join(', ')},`);
  }
  return ['static const unsigned char bytes[] = {', ...lines, '};', ''].join('\n');
}

function cByte(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`;
}

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
  return count === 1 ? t('{0} byte', count) : t('{0} bytes', count.toLocaleString('en'));
}
