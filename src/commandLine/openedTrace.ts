// The trace that a command names, with its programs and sources, and the frames that it means.
import { t } from '@vscode/l10n';
import { AskedTrace } from '../ask/askedTrace';
import { UsageProblem, readNumber, type Invocation } from './command';
import { nodeHost } from './nodeHost';

/** A program as `--program` names it: `FILE@OFFSET`, or a file alone. */
export function readProgram(text: string): {
  readonly program: string;
  readonly slide: string | undefined;
} {
  const [, program = text, slide] = /^(.+)@(0x[\da-f]{1,16}|\d{1,19})$/i.exec(text) ?? [];
  return { program, slide };
}

/** Opens a trace, and works with it. */
export async function withTrace<T>(
  trace: string,
  { options, output }: Invocation,
  work: (asked: AskedTrace) => Promise<T>,
): Promise<T> {
  const [first, ...further] = options.texts('program').map(readProgram);
  const sourceMap = Object.fromEntries(options.texts('source-map').map(readMapping));
  const given = { trace, ...first, programs: further, sourceMap };
  const asked = await AskedTrace.open(given, nodeHost());
  try {
    for (const note of asked.notes) await output.reportError(note);
    if (asked.trace.modules.traced.state === 'none') {
      await output.reportError(t('--program FILE[@OFFSET] names it.'));
    }
    return await work(asked);
  } finally {
    asked.dispose();
  }
}

function readMapping(text: string): readonly [from: string, to: string] {
  const [, from, to] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    throw new UsageProblem(t('--source-map takes FROM=TO, not “{0}”.', text));
  }
  return [from, to];
}

/** The frames that `--frame` and `--where` name; `otherwise` where neither is given. */
export async function framesMeant(
  asked: AskedTrace,
  { options, output, signal }: Invocation,
  otherwise: readonly number[],
): Promise<readonly number[]> {
  const [listed, where] = [options.text('frame'), options.text('where')];
  if (listed !== undefined && where !== undefined) {
    throw new UsageProblem(t('Give --frame or --where, not both.'));
  }
  if (listed !== undefined) return readFrames(listed);
  if (where === undefined) return otherwise;
  const { matchedFrames } = await import('../ask/table/frames');
  const run = { signal, report: output.progress };
  const { list } = await matchedFrames(asked.trace, where, run);
  return Array.from({ length: list.count }, (_, row) => list.frameAt(row));
}

/** Frames that one list may name. */
const maxListed = 1_000_000;

/** `3,5-9`. */
function readFrames(text: string): number[] {
  const frames: number[] = [];
  for (const part of text.split(',')) {
    const [, from = part, to = from] = /^(\d+)-(\d+)$/.exec(part) ?? [];
    const [first, last] = [readNumber(from, '--frame'), readNumber(to, '--frame')];
    if (last < first || frames.length + last - first >= maxListed) {
      throw new UsageProblem(t('--frame takes numbers and ranges, 3,5-9, not “{0}”.', part));
    }
    for (let frame = first; frame <= last; frame++) frames.push(frame);
  }
  return frames;
}
