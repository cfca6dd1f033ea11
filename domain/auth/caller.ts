import type { Known } from '#domain/auth/user';

/** Who asks, and from where. */
export interface Caller extends Known {
  /** The network the request came from, as limits count it. */
  readonly network: string;
  readonly user_agent: string | null;
}
