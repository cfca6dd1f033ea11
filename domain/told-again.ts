/** What is asked for once in so many milliseconds, however many want to know it meanwhile; a failure is not told again. */
export class ToldAgain<T> {
  #told: { readonly at: number; readonly answer: Promise<T> } | undefined;

  constructor(
    private readonly milliseconds: number,
    private readonly ask: () => Promise<T>,
  ) {}

  /** The answer as of `now`, in milliseconds of whatever clock the caller goes by. */
  at(now: number): Promise<T> {
    if (this.#told && now - this.#told.at < this.milliseconds) return this.#told.answer;
    const told = { at: now, answer: this.ask() };
    this.#told = told;
    told.answer.catch(() => this.#told === told && (this.#told = undefined));
    return told.answer;
  }
}
