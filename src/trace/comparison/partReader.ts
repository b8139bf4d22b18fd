// The values of parts in frames of one trace, as they can be compared with those of another run.
import { hexAddress } from '../../bytes/hex';
import { textOfUnits } from '../../bytes/text';
import { toNumber, type Scalar } from '../../expressions/scalar';
import { changedBytes, FrameExpression } from '../search/evaluator';
import { FrameValue, type FrameQuery } from '../search/frameValues';
import type { FrameRun } from '../search/frameRun';
import type { Trace } from '../trace';
import type { ComparedPart } from './comparedParts';
import type { PartValue } from './distribution';
import { memoryBlockText } from './memoryBlocks';
import { outsidePrograms, type PortableAddresses } from './portableAddresses';

/** The bytes of an expression in frames. */
class CollectedBytes extends FrameExpression {
  constructor(trace: Trace, expression: string) {
    super(trace, `$_changed(${expression})`);
  }

  bytesFrom(frame: number, run: FrameRun | undefined, signal: AbortSignal | undefined) {
    return this.current.ask(changedBytes, frame, run, signal);
  }
}

/** The characters up to the first NUL. */
function stringOf(bytes: Uint8Array | undefined): string | undefined {
  if (!bytes) return undefined;
  const end = bytes.indexOf(0);
  return JSON.stringify(textOfUnits(end === -1 ? bytes : bytes.subarray(0, end)));
}

/** A part in one trace. */
export class PartReader implements FrameQuery {
  private constructor(
    readonly part: ComparedPart,
    /** Absent where the expression means nothing in this trace. */
    private readonly value: FrameValue | undefined,
    /** Of characters, in place of the value. */
    private readonly characters: CollectedBytes | undefined,
    readonly trace: Trace,
    private readonly addresses: PortableAddresses,
    /** Whether addresses outside of programs count as different. */
    private readonly comparesAddresses: boolean,
  ) {}

  static async open(
    part: ComparedPart,
    trace: Trace,
    addresses: PortableAddresses,
    comparesAddresses: boolean,
  ): Promise<PartReader> {
    const value =
      part.kind === 'memory' ? undefined : await FrameValue.compile(trace, part.expression);
    const known = value && 'problem' in value ? undefined : value;
    const characters =
      known && part.kind === 'characters' ? new CollectedBytes(trace, part.expression) : undefined;
    return new PartReader(part, known, characters, trace, addresses, comparesAddresses);
  }

  readsFrame(frame: number): boolean {
    if (this.part.kind === 'memory') return true;
    return (this.characters ?? this.value)?.readsFrame(frame) ?? false;
  }

  /** The value in a frame, at once where that can be; undefined where it was not collected. */
  valueFrom(
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): PartValue | Promise<PartValue> {
    const { value, part } = this;
    if (part.block !== undefined) {
      return memoryBlockText(this.trace, this.addresses, part.block, frame, run);
    }
    if (this.characters) {
      const bytes = this.characters.bytesFrom(frame, run, signal);
      return bytes instanceof Promise ? bytes.then(stringOf) : stringOf(bytes);
    }
    if (!value) return undefined;
    if (part.kind === 'text') return this.textFrom(value, frame, run, signal);
    const scalar = value.scalarFrom(frame, run, signal);
    return scalar instanceof Promise
      ? scalar.then((known) => this.portable(known))
      : this.portable(scalar);
  }

  private portable(scalar: Scalar | 'unavailable' | undefined): PartValue | Promise<PartValue> {
    if (scalar === undefined || scalar === 'unavailable') return undefined;
    if (scalar.kind === 'float') return toNumber(scalar);
    const { value } = scalar;
    const { kind } = this.part;
    if (kind === 'address') {
      const text = this.addresses.of(value);
      return this.comparesAddresses ? this.withOwnAddress(text, value) : text;
    }
    if (kind === 'word') return this.withOwnAddress(this.addresses.of(value), value);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }

  private async withOwnAddress(text: string | Promise<string>, value: bigint): Promise<string> {
    const known = await text;
    return known === outsidePrograms ? hexAddress(value) : known;
  }

  private async textFrom(
    value: FrameValue,
    frame: number,
    run: FrameRun | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PartValue> {
    const written = await value.textFrom(frame, run, signal);
    if ('problem' in written) return undefined;
    // The address of a string, and what it belongs to, is elsewhere in each run.
    const text = written.text.replace(/^0x[\da-f]+ (?:<[^<>]*> )?(?=["<])/, '');
    return /<(?:unavailable|error: )/.test(text) ? undefined : text;
  }
}
