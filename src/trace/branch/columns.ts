// Numbers that are added one by one, as a column of typed memory.

/** Whole numbers of 32 bits. */
export class NumberColumn {
  length = 0;
  private numbers = new Int32Array(1 << 10);

  /** Adds a number; returns its place. */
  add(number: number): number {
    if (this.length === this.numbers.length) {
      const larger = new Int32Array(this.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = number;
    return this.length++;
  }

  /** The number at a place; 0 outside. */
  at(place: number): number {
    return this.numbers[place] ?? 0;
  }

  set(place: number, number: number): void {
    this.numbers[place] = number;
  }
}
