const INITIAL_LENGTH = 1_024;

/** A growing list of 32-bit integers. */
export class IntegerList {
  #values = new Int32Array(INITIAL_LENGTH);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  at(index: number): number {
    return this.#values[index]!;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** The values so far, without copying. */
  view(): Int32Array {
    return this.#values.subarray(0, this.length);
  }
}
