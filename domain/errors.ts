/** Everything the product refuses on purpose: a sentence for people and a stable machine word. `error.filter.ts` alone knows status codes. */
export abstract class DomainError extends Error {
  abstract readonly code: string;

  /** `details` are further sentences, one per fault (an answer's `errors`); the message itself when there is one fault. */
  constructor(
    message: string,
    readonly details: readonly string[] = [message],
  ) {
    super(message);
  }
}

/** The request is malformed: a parameter or field has a wrong value. Each detail starts with the name of the field. */
export class InvalidInput extends DomainError {
  readonly code = 'invalid_input';

  constructor(details: readonly string[]) {
    super(details[0] ?? 'The request is malformed.', details);
  }
}

/** The caller is known but may not do this. */
export class Forbidden extends DomainError {
  readonly code: string = 'forbidden';

  constructor(message = 'You may not do this.') {
    super(message);
  }
}

/** What was asked for is part of Premium; the message is the sentence shown in the toast. */
export class PremiumRequired extends Forbidden {
  override readonly code = 'premium_required';
}

/** The caller must sign in first. */
export class NotSignedIn extends DomainError {
  readonly code = 'not_signed_in';

  constructor(message = 'Please sign in.') {
    super(message);
  }
}

/** Signing in failed; which of the two was wrong is not said. */
export class InvalidCredentials extends DomainError {
  readonly code = 'invalid_credentials';

  constructor() {
    super('E-mail or password is wrong.');
  }
}

/** There is no such thing (any more). */
export class NotFound extends DomainError {
  readonly code = 'not_found';
}

/** It cannot be done because of what is there already. */
export class Conflict extends DomainError {
  readonly code: string = 'conflict';
}

/** The request was understood, and the rules say no. */
export class NotPossible extends DomainError {
  readonly code: string = 'not_possible';
}

/** Too many tries; `seconds` until the next one makes sense. */
export class TooManyRequests extends DomainError {
  readonly code = 'too_many';

  constructor(readonly retryAfterSeconds: number) {
    super(`Too many tries. You can try again in ${retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`}.`);
  }
}

/** A request that did not come from a page of ours. */
export class CsrfRejected extends Forbidden {
  override readonly code = 'cross_site';

  constructor() {
    super('This request did not come from a page of ours. Reload the page and try again.');
  }
}

/** A part outside our house, or one that is not set up, cannot be reached now; `seconds` until the next try makes sense. */
export class Unavailable extends DomainError {
  readonly code: string = 'unavailable';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
  ) {
    super(message);
  }
}
