import type { ViewerContext } from '#domain/auth/viewer';

/** Finds the owner of the API key, or of the access token of a connected assistant, that a request was sent with. */
export abstract class KeyOwners {
  /**
   * Returns the owner with today's role and entitlements. Throws `InvalidApiKey`, and `PremiumRequired` for an access token if Premium has
   * ended.
   */
  abstract find(token: string): Promise<ViewerContext>;
}
