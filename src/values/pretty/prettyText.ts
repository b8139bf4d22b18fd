// The text of a container: what it says of itself, and what is in it, as gdb writes what its
// pretty printers give.
import { hexAddress } from '../../bytes/hex';
import { characterKind, stringText } from '../text/characters';
import type { Writer } from '../text/writer';
import { readMemory, type Value } from '../value';
import { present } from './libraries';
import type { Characters, Child, Children, Presentation } from './presentation';

/**
 * `std::vector of length 2, capacity 2 = {1, 2}`; undefined for a value that has no such way, or
 * was not collected.
 */
export async function prettyText(
  value: Value,
  writer: Writer,
  depth: number,
): Promise<string | undefined> {
  const presentation = await present(value);
  if (!presentation) return undefined;
  const { summary, children } = presentation;
  if (typeof summary !== 'string') return characters(summary, value, writer);
  if (!children || children.count === 0) return summary;
  const shown = writer.summary ? '...' : await childrenText(children, presentation, writer, depth);
  return `${summary === '' ? '' : `${summary} = `}{${shown}}`;
}

async function childrenText(
  children: Children,
  presentation: Presentation,
  writer: Writer,
  depth: number,
): Promise<string> {
  const { elements } = writer.settings;
  const shown = presentation.hint === 'map' ? Math.ceil(elements / 2) : elements;
  const read = await children.read(0, shown);
  const texts: string[] = [];
  for (const child of read) texts.push(await childText(child, presentation, writer, depth));
  const cut = children.count > texts.length ? '...' : '';
  return texts.join(', ') + cut;
}

async function childText(
  { name, value, key }: Child,
  { hint }: Presentation,
  writer: Writer,
  depth: number,
): Promise<string> {
  const text = await writer.write(value, depth + 1);
  if (key) return `[${await writer.write(key, depth + 1)}] = ${text}`;
  return hint === 'array' ? text : `${name} = ${text}`;
}

/** Strings longer than this are not read, whatever the settings say. */
const maxCharacters = 100_000;

/** A string of a known length; undefined where its beginning was not collected. */
async function characters(
  { address, length, character }: Characters,
  { context }: Value,
  { settings }: Writer,
): Promise<string | undefined> {
  const kind = characterKind(character);
  if (!kind) return undefined;
  const limit = BigInt(Math.min(settings.elements, maxCharacters));
  const size = Number(length < limit ? length : limit) * kind.width;
  const { bytes, gaps } = await readMemory(address, size, context);
  const readable = Math.floor((gaps[0]?.start ?? 8 * size) / 8 / kind.width) * kind.width;
  if (readable === 0 && size > 0) return undefined;
  const whole = { ...kind, terminated: false };
  const cut = BigInt(readable / kind.width) < length;
  const text = stringText(bytes.subarray(0, readable), whole, context.order, settings, cut);
  if (readable === size) return text;
  const failed = hexAddress(address + BigInt(readable));
  return `${text}<error: Cannot access memory at address ${failed}>`;
}
