// What the frames of a file are read with and the description does not settle: the byte order,
// which no line states, and the size of a register block, whose digits some producers write in
// decimal. The frames decide: read rightly, their sizes form a chain and their blocks fill them
// exactly.
import { t } from '@vscode/l10n';
import type { ByteOrder } from '../bytes/cursor';
import type { Diagnostic } from '../bytes/diagnostic';
import type { ByteSource } from '../bytes/source';
import { blockLength, blockTypes, frameHeaderLength, type FrameLayout } from './blocks';
import type { Description } from './description';
import { numberInFrames } from './tracepointLines';

/** What is known of the target apart from the frames. */
export interface FrameLayoutHints {
  /** The only byte order that the described architecture has. */
  readonly architectureOrder?: ByteOrder;
  /** Bytes of all registers of the target description. */
  readonly registerTotal?: number;
  readonly programOrder?: ByteOrder;
}

/** A frame layout, and what it rests on. */
export interface DetectedFrameLayout {
  readonly frameLayout: FrameLayout;
  readonly orderFrom: 'frames' | 'architecture' | 'program' | 'default';
  readonly diagnostics: Diagnostic[];
}

/** Bytes from the first frame on that are tried. */
const sampleSize = 4 * 1024 * 1024;
/** Frames of a sample that are tried; empty ones look alike in both orders and count apart. */
const maxFilledFrames = 256;
const maxFrames = 65_536;

/** The result of reading the sample under one assumption. */
interface Trial {
  readonly frameLayout: FrameLayout;
  /** Frames, empty ones left out, whose blocks fill them exactly. */
  readonly wellFormed: number;
  /** Those of them with registers. */
  readonly withRegisters: number;
  /** Frames of tracepoints that the description defines. */
  readonly expected: number;
}

interface Sample {
  readonly view: DataView;
  /** Bytes from the first frame to the end of the file. */
  readonly fileBytes: number;
  readonly tracepoints: ReadonlySet<number>;
}

/** Finds out byte order and register block size on the first frames. */
export async function detectFrameLayout(
  source: ByteSource,
  description: Description,
  hints: FrameLayoutHints,
): Promise<DetectedFrameLayout> {
  const sample = await takeSample(source, description);
  const sizes = registerBlockSizes(description, hints);
  const little = bestOf(sizes.map((size) => tryFraming(sample, 'little', size)));
  const big = bestOf(sizes.map((size) => tryFraming(sample, 'big', size)));
  const { order, orderFrom } = chooseOrder(weight(little) - weight(big), hints);
  const trial = order === 'little' ? little : big;
  return {
    frameLayout: trial.frameLayout,
    orderFrom,
    diagnostics: [
      ...orderDiagnostics(order, orderFrom, hints),
      ...sizeDiagnostics(trial, description, hints),
    ],
  };
}

async function takeSample(source: ByteSource, description: Description): Promise<Sample> {
  const { framesOffset, tracepoints } = description;
  const bytes = await source.read(framesOffset, sampleSize);
  return {
    view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    fileBytes: source.size - framesOffset,
    tracepoints: new Set(tracepoints.map(({ number }) => numberInFrames(number))),
  };
}

/** The sizes worth trying, the likeliest first. */
function registerBlockSizes({ registerBlockSize }: Description, hints: FrameLayoutHints): number[] {
  const { hexadecimal = 0, decimal } = registerBlockSize ?? {};
  const sizes = [hexadecimal, decimal ?? 0, hints.registerTotal ?? 0].filter((size) => size > 0);
  return sizes.length > 0 ? [...new Set(sizes)] : [0];
}

/** Follows the chain of sizes until it breaks, ends, or leaves the sample. */
function tryFraming(sample: Sample, order: ByteOrder, registerBlockSize: number): Trial {
  const { view, fileBytes, tracepoints } = sample;
  const little = order === 'little';
  const trial = { wellFormed: 0, withRegisters: 0, expected: 0 };
  let at = 0;
  for (let frames = 0, filled = 0; frames < maxFrames && filled < maxFilledFrames; frames++) {
    if (at + frameHeaderLength > view.byteLength) break;
    const tracepoint = view.getInt16(at, little);
    const size = view.getUint32(at + 2, little);
    at += frameHeaderLength;
    if (tracepoint === 0 || size > fileBytes - at) break;
    if (tracepoints.has(tracepoint)) trial.expected++;
    if (at + size > view.byteLength) break;
    if (size > 0) {
      filled++;
      if (isFilled(view, at, at + size, little, registerBlockSize)) {
        trial.wellFormed++;
        if (view.getUint8(at) === blockTypes.R) trial.withRegisters++;
      }
    }
    at += size;
  }
  return { frameLayout: { order, registerBlockSize }, ...trial };
}

