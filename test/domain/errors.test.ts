import { invalidCode } from '#domain/auth/account/codes';
import { CatalogBusy, MoreThanExpected } from '#domain/data-quality/cleanups';
import { UnreadableSource } from '#domain/catalog/import/import-runs';
import {
  Conflict,
  CsrfRejected,
  DomainError,
  Forbidden,
  InvalidCredentials,
  InvalidInput,
  NotFound,
  NotPossible,
  NotSignedIn,
  PremiumRequired,
  SignInLocked,
  TooManyRequests,
  Unavailable,
} from '#domain/errors';
import { LinkLimitReached, LinkingEnded, PermissionEnded, PlatformNotConfigured } from '#domain/linked-accounts/errors';
import { waitText } from '#domain/wait-text';

const cleanup = { entity_type: 'pinner', issue_type: 'all_zero', expected: 7 } as const;

describe('an error that users see', () => {
  it.each<[string, () => DomainError, string]>([
    [
      'invalid_input',
      () => new InvalidInput(['email must be an email address', 'password is too common']),
      'email must be an email address',
    ],
    ['invalid_input', () => new InvalidInput([]), 'The request is malformed.'],
    ['forbidden', () => new Forbidden(), "You don't have permission to do this."],
    ['premium_required', () => new PremiumRequired('More pages are part of Premium.'), 'More pages are part of Premium.'],
    ['not_signed_in', () => new NotSignedIn(), 'Please sign in.'],
    ['invalid_credentials', () => new InvalidCredentials(), 'Wrong email or password.'],
    ['not_found', () => new NotFound(), 'Page not found.'],
    ['conflict', () => new Conflict('It changed meanwhile.'), 'It changed meanwhile.'],
    ['not_possible', () => new NotPossible('You can link up to 5 accounts.'), 'You can link up to 5 accounts.'],
    [
      'sign_in_locked',
      () => new SignInLocked(),
      'There were too many wrong passwords for this address. Reset your password, or sign in from a place where you have signed in before.',
    ],
    ['too_many', () => new TooManyRequests(90), 'Too many attempts. Try again in 2 minutes.'],
    ['cross_site', () => new CsrfRejected(), 'This page is out of date. Reload it and try again.'],
    ['unavailable', () => new Unavailable('Paddle cannot be reached.'), 'Paddle cannot be reached.'],
    ['catalog_busy', () => new CatalogBusy(), 'An import or a recompute is running. The cleanup continues by itself when it is done.'],
    ['linking_ended', () => new LinkingEnded(), 'This request expired or was started in another browser. Please link the account again.'],
    ['link_limit', () => new LinkLimitReached(), 'You can link up to 5 accounts.'],
    ['permission_ended', () => new PermissionEnded(), 'Pinterest has ended our access to this account. Reconnect it.'],
    ['no_platform', () => new PlatformNotConfigured(), "Linking Pinterest accounts isn't set up here."],
    ['not_possible', () => invalidCode(), 'That code is invalid or has expired. Request a new one.'],
    ['unreadable_source', () => new UnreadableSource('The file is truncated.'), 'The file is truncated.'],
    [
      'more_than_expected',
      () => new MoreThanExpected(cleanup, 1234),
      '1,234 pinners match now, more than expected. They were not removed.',
    ],
  ])('with the stable code %s says what happened', (code, createError, message) => {
    const error = createError();
    expect([error.code, error.message]).toEqual([code, message]);
    expect(error.details[0] ?? message).toBe(message);
  });

  it('lists every fault of the input', () => {
    expect(new InvalidInput(['a is missing', 'b is too long']).details).toEqual(['a is missing', 'b is too long']);
  });

  it('has its message as the only detail otherwise', () => {
    expect(new NotFound('No such board.').details).toEqual(['No such board.']);
  });

  it('says how many seconds to wait before another attempt', () => {
    expect(
      [new TooManyRequests(90), new Unavailable('Try later.'), new CatalogBusy(), new PlatformNotConfigured()].map(
        (error) => error.retryAfterSeconds,
      ),
    ).toEqual([90, 5, 60, 3_600]);
  });
});

describe('a waiting time', () => {
  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3_341, '56 minutes'],
    [7_200, '120 minutes'],
    [7_201, '3 hours'],
    [86_400, '24 hours'],
  ])('of %d seconds is %s', (seconds, text) => expect(waitText(seconds)).toBe(text));
});
