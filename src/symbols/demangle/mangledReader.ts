// The letters of a mangled name, read one after another. The first failure ends the reading.

/** Deeper names are damage. */
const deepest = 200;

/** A place in a mangled name. */
export class MangledReader {
  protected at = 0;
  protected failed = false;
  private depth = 0;

  constructor(protected readonly mangled: string) {}

  protected nested<T>(failed: T, read: () => T): T {
    if (++this.depth > deepest) return this.fail(failed);
    const result = read();
    this.depth--;
    return result;
  }

  protected number(): void {
    this.at += this.match(/^n?\d+/)?.length ?? 0;
  }

  protected digits(): string {
    const digits = this.match(/^\d{1,6}/) ?? '';
    this.at += digits.length;
    return digits;
  }

  protected match(pattern: RegExp): string | undefined {
    return pattern.exec(this.mangled.slice(this.at, this.at + 40))?.[0];
  }

  protected ahead(length: number): string {
    return this.mangled.slice(this.at, this.at + length);
  }

  protected take(text: string): boolean {
    const found = this.mangled.startsWith(text, this.at);
    if (found) this.at += text.length;
    return found;
  }

  protected expect(text: string): void {
    if (!this.take(text)) this.fail(undefined);
  }

  protected fail<T>(result: T): T {
    this.failed = true;
    this.at = this.mangled.length;
    return result;
  }
}
