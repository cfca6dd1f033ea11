/** So many tries in so many seconds; sliding, shared by all instances. */
export interface Limit {
  /** Names the limit in settings and in the store. */
  readonly name: string;
  readonly hits: number;
  readonly seconds: number;
}

/** Counts tries. */
export abstract class RateLimits {
  /** Notes one more try of this subject (an address, an account); throws `TooMany` when it is one too many. */
  abstract hit(limit: Limit, subject: string): Promise<void>;
}
