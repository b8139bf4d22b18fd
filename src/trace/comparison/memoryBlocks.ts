// The blocks of memory that a frame collected, without names: compared on request, word by word.
// A word that points into a program is its symbol and offset, so that two runs can be compared.
import { hexAddress } from '../../bytes/hex';
import type { Frame } from '../../format/frame';
import type { FrameRun } from '../search/frameRun';
import type { Trace } from '../trace';
import type { PartValue } from './distribution';
import { outsidePrograms, type PortableAddresses } from './portableAddresses';

/** Characters of a block that are shown; of more its first ones and a hash. */
const maxShown = 64;

/** How many blocks of memory a frame collected. */
export async function memoryBlockCount({ recording }: Trace, frame: number): Promise<number> {
  return memoryOf(await recording.frame(frame)).length;
}

/** The words of a frame's block, by its place among the blocks of memory; undefined without one. */
export async function memoryBlockText(
  { recording }: Trace,
  addresses: PortableAddresses,
  block: number,
  frame: number,
  run: FrameRun | undefined,
): Promise<PartValue> {
  const read = await (run?.frame(frame) ?? recording.frame(frame));
  const { offset, length } = memoryOf(read)[block] ?? {};
  if (offset === undefined || length === undefined) return undefined;
  const view = new DataView(read.bytes.buffer, read.bytes.byteOffset + offset, length);
  const size = recording.layout?.architecture.bits === 32 ? 4 : 8;
  const words: string[] = [];
  let at = 0;
  for (; at + size <= length; at += size) {
    const isLittle = read.order === 'little';
    const word =
      size === 4 ? BigInt(view.getUint32(at, isLittle)) : view.getBigUint64(at, isLittle);
    const place = await addresses.of(word);
    words.push(place === outsidePrograms ? hexAddress(word) : place);
  }
  for (; at < length; at++) words.push(view.getUint8(at).toString(16));
  const text = words.join(' ');
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}… #${hashOf(text)}`;
}

function memoryOf({ blocks }: Frame) {
  return blocks.flatMap((block) => (block.kind === 'M' ? [block] : []));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
