// The string that a pointer to a character points to, up to its NUL, the limit, or the end of what can be read.
import { hexAddress } from '../../bytes/hex';
import { readMemory, type Surroundings } from '../value';
import { stringText, type CharacterKind } from './characters';
import type { PrintSettings } from './settings';

/** `"gp"`, `"cut"...`, `"beg"<error: Cannot access memory at address 0x402013>`. */
export async function pointedString(
  address: bigint,
  kind: CharacterKind,
  surroundings: Surroundings,
  settings: PrintSettings,
): Promise<string> {
  const { width } = kind;
  const limit = Math.min(settings.elements, mostCharacters);
  const contents = await readMemory(address, width * (limit + 1), surroundings);
  const readable = Math.floor((contents.gaps[0]?.start ?? 8 * contents.bytes.length) / 8 / width);
  const { bytes } = contents;
  const isNul = (index: number) =>
    bytes.subarray(index * width, (index + 1) * width).every((byte) => byte === 0);
  let length = 0;
  while (length < Math.min(readable, limit) && !isNul(length)) length++;
  const ended = length < Math.min(readable, limit);
  const cut = !ended && readable > limit && !isNul(limit);
  const failed = !ended && readable < limit;
  const shown = bytes.subarray(0, (length + (ended ? 1 : 0)) * width);
  const text =
    failed && length === 0 ? '' : stringText(shown, kind, surroundings.order, settings, cut);
  if (!failed) return text;
  const at = address + BigInt(length * width);
  return `${text}<error: Cannot access memory at address ${hexAddress(at)}>`;
}

/** Strings longer than this are not read, whatever the settings say. */
const mostCharacters = 100_000;
