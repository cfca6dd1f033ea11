import { PasswordConfirmation, SessionId } from '#domain/auth/contract';
import { LinkedAccountId, Linking } from '#domain/linked-accounts/contract';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/linked-account';
import type { AllEndpointDocs } from '#server/api-docs/endpoint-docs';

const wrongPassword = 'That is not the current password.';

/** One's own account. */
export const accountLines = {
  'GET /users/me/sessions': { says: 'Lists where one is signed in.', answers: 'The open sessions.' },
  'DELETE /users/me/sessions': { says: 'Signs out everywhere else.', answers: 'Nothing.' },
  'DELETE /users/me/sessions/:id': {
    says: 'Signs out in one place.',
    answers: 'Nothing.',
    params: { id: SessionId },
    refuses: { not_found: 'There is no such session of one’s own.' },
  },
  'POST /users/me/export': {
    says: 'Gives everything the site holds about one, after the password once more.',
    answers: 'All of it, by subject.',
    body: PasswordConfirmation,
    refuses: { not_possible: wrongPassword },
  },
  'POST /users/me/deletion': {
    says: 'Deletes the account and all that belongs to it, after the password once more.',
    answers: 'Nothing; one is signed out.',
    body: PasswordConfirmation,
    refuses: { conflict: 'Premium is still running: cancel it first.', not_possible: wrongPassword },
  },
} as const satisfies Partial<AllEndpointDocs>;

/** Linked accounts of the platform. */
export const linkedAccountLines = {
  'GET /users/me/pinterest_accounts': { says: 'Lists the linked Pinterest accounts.', answers: 'The accounts, the oldest first.' },
  'POST /users/me/pinterest_accounts': {
    says: 'Starts the linking of an account with an empty body; with code and state it is the return from Pinterest.',
    answers: 'Where to send the browser; on the return, the account.',
    body: Linking,
    refuses: {
      conflict: 'Somebody else at this site has linked the account.',
      not_possible: `${MAX_LINKED_ACCOUNTS} accounts are linked already, or the permission was asked for elsewhere, used or too old.`,
      unavailable: 'Linking is not set up here, or Pinterest cannot be reached.',
    },
  },
  'DELETE /users/me/pinterest_accounts/:id': {
    says: 'Unlinks an account.',
    answers: 'Nothing.',
    params: { id: LinkedAccountId },
    refuses: { not_found: 'The account is not linked.' },
  },
} as const satisfies Partial<AllEndpointDocs>;
