/** What a signature is for; a signature made for one purpose never passes for another. */
export type SignaturePurpose = 'cross-site' | 'campaign-referral' | 'checkout' | 'rate-limit';

/** Chance and keys: the only source of things nobody can guess. */
export abstract class Secrets {
  /** 256 random bits as base64url, 43 signs: a session token, an authorisation's state. */
  abstract createToken(): string;

  /** 128 random bits as base64url, 22 signs: a code that travels in a letter. */
  abstract createCode(): string;

  /** The SHA-256 of a token or code, base64url: what is stored in its place. */
  abstract hash(secret: string): string;

  /** A signature of the text under the installation's own key, base64url, 43 signs. */
  abstract sign(purpose: SignaturePurpose, text: string): string;

  /** Was this text signed by us for this purpose? Takes the same time whatever the answer. */
  abstract isSigned(purpose: SignaturePurpose, text: string, signature: string): boolean;
}
