import type { ProviderAnswerQuery } from '#domain/auth/single-sign-on/contract';
import type { SignInProblem } from '#domain/auth/single-sign-on/problems';
import { MINUTE_MS } from '#domain/durations';
import { NotPossible } from '#domain/errors';

/** How long a browser may take at the provider, and a person to consent to a link. */
export const SIGN_IN_WAIT_MS = 10 * MINUTE_MS;

/** Who a person is at the provider: the two together never change and name no one else. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** What the provider says about a person. */
export interface ProvidedIdentity extends Identity {
  /** As the provider writes it; null without one. */
  readonly email: string | null;
  readonly is_email_verified: boolean;
  /** When the person last signed in there; null where the provider does not say. */
  readonly authenticated_at: Date | null;
}

/** The secrets of one sign-in, which only the browser that began it can derive again. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly code_verifier: string;
}

/** How far the clock of the provider may be behind. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** Whether a person signed in at the provider after they were sent there, rather than some time before. */
export const isFresh = ({ authenticated_at }: Pick<ProvidedIdentity, 'authenticated_at'>, sentAt: Date): boolean =>
  authenticated_at !== null && authenticated_at.getTime() >= sentAt.getTime() - CLOCK_TOLERANCE_MS;

/** A sign-in with the provider that did not succeed. */
export class SignInFailed extends NotPossible {
  constructor(readonly problem: SignInProblem) {
    super(`sign-in ${problem}`);
  }
}

/** The OpenID provider of the site. */
export abstract class IdentityProvider {
  /** Returns where the browser signs in; `asksAgain`: also if it is signed in there. Throws `SignInFailed` while the provider cannot be reached. */
  abstract signInUrl(secrets: SignInSecrets, asksAgain: boolean): Promise<string>;

  /** Exchanges the code of an answer, and returns who signed in. Throws `SignInFailed`. */
  abstract identify(answer: ProviderAnswerQuery, secrets: SignInSecrets): Promise<ProvidedIdentity>;
}