/** Whether blocks fill the bytes from `at` to `end` exactly. */
function isFilled(
  view: DataView,
  at: number,
  end: number,
  little: boolean,
  registerBlockSize: number,
): boolean {
  while (at < end) {
    const length = blockLength(view, at, end, little, registerBlockSize);
    if (length === 0) return false;
    at += length;
  }
  return at === end;
}

/** The first of the trials that no other one beats. */
function bestOf(trials: readonly Trial[]): Trial {
  return trials.reduce((best, trial) => (weight(trial) > weight(best) ? trial : best));
}

/** Blocks that fit are far less likely by chance than a tracepoint number that is known. */
function weight({ wellFormed, expected }: Trial): number {
  return 4 * wellFormed + expected;
}

function chooseOrder(
  littleAhead: number,
  hints: FrameLayoutHints,
): Pick<DetectedFrameLayout, 'orderFrom'> & { order: ByteOrder } {
  if (littleAhead !== 0) return { order: littleAhead > 0 ? 'little' : 'big', orderFrom: 'frames' };
  const { architectureOrder, programOrder } = hints;
  if (architectureOrder) return { order: architectureOrder, orderFrom: 'architecture' };
  if (programOrder) return { order: programOrder, orderFrom: 'program' };
  return { order: 'little', orderFrom: 'default' };
}

function orderDiagnostics(
  order: ByteOrder,
  orderFrom: DetectedFrameLayout['orderFrom'],
  { architectureOrder, programOrder }: FrameLayoutHints,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (orderFrom === 'default') {
    diagnostics.push({
      severity: 'info',
      code: 'byte-order-assumed',
      message: t(
        'Neither the frames nor the description tell the byte order; little-endian is assumed.',
      ),
    });
  }
  const contradict = (code: string, whose: string, expected: ByteOrder | undefined): void => {
    if (expected === undefined || expected === order) return;
    diagnostics.push({
      severity: 'warning',
      code,
      message: t('The byte order of the {0} is not the one used for the frames.', whose),
      expected: `${expected}-endian`,
      found: `${order}-endian`,
    });
  };
  contradict('byte-order-contradicts-architecture', t('described architecture'), architectureOrder);
  contradict('byte-order-contradicts-program', 'program', programOrder);
  return diagnostics;
}

function sizeDiagnostics(
  { frameLayout, withRegisters }: Trial,
  { registerBlockSize: line }: Description,
  { registerTotal }: FrameLayoutHints,
): Diagnostic[] {
  const used = frameLayout.registerBlockSize;
  const sizeLine = { ...(line && { offset: line.line.offset, found: line.line.text }) };
  if (line && used === line.hexadecimal) {
    if (withRegisters === 0 || registerTotal === undefined || registerTotal === used) return [];
    return [
      {
        severity: 'warning',
        code: 'register-block-size-contradicts-description',
        message: t(
          'A register block has {0} bytes, the described registers have {1}.',
          used,
          registerTotal,
        ),
        expected: `${registerTotal} bytes`,
        ...sizeLine,
      },
    ];
  }
  if (line && used === line.decimal) {
    return [
      {
        severity: 'warning',
        code: 'register-block-size-decimal',
        message: t(
          "The R line is read as decimal: the frames' register blocks have {0} bytes.",
          used,
        ),
        expected: `R ${used.toString(16)}`,
        ...sizeLine,
      },
    ];
  }
  if (used === 0) return [];
  return [
    {
      severity: 'warning',
      code: 'register-block-size-from-target',
      message: t('The register block size, {0} bytes, is that of the described registers.', used),
      expected: `R ${used.toString(16)}`,
      ...sizeLine,
    },
  ];
}
