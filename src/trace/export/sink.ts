// Where an export goes: bytes are handed on piece by piece, and the next piece is made when the one
// before is taken, so that an export of any size needs little memory.

/** Takes the bytes of an export, one piece after the other; rejects where they cannot be kept. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
}

/** How an export is watched and ended. */
export interface ExportRun {
  /** Ends the export; what was written before stays with the sink. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then, with how many frames are written. */
  readonly onProgress?: ((frames: number) => void) | undefined;
}

/** What keeps an export from being made, in a sentence for the user. */
export class ExportProblem extends Error {}

/** Bytes that are handed on together. */
const pieceSize = 1 << 16;

const utf8 = new TextEncoder();

/** Writes text in pieces of a good size. */
export class TextSink {
  private waiting: string[] = [];
  private length = 0;

  constructor(private readonly sink: Sink) {}

  async write(text: string): Promise<void> {
    this.waiting.push(text);
    this.length += text.length;
    if (this.length >= pieceSize) await this.flush();
  }

  /** Hands on what waits. */
  async flush(): Promise<void> {
    const text = this.waiting.join('');
    this.waiting = [];
    this.length = 0;
    if (text !== '') await this.sink.write(utf8.encode(text));
  }
}
