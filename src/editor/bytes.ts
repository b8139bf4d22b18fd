// The bytes of the file for one page: what they are, where something stands in them, and copies of them. Everything is
// read by range.
import { t } from '@vscode/l10n';
import { toHex } from '../bytes/hex';
import { frameHeaderLength } from '../format/framing';
import { FileStructure } from '../format/structure';
import type { FrameIndex } from '../format/frameIndex';
import type { Trace } from '../trace/trace';
import { copyText } from './bytesCopy';
import { hexPattern, textPattern } from './bytesPattern';
import { bytesPart } from './bytesParts';
import { findBytes, type BytesSearch } from './bytesSearch';
import { RequestProblem, type Handlers } from './conversation';
import type { BytesAnswers } from './bytesMessages';

/** Bytes that are copied at once. */
const mostCopied = 1024 * 1024;
/** The page needs to know a few times a second how far a search has come, in milliseconds. */
const reportInterval = 100;

/** What the bytes need of VS Code. */
interface BytesServices {
  copy(text: string): Thenable<void>;
  hasHexEditor(): boolean;
}

type Request<Name extends keyof BytesAnswers> = Handlers[Name];

/** Answers what a page asks about the bytes. */
export class FileBytes {
  private structure: FileStructure | undefined;
  /** The index that {@link structure} knows, and whether all was known of it. */
  private known: { readonly index: FrameIndex; readonly complete: boolean } | undefined;

  constructor(
    private readonly trace: Trace,
    private readonly services: BytesServices,
  ) {}

  readonly range: Request<'bytes'> = async ({ offset, length }, { cancelled }) => {
    const { trace } = this;
    const bytes = await trace.bytes.read(offset, length);
    const end = offset + bytes.length;
    const parts = await this.current().partsIn(offset, end, cancelled);
    return {
      ...{ offset, hex: toHex(bytes) },
      parts: parts.map((part) => bytesPart(trace, part, offset, end)),
    };
  };

  readonly frame: Request<'frameBytes'> = async ({ frame }) => {
    if (!(await this.trace.reach(frame)))
      throw new RequestProblem(t('There is no frame {0}.', frame));
    const { index } = this.trace;
    return { offset: index.offset(frame), length: frameHeaderLength + index.size(frame) };
  };

  readonly find: Request<'findBytes'> = async (asked, run) => {
    const { kind, from, direction, most, wrap } = asked;
    const pattern =
      kind === 'hex' ? hexPattern(asked.pattern) : textPattern(asked.pattern, asked.matchCase);
    if ('problem' in pattern) throw new RequestProblem(pattern.problem);
    const { bytes } = this.trace;
    const total = wrap ? bytes.size : direction > 0 ? bytes.size - from : from;
    let lastReport = 0;
    const search = (span: Pick<BytesSearch, 'from' | 'to'>, before: number) =>
      findBytes(bytes, pattern, {
        ...{ ...span, direction, most, signal: run.cancelled },
        onProgress: (done, found) => {
          const now = Date.now();
          if (now - lastReport < reportInterval) return;
          lastReport = now;
          run.report({ done: before + done, total, found });
        },
      });
    const end = direction > 0 ? bytes.size : 0;
    const places = await search({ from, to: end }, 0);
    const wrapped = wrap && places.length === 0;
    if (wrapped) {
      const rest = direction > 0 ? { from: 0, to: from } : { from: bytes.size, to: from + 1 };
      places.push(...(await search(rest, Math.abs(end - from))));
    }
    return { places, length: pattern.values.length, more: places.length === most, wrapped };
  };

  readonly copy: Request<'copyBytes'> = async ({ offset, length, format }) => {
    if (length > mostCopied) {
      throw new RequestProblem(t('At most {0} bytes can be copied at once.', mostCopied));
    }
    const bytes = await this.trace.bytes.read(offset, length);
    await this.services.copy(copyText(bytes, format));
    return { copied: bytes.length };
  };

  readonly symbol: Request<'addressSymbol'> = async ({ address }) => {
    const symbol = await this.trace.programs.symbol(BigInt(address));
    return symbol === undefined ? {} : { symbol };
  };

  readonly hasHexEditor: Request<'hasHexEditor'> = () =>
    Promise.resolve(this.services.hasHexEditor());

  /** The structure by the index as it is now. */
  private current(): FileStructure {
    const { bytes: source, description, index, framing, diagnostics } = this.trace;
    const { known } = this;
    // Only then do the diagnostics say whether a frame is cut off.
    const { complete } = this.trace.indexProgress;
    if (this.structure && known?.index === index && known.complete === complete) {
      return this.structure;
    }
    const cutFrame = diagnostics.find(({ code }) => code === 'frame-cut-off')?.offset;
    this.known = { index, complete };
    this.structure = new FileStructure({
      ...{ source, description, index, framing },
      ...(cutFrame !== undefined && { cutFrame }),
    });
    return this.structure;
  }
}
