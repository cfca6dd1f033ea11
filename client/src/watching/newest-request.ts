/** Tells the newest of several requests for the same thing: only its response is current, in whichever order they arrive. */
export class NewestRequest {
  #startedCount = 0;

  /** Begins a request; the returned function says whether no later one has begun. */
  begin(): () => boolean {
    const number = ++this.#startedCount;
    return () => number === this.#startedCount;
  }
}
