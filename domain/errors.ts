import { waitText } from '#domain/wait-text';

/** An error that the product raises on purpose: a message for the user and a stable code. Only `error.filter.ts` knows the status codes. */
export abstract class DomainError extends Error {
  abstract readonly code: string;

  /** Response headers that go with it. */
  get headers(): Readonly<Record<string, string>> {
    return {};
  }

  /** Fields of the response in addition to those of every error, or in place of them. */
  get fields(): Readonly<Record<string, string>> {
    return {};
  }

  /** `details` are all messages (`errors` in the response), if there are several. */
  constructor(
    message: string,
    readonly details: readonly string[] = [message],
  ) {
    super(message);
  }
}

/** A parameter or field of the request has a wrong value. Each detail begins with the name of the field. */
export class InvalidInput extends DomainError {
  readonly code: string = 'invalid_input';

  constructor(details: readonly string[]) {
    super(details[0] ?? 'The request is malformed.', details);
  }
}

/** The viewer lacks the permission. */
export class Forbidden extends DomainError {
  readonly code: string = 'forbidden';

  constructor(message = "You don't have permission to do this.") {
    super(message);
  }
}

/** A Premium feature; the message is shown in a toast. */
export class PremiumRequired extends Forbidden {
  override readonly code = 'premium_required';
}

/** The viewer must sign in first. */
export class NotSignedIn extends DomainError {
  readonly code: string = 'not_signed_in';

  constructor(message = 'Please sign in.') {
    super(message);
  }
}

/** The API key of the request is not one, or no longer (RFC 6750, 3.1). */
export class InvalidApiKey extends NotSignedIn {
  override readonly code: string = 'invalid_api_key';

  /** `challenge` says how to get a token that is valid. */
  constructor(
    message?: string,
    private readonly challenge = 'error="invalid_token"',
  ) {
    super(message);
  }

  override get headers() {
    return { 'www-authenticate': `Bearer ${this.challenge}` };
  }
}

/** The API key of the request is valid, but not for this call. */
export class ApiKeyRefused extends Forbidden {
  override readonly code = 'api_key_refused';

  override get headers() {
    return { 'www-authenticate': 'Bearer error="insufficient_scope"' };
  }
}

/** Signing in failed; the message does not reveal which of the two was wrong. */
export class InvalidCredentials extends DomainError {
  readonly code = 'invalid_credentials';

  constructor() {
    super('Wrong email or password.');
  }
}

/** The requested thing does not exist, or no longer. */
export class NotFound extends DomainError {
  readonly code = 'not_found';

  constructor(message = 'Page not found.') {
    super(message);
  }
}

/** The request conflicts with the current state. */
export class Conflict extends DomainError {
  readonly code: string = 'conflict';
}

/** The request is valid, but a rule of the product forbids it. */
export class NotPossible extends DomainError {
  readonly code: string = 'not_possible';
}

/** The person at this session must first show that it is theirs. */
export class OwnerCheckNeeded extends NotPossible {
  override readonly code = 'owner_check_needed';

  constructor() {
    super("Confirm first that it's you: that counts for five minutes.");
  }
}

/** After too many wrong passwords, an address signs in only where it did before. The same for addresses without an account. */
export class SignInLocked extends NotPossible {
  override readonly code = 'sign_in_locked';

  constructor() {
    super(
      'There were too many wrong passwords for this address. Reset your password, or sign in from a place where you have signed in before.',
    );
  }
}

/** A rate limit was exceeded, or how much one user may do at a time. */
export class TooManyRequests extends DomainError {
  readonly code = 'too_many';

  constructor(
    readonly retryAfterSeconds: number,
    message = `Too many attempts. Try again in ${waitText(retryAfterSeconds)}.`,
  ) {
    super(message);
  }

  override get headers() {
    return { 'retry-after': String(this.retryAfterSeconds) };
  }
}

/** The CSRF token is missing or wrong, or the request comes from another site. */
export class CsrfRejected extends Forbidden {
  override readonly code = 'cross_site';

  constructor() {
    super('This page is out of date. Reload it and try again.');
  }
}

/** An external service, or one of our own parts, cannot be reached or is not set up. */
export class Unavailable extends DomainError {
  readonly code: string = 'unavailable';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
  ) {
    super(message);
  }

  override get headers() {
    return { 'retry-after': String(this.retryAfterSeconds) };
  }
}
