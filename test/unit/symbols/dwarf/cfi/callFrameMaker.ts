// Call frame information made by hand.
import type { ByteOrder } from '../../../../../src/bytes/cursor';
import { Writer } from '../../writer';

/** What is common to functions. */
export interface MadeCommon {
  readonly version?: number;
  readonly augmentation?: string;
  /** The letters' data, after its length where the augmentation has a `z`. */
  readonly augmentationData?: readonly number[];
  readonly codeAlignment?: number;
  readonly dataAlignment?: number;
  readonly returnAddress?: number;
  readonly instructions?: readonly number[];
}

/** A function; `head` writes where it lies in a way of its own. */
export interface MadeFunction {
  readonly start?: bigint;
  readonly length?: number;
  readonly augmentationData?: readonly number[];
  readonly instructions: readonly number[];
  readonly head?: (writer: Writer, offset: number) => void;
}

/** The section, and its numbers' widths. */
export interface MadeForm {
  readonly ehFrame?: boolean;
  readonly order?: ByteOrder;
  readonly addressSize?: 4 | 8;
  readonly format?: 4 | 8;
}

/** A section with one piece of common information and the functions that have it. */
export function callFrames(
  common: MadeCommon,
  functions: readonly MadeFunction[],
  form: MadeForm = {},
): Writer {
  const { ehFrame = false, order = 'little', addressSize = 8, format = 4 } = form;
  const idSize = ehFrame ? 4 : format;
  const { version = ehFrame ? 1 : 4, augmentation = '', returnAddress = 16 } = common;
  const sized = augmentation.startsWith('z');
  const section = new Writer(order);
  const first = new Writer(order)
    .number(idSize, ehFrame ? 0 : -1)
    .u8(version)
    .text(augmentation);
  if (augmentation === 'eh') first.number(addressSize, 0x1234);
  if (version >= 4) first.u8(addressSize, 0);
  first.uleb(common.codeAlignment ?? 1).sleb(common.dataAlignment ?? -8);
  if (version === 1) first.u8(returnAddress);
  else first.uleb(returnAddress);
  if (sized) first.uleb(common.augmentationData?.length ?? 0);
  first.raw(common.augmentationData ?? []).raw(common.instructions ?? []);
  section.counted(format, first);
  for (const { start = 0n, length = 0, head, instructions, augmentationData } of functions) {
    const body = new Writer(order);
    const bodyOffset = section.length + (format === 8 ? 12 : 4);
    body.number(idSize, ehFrame ? bodyOffset : 0);
    if (head) head(body, bodyOffset);
    else body.number(addressSize, start).number(addressSize, length);
    if (sized) body.uleb(augmentationData?.length ?? 0).raw(augmentationData ?? []);
    section.counted(format, body.raw(instructions));
  }
  return section;
}
