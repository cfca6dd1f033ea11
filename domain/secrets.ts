/** The purpose of a signature; a signature for one purpose is invalid for any other. */
export type SignaturePurpose =
  | 'cross-site'
  | 'session'
  | 'sign-in'
  | 'visitor'
  | 'local'
  | 'campaign-referral'
  | 'optional-email'
  | 'checkout'
  | 'rate-limit'
  | 'free-search'
  | 'free-searcher'
  | 'alarm-webhook'
  | 'mcp';

/** The only source of random tokens, hashes and signatures. */
export abstract class Secrets {
  /** 256 random bits as 43 base64url characters: a session token or an OAuth state. */
  abstract createToken(): string;

  /** 128 random bits as 22 base64url characters: a code in an email. */
  abstract createCode(): string;

  /** 160 random bits in base32: the key of an authenticator app. */
  abstract createKey(): string;

  /** The code of six digits that an authenticator app with this key shows in a time step (RFC 6238 with SHA-1). */
  abstract timeCode(key: string, step: number): string;

  /** The SHA-256 of a token or code in base64url, which is stored instead of it. */
  abstract hash(secret: string): string;

  /** Encrypts a text that is stored until it is needed in the clear. */
  abstract seal(text: string): string;

  /** Decrypts what `seal` returned. */
  abstract unseal(sealed: string): string;

  /** The HMAC of a text with the installation's key: 43 base64url characters. */
  abstract sign(purpose: SignaturePurpose, text: string): string;

  /** Verifies a signature for this purpose, in constant time. */
  abstract isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean;
}

/** A keyed hash for logs: equal values can be matched, and none can be read. */
export const logHash = (secrets: Pick<Secrets, 'sign'>, text: string): string => secrets.sign('rate-limit', text).slice(0, 16);
