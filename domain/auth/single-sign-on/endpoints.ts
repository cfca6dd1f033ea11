import { z } from 'zod';
import {
  LinkConsent,
  ProviderAnswerQuery,
  SignInLink,
  SignInLinkId,
  SignInRedirect,
  SignInStart,
} from '#domain/auth/single-sign-on/contract';
import { deadlineWithProvider, endpoint, perClientIp, perUser } from '#domain/endpoint';
import { HOUR_MS, MINUTE_MS } from '#domain/durations';

export const startSingleSignOn = endpoint('POST /auth/oidc', {
  summary: 'Begins to sign in with the OpenID provider of this site, or an owner check with it.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('oidc-start', 20, MINUTE_MS)],
  body: SignInStart,
  response: SignInRedirect,
  returns: 'Where to send the browser.',
  deadlineMs: deadlineWithProvider(1),
  errors: { not_found: 'This site has no OpenID provider.', unavailable: "The provider can't be reached." },
});

export const finishSingleSignOn = endpoint('GET /auth/oidc/callback', {
  summary: 'Ends a sign-in with the OpenID provider, which sends the browser here.',
  access: 'anyone',
  isOpenInMaintenance: true,
  limits: [perClientIp('oidc-finish', 20, MINUTE_MS)],
  query: ProviderAnswerQuery,
  status: 302,
  returns:
    'The screen to go on with, in the header location: with a session, or on the sign-in or account screen with the reason (`problem`), or what is missing.',
  deadlineMs: deadlineWithProvider(4),
  errors: { not_found: 'This site has no OpenID provider.' },
});

export const listSignInLinks = endpoint('GET /users/me/sign-in-links', {
  summary: 'Lists the identities at OpenID providers that sign in to your account.',
  limits: [perUser('account-reads', 60, MINUTE_MS)],
  response: z.array(SignInLink),
  returns: 'The links, oldest first.',
});

export const addSignInLink = endpoint('POST /users/me/sign-in-links', {
  summary: 'Links the identity of a sign-in to your account; takes the password or an owner check.',
  limits: [perUser('account', 5, HOUR_MS)],
  body: LinkConsent,
  errors: {
    not_possible: 'The password is wrong, or the token is expired or of another account.',
    conflict: 'The identity is linked already.',
  },
});

export const removeSignInLink = endpoint('DELETE /users/me/sign-in-links/:id', {
  summary: 'Removes a linked identity, within five minutes of an owner check.',
  limits: [perUser('account-sessions', 30, HOUR_MS)],
  params: { id: SignInLinkId },
  errors: {
    not_found: 'You have no such link.',
    not_possible:
      'It is the only way to sign in to the account, or there was no owner check in the last five minutes (`owner_check_needed`).',
  },
});
