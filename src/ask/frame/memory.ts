// Bytes of a frame's memory, for shells and assistants.
import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { hexAddress } from '../../bytes/hex';
import { Origin } from '../../machine/memory';
import {
  described,
  frameNumber,
  level,
  textSchema,
  upTo,
  wholeNumber,
  publicQuestion,
} from '../question';
import { stackFrameAt } from './frame';
import { addressIn } from './memoryLookup';
import { digitsOfMemory } from './memoryRows';

/** Bytes of memory of one answer. */
const maxBytes = 4096;

const memoryInput = v.strictObject({
  frame: frameNumber,
  level,
  address: described(textSchema, 'Where to begin: an address or an expression, &queue->calls[0].'),
  count: v.optional(described(upTo(maxBytes), 'How many bytes.'), 64),
});

const memoryBytes = v.strictObject({
  address: v.string(),
  /** Two hexadecimal digits a byte, -- for one that nobody has. */
  bytes: v.array(v.string()),
  /** Which bytes come from where: the frame, or the program's read-only sections. */
  origins: v.array(
    v.strictObject({
      from: v.picklist(['collected', 'program', 'unavailable']),
      bytes: wholeNumber,
    }),
  ),
});

/** `memory`. */
export const memory = publicQuestion({
  name: 'memory',
  title: () => t('Read memory of a frame'),
  description:
    'Bytes of memory in a frame, each from what the frame collected or from read-only sections of the program; what was not collected is --.',
  input: memoryInput,
  result: memoryBytes,
  answer: (asked, { frame: number, level: at, address: written, count }, { signal }) =>
    asked.debugAt(
      number,
      async (debugged) => {
        const context = await debugged.evaluator.context(await stackFrameAt(debugged, at));
        const address = await addressIn(context, written);
        const machine = await debugged.machine();
        const { bytes, origins } = await machine.memory.read(address, count);
        return {
          address: hexAddress(address),
          bytes: digitsOfMemory(bytes, origins, '--'),
          origins: originRuns(origins),
        };
      },
      signal,
    ),
});

function originRuns(origins: Uint8Array): v.InferOutput<typeof memoryBytes>['origins'] {
  const runs: v.InferOutput<typeof memoryBytes>['origins'] = [];
  for (const origin of origins) {
    const from =
      origin === Origin.collected
        ? 'collected'
        : origin === Origin.unavailable
          ? 'unavailable'
          : 'program';
    const last = runs.at(-1);
    if (last?.from === from) last.bytes++;
    else runs.push({ from, bytes: 1 });
  }
  return runs;
}
