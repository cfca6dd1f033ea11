/** A permission as the platform gave it. Both texts are secrets. */
export interface Tokens {
  readonly access: string;
  readonly access_expires_at: Date;
  /** Null where the platform gave none: the permission then ends with the access token. */
  readonly refresh: string | null;
  readonly refresh_expires_at: Date | null;
}

/** What the platform says about an account that gave its permission. */
export interface Profile {
  /** The platform's own id of the account; it stays when the name changes. */
  readonly external_id: string;
  readonly username: string;
  /** An https address, kept as text and never fetched by the server. */
  readonly profile_image: string | null;
  readonly pin_count: number | null;
  readonly website_url: string | null;
}

/** A permission and whose it is. */
export interface Permission {
  readonly tokens: Tokens;
  readonly profile: Profile;
}

/**
 * The platform whose accounts people link. Every call that goes out throws `Unavailable` when the platform cannot be reached, asks us to
 * wait, or answers something that cannot be trusted.
 */
export abstract class Platform {
  /** The name its accounts are kept under; null where no platform is set up, and then every call throws `Unavailable`. */
  abstract readonly name: string | null;

  /** Where the browser goes to ask its owner for permission; `state` comes back with the answer. */
  abstract authorizationUrl(state: string): string;

  /** Turns the code that came back into a permission. Throws `LinkingEnded` when the platform does not accept the code. */
  abstract exchangeCode(code: string): Promise<Permission>;

  /** A new permission in place of this one, whose refresh token is used up. Throws `PermissionEnded` when the platform refuses. */
  abstract refreshTokens(tokens: Tokens): Promise<Tokens>;

  /** Reads the account this access token belongs to. Throws `PermissionEnded` when the platform no longer accepts the token. */
  abstract fetchProfile(accessToken: string): Promise<Profile>;
}
