// Checks an expression while it is typed, and before it is used: what would mean nothing in any
// frame is refused, with the reason. No DOM in here.
import type { CheckedMistake } from '../../src/ask/expression/check';
import type { Ask } from '../requests';
import { RequestError } from '../../src/wire/page';

/** Milliseconds without a key until what is typed is checked. */
const restMs = 250;

/** A mistake, and the expression that has it. */
export interface TypedMistake extends CheckedMistake {
  readonly text: string;
}

export class ExpressionCheck {
  mistake: TypedMistake | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private asking = new AbortController();

  constructor(
    private readonly ask: Ask,
    private readonly changed: () => void,
  ) {}

  /** The user types: what was wrong stays until it is known what is wrong now. */
  readonly typed = (text: string): void => {
    this.stop();
    if (text.trim() === '') this.take(undefined);
    else this.resting = setTimeout(() => void this.passes(text), restMs);
  };

  /** Whether the expression means something in a frame; why not is shown. */
  async passes(typed: string): Promise<boolean> {
    const text = typed.trim();
    this.stop();
    const { signal } = this.asking;
    if (text === '') {
      this.take(undefined);
      return true;
    }
    try {
      const { mistake } = await this.ask('check', { text }, { signal });
      this.take(mistake && { ...mistake, text });
      return mistake === undefined;
    } catch (error) {
      // What cannot be checked is said where it is used.
      return error instanceof RequestError;
    }
  }

  /** Nothing is typed any more. */
  clear(): void {
    this.stop();
    this.take(undefined);
  }

  private stop(): void {
    clearTimeout(this.resting);
    this.asking.abort();
    this.asking = new AbortController();
  }

  private take(mistake: TypedMistake | undefined): void {
    if (mistake === undefined && this.mistake === undefined) return;
    this.mistake = mistake;
    this.changed();
  }
}
