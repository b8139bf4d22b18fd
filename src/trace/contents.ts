// What a trace file holds: its description, how its frames are to be read, and the frames
// themselves. It is read when a trace is opened, and again when the file changes
// (traceReloader.ts).
import { t } from '@vscode/l10n';
import type { Diagnostic } from '../bytes/diagnostic';
import { TimeSlice } from '../bytes/timeSlice';
import type { Description, TraceStatus } from '../format/description';
import { readDescription } from '../format/descriptionReader';
import type { FrameIndex } from '../format/frameIndex';
import { detectFrameLayout } from '../format/frameLayout';
import { type FrameLayout } from '../format/blocks';
import { indexFrames } from '../format/indexingPass';
import { readTargetDescription, type TargetDescription } from '../format/targetDescription';
import type { TraceSource } from '../format/traceSource';
import { pcField, registerLayout, type RegisterLayout } from '../machine/registerLayout';
import type { Program } from '../symbols/program';

/** How the frames are to be read: byte order, size of a register block, layout of the registers. */
interface FrameReading {
  readonly frameLayout: FrameLayout;
  /** Absent where neither the file nor a program describes the registers. */
  readonly layout: RegisterLayout | undefined;
}

/** What a file says before its frames come. */
export interface TraceContents extends FrameReading {
  readonly source: TraceSource;
  readonly description: Description;
  readonly target: TargetDescription | undefined;
  /** What was found wrong or worth knowing, by the part that it was found in. */
  readonly diagnostics: Readonly<
    Record<'source' | 'description' | 'target' | 'frameLayout', readonly Diagnostic[]>
  >;
}

/**
 * Reads what comes before the frames. A program can settle what the file leaves open. Fails, with a
 * sentence for the user, only where the file does not begin as a trace file does.
 */
export async function readContents(
  given: TraceSource,
  program: Program | undefined,
): Promise<TraceContents | { readonly problem: string }> {
  const source = settled(given, program);
  const read = await readDescription(source);
  if ('problem' in read) return read;
  const slice = new TimeSlice();
  await slice.yieldIfDue();
  const xml = read.description.targetXml;
  const target = xml === undefined ? undefined : readTargetDescription(xml);
  const bare = { source, description: read.description, target: target?.target };
  const framed = await frameUp(bare, program);
  await slice.yieldIfDue();
  return {
    ...bare,
    ...framed,
    diagnostics: {
      source: source.diagnostics ?? [],
      description: read.diagnostics,
      target: target?.diagnostics ?? [],
      frameLayout: framed.diagnostics,
    },
  };
}

/** The same contents, as a program settles what the file leaves open. */
export async function frameWithProgram(
  contents: TraceContents,
  program: Program,
): Promise<TraceContents> {
  const source = settled(contents.source, program);
  const { frameLayout, layout, diagnostics } = await frameUp({ ...contents, source }, program);
  return {
    ...contents,
    source,
    frameLayout,
    layout,
    diagnostics: { ...contents.diagnostics, frameLayout: diagnostics },
  };
}

/** Whether frames are read alike under both. */
export function isFramedAlike(one: FrameReading, other: FrameReading): boolean {
  const text = ({ frameLayout, layout }: FrameReading) =>
    JSON.stringify([frameLayout, pcFieldText(layout)]);
  return text(one) === text(other);
}

/**
 * Adds the frames from an offset on, in bytes, to an index. A file that cannot be read to its end
 * keeps the frames up to there.
 */
export async function walkFrames(
  { source, description, frameLayout, layout }: TraceContents,
  index: FrameIndex,
  from: number,
  signal: AbortSignal,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<readonly Diagnostic[]> {
  const { status, tracepoints } = description;
  const field = layout && pcField(layout);
  const { framesInBuffer } = status ?? {};
  const { diagnostics, failure } = await indexFrames(index, source, from, frameLayout, field, {
    signal,
    onProgress: (done, total) => {
      onProgress(done / total);
    },
    tracepoints: tracepoints.map(({ number }) => number),
    ...(framesInBuffer !== undefined && { framesInBuffer }),
  });
  const found = [...wrappedBuffer(status, diagnostics), ...diagnostics];
  return failure === undefined ? found : [...found, cutByMedium(index, failure)];
}

function cutByMedium(index: FrameIndex, failure: unknown): Diagnostic {
  const reason = failure instanceof Error ? failure.message : String(failure);
  const message = t(
    'The file could not be read beyond frame {0}: {1}. Check its disk or connection: the frames behind are missing.',
    index.count,
    withoutStop(reason),
  );
  return { severity: 'error', code: readFailed, message };
}

/**
 * Why a file that gdb saved of a circular buffer is damaged in its middle: gdbserver answers
 * qTBuffer as if it had not wrapped.
 */
function wrappedBuffer(
  status: TraceStatus | undefined,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { circularBuffer, framesCreated = 0, framesInBuffer = 0 } = status ?? {};
  const damage = found.find(({ severity }) => severity === 'error');
  if (!circularBuffer || framesCreated <= framesInBuffer || damage?.offset === undefined) return [];
  const message = t(
    'The circular buffer had wrapped: the oldest frames were overwritten. Where it wrapped, gdbserver sends other bytes than the buffer’s; frames there are damaged, missing, or older ones; those farther off are as they were.',
  );
  const { offset } = damage;
  return [{ severity: 'info', code: 'circular-buffer-wrapped', message, offset }];
}

const readFailed = 'read-failed';

/** Whether frames are missing because the medium failed, and not because the file has no more. */
export function isCutByMedium(findings: readonly Diagnostic[]): boolean {
  return findings.some(({ code }) => code === readFailed);
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

/** The source as a program settles its byte order, where nothing else does. */
function settled(source: TraceSource, program: Program | undefined): TraceSource {
  return (program && source.inOrder?.(program.elf.order)) ?? source;
}

async function frameUp(
  { source, description, target }: Pick<TraceContents, 'source' | 'description' | 'target'>,
  program: Program | undefined,
): Promise<FrameReading & { readonly diagnostics: readonly Diagnostic[] }> {
  const described = target && registerLayout(target, program?.elf, 0).layout;
  const [onlyOrder, ...otherOrders] = described?.architecture.orders ?? [];
  const detected = await detectFrameLayout(source, description, {
    ...(onlyOrder && otherOrders.length === 0 && { architectureOrder: onlyOrder }),
    ...(described && { registerTotal: described.size }),
    ...(program && { programOrder: program.elf.order }),
  });
  const { layout, diagnostics } = registerLayout(
    target,
    program?.elf,
    detected.frameLayout.registerBlockSize,
  );
  return {
    frameLayout: detected.frameLayout,
    layout,
    diagnostics: [...detected.diagnostics, ...diagnostics],
  };
}

function pcFieldText(layout: RegisterLayout | undefined): string {
  const field = layout && pcField(layout);
  return field ? `${field.offset}/${field.size}/${field.mask?.toString() ?? ''}` : '';
}
