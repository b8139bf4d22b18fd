// The source of a place in the program: of a frame, of a function, of a line; and which frames
// stopped there.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { BreakpointPlaces } from '../../adapter/breakpoints/place';
import { RequestFailed } from '../../bytes/requestFailed';
import { hexAddress } from '../../bytes/hex';
import { matchingFrames } from '../../trace/search/search';
import type { AskedTrace } from '../askedTrace';
import { option } from '../option';
import { described, textSchema, upTo, wholeNumber, publicQuestion } from '../question';
import type { QuestionRun } from '../run';

/** Lines of one answer. */
const maxLines = 1000;
/** Characters of a line. */
const maxLineText = 1000;

const sourceInput = v.strictObject({
  place: v.optional(
    described(
      textSchema,
      'callqueue.c:80, a function, or *0x401136; without it the place of a frame.',
    ),
  ),
  frame: v.optional(
    option(described(wholeNumber, 'The frame whose place is meant.'), () =>
      t('The place of this frame'),
    ),
  ),
  lines: v.optional(
    option(described(upTo(maxLines), 'How many lines around it.'), () => t('How many lines')),
    20,
  ),
});

const sourceText = v.strictObject({
  address: v.string(),
  function: v.optional(v.string()),
  /** As the program records it. */
  file: v.optional(v.string()),
  line: v.optional(wholeNumber),
  /** Where it is on this machine. */
  path: v.optional(v.string()),
  text: v.array(v.strictObject({ line: wholeNumber, text: v.string() })),
  /** Frames that stopped at the place, and the first and the last of them. */
  frames: wholeNumber,
  first: v.optional(wholeNumber),
  last: v.optional(wholeNumber),
  /** Why there is no text. */
  note: v.optional(v.string()),
});

/** `source`. */
export const sourceOfPlace = publicQuestion({
  name: 'source',
  title: () => t('Source of a place'),
  description:
    'The lines of source around a place (file:line, a function, an address) or around where a frame stopped, and which frames stopped there.',
  input: sourceInput,
  result: sourceText,
  answer: async (asked, { place, frame, lines }, run) => {
    const { trace } = asked;
    await trace.recording.indexed;
    const addresses = await addressesOf(asked, place, frame);
    const [address = 0n] = addresses;
    const { functionName, source: recorded } = await trace.modules.current.locate(address);
    return {
      address: hexAddress(address),
      ...(functionName !== undefined && { function: functionName }),
      ...(recorded
        ? { file: recorded.file, line: recorded.line }
        : { note: t('The program does not say which line this is.') }),
      ...(recorded ? await linesAround(asked, recorded, lines) : { text: [] }),
      ...(await framesAt(asked, new Set(addresses), run)),
    };
  },
});

async function addressesOf(
  asked: AskedTrace,
  place: string | undefined,
  frame: number | undefined,
): Promise<readonly bigint[]> {
  const { trace, sources } = asked;
  if (place !== undefined) {
    const found = await new BreakpointPlaces(trace, sources).of({ kind: 'function', name: place });
    const addresses = [...(found.addresses ?? found.ranges?.map(({ start }) => start) ?? [])];
    if (addresses.length > 0) return addresses;
    throw new RequestFailed(found.problem ?? t('There is no place {0}.', place));
  }
  if (frame === undefined) throw new RequestFailed(t('Name a "place" or a "frame".'));
  await asked.requireFrame(frame);
  const at = trace.recording.pc(frame);
  if (!at) throw new RequestFailed(t('The PC of frame {0} is not known.', frame));
  return [at.pc];
}

async function linesAround(
  asked: AskedTrace,
  recorded: { readonly file: string; readonly line: number },
  count: number,
): Promise<Pick<v.InferOutput<typeof sourceText>, 'path' | 'text' | 'note'>> {
  const found = await asked.sources.find(recorded.file);
  if (found.path === undefined) {
    const tried = found.tried.join(', ');
    const note =
      tried === ''
        ? t('{0} is not on this machine.', recorded.file)
        : t('{0} is not on this machine. Tried {1}.', recorded.file, tried);
    return { text: [], note };
  }
  const contents = await asked.readText(found.path);
  if (contents === undefined) return { text: [], note: t('{0} cannot be read.', found.path) };
  const all = contents.split(/\r\n|\n/);
  const first = Math.max(1, recorded.line - Math.floor(count / 2));
  const shown = all.slice(first - 1, first - 1 + count);
  return {
    path: found.path,
    text: shown.map((line, i) => ({ line: first + i, text: line.slice(0, maxLineText) })),
  };
}

async function framesAt(
  { trace }: AskedTrace,
  addresses: ReadonlySet<bigint>,
  { signal }: QuestionRun,
): Promise<Pick<v.InferOutput<typeof sourceText>, 'frames' | 'first' | 'last'>> {
  const options = { from: -1, direction: 1, signal } as const;
  let frames = 0;
  let first: number | undefined;
  let last: number | undefined;
  for await (const found of matchingFrames(trace, [{ addresses }], options)) {
    frames += found.length;
    first ??= found[0];
    last = found.at(-1) ?? last;
  }
  return { frames, ...(first !== undefined && { first, last }) };
}
