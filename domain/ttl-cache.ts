/** What is asked for once in so many milliseconds, however many want to know it meanwhile; a failure is not told again. */
export class TtlCache<T> {
  #entry: { readonly at: number; readonly answer: Promise<T> } | undefined;

  constructor(
    private readonly ttlMs: number,
    private readonly load: () => Promise<T>,
  ) {}

  /** The answer as of `now`, in milliseconds of whatever clock the caller goes by. */
  at(now: number): Promise<T> {
    if (this.#entry && now - this.#entry.at < this.ttlMs) return this.#entry.answer;
    const entry = { at: now, answer: this.load() };
    this.#entry = entry;
    entry.answer.catch(() => this.#entry === entry && (this.#entry = undefined));
    return entry.answer;
  }
}
