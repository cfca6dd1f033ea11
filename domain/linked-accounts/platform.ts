/** The number of platform accounts that one user may link. */
export const MAX_LINKED_ACCOUNTS = 5;

/** The scope that search volumes and terms need; it is asked for separately, because linking works without it. */
export const VOLUMES_SCOPE = 'ads:read';

/** OAuth tokens as the platform issued them. Both texts are secrets. */
export interface Tokens {
  readonly access: string;
  readonly access_expires_at: Date;
  /** Null when the platform issued none: the permission then ends with the access token. */
  readonly refresh: string | null;
  readonly refresh_expires_at: Date | null;
}

/** The profile of an account that granted us permission. */
export interface Profile {
  /** The platform's id of the account; it survives a change of name. */
  readonly external_id: string;
  readonly username: string;
  /** An https URL, stored as text and never fetched by the server. */
  readonly profile_image: string | null;
  readonly pin_count: number | null;
  readonly website_url: string | null;
}

/** A permission and the account that granted it. */
export interface Permission {
  readonly tokens: Tokens;
  /** What was granted, in the platform's names. */
  readonly scopes: readonly string[];
  readonly profile: Profile;
}

/**
 * The platform whose accounts users link. Methods that call it throw `Unavailable` when it cannot be reached, limits our requests, or
 * sends an invalid response.
 */
export abstract class Platform {
  /** The name under which its accounts are stored; null when no platform is configured, and then every method throws `Unavailable`. */
  abstract readonly name: string | null;

  /** The URL where the browser asks its user for permission, on request also for search volumes; the platform sends `state` back. */
  abstract authorizationUrl(state: string, withVolumes: boolean): string;

  /** Exchanges an authorization code for a permission. Throws `LinkingEnded` when the platform rejects the code. */
  abstract exchangeCode(code: string): Promise<Permission>;

  /** Exchanges the refresh token, which this uses up, for new tokens. Throws `PermissionEnded` when the platform refuses. */
  abstract refreshTokens(tokens: Tokens): Promise<Tokens>;

  /** Fetches the profile that this access token belongs to. Throws `PermissionEnded` when the platform no longer accepts the token. */
  abstract fetchProfile(accessToken: string): Promise<Profile>;
}
