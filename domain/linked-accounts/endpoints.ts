import { z } from 'zod';
import { oneOf } from '#domain/catalog/contract';
import { deadlineWithProvider, endpoint, perUser } from '#domain/endpoint';
import { MINUTE_MS } from '#domain/durations';
import {
  LinkedAccount,
  LinkedAccountId,
  Linking,
  LinkingRedirect,
  OwnAnalytics,
  OwnBoards,
  OwnPinAnalytics,
  OwnPinId,
  OwnTopPins,
  ResearchResults,
  Terms,
  Trends,
  TrendsQuery,
  Volumes,
  VolumesQuery,
} from '#domain/linked-accounts/contract';
import { ownMetrics, ownSplits } from '#domain/linked-accounts/own-analytics';
import { MAX_LINKED_ACCOUNTS } from '#domain/linked-accounts/platform';

export const listLinkedAccounts = endpoint('GET /users/me/pinterest_accounts', {
  summary: 'Lists your linked Pinterest accounts.',
  limits: [perUser('linked-accounts', 60, MINUTE_MS)],
  response: z.array(LinkedAccount),
  returns: 'The accounts, oldest first.',
  deadlineMs: deadlineWithProvider(2),
});

/** Two calls link an account; each account may be started over twice and still all of them be linked within a minute. */
const MAX_LINKINGS_PER_MINUTE = 4 * MAX_LINKED_ACCOUNTS;

export const linkAccount = endpoint('POST /users/me/pinterest_accounts', {
  summary: 'Starts linking an account, with an empty body; with code and state, completes it after the return from Pinterest.',
  limits: [perUser('linking', MAX_LINKINGS_PER_MINUTE, MINUTE_MS)],
  body: Linking,
  response: z.union([LinkedAccount, LinkingRedirect]),
  returns: 'Where to send the browser; after the return, the account.',
  deadlineMs: deadlineWithProvider(2),
  errors: {
    conflict: 'Another user here has already linked this account.',
    not_possible: `${MAX_LINKED_ACCOUNTS} accounts are already linked, or the request expired, was used or was started in another browser.`,
    unavailable: "Linking isn't set up here, or Pinterest can't be reached.",
  },
});

export const unlinkAccount = endpoint('DELETE /users/me/pinterest_accounts/:id', {
  summary: 'Unlinks an account.',
  limits: [perUser('unlinking', 10, MINUTE_MS)],
  params: { id: LinkedAccountId },
  errors: { not_found: 'The account is not linked.' },
});

/** What all calls that read an account at Pinterest have in common. */
const reading = {
  limits: [perUser('own-analytics', 60, MINUTE_MS)],
  params: { id: LinkedAccountId },
  errors: {
    not_found: 'The account is not linked.',
    not_possible: 'Pinterest has ended our access to the account, or this needs a permission or an ad account that it does not have.',
    unavailable:
      "Pinterest can't be reached, limits our requests, or sent something that it doesn't document; nothing of the account is stored.",
  },
} as const;

const keyword = z.string('must be a text').trim().min(1, 'must not be empty').max(100, 'is too long');

export const viewOwnAnalytics = endpoint('GET /users/me/pinterest_accounts/:id/analytics', {
  ...reading,
  summary: 'Returns what Pinterest counts for one of your accounts on each of the last 90 days.',
  query: z.object({ split: oneOf(ownSplits).default('none').describe('What the figures are split by.') }),
  response: OwnAnalytics,
  returns: 'The days, as a whole or by part; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(1),
});

export const viewOwnTopPins = endpoint('GET /users/me/pinterest_accounts/:id/top_pins', {
  ...reading,
  summary: 'Returns your pins with the most of a metric in the last 90 days.',
  query: z.object({ sort_by: oneOf(ownMetrics).default('impressions').describe('The metric of which they have the most.') }),
  response: OwnTopPins,
  returns: 'At most ten pins, the first has the most; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(2),
});

export const viewOwnBoards = endpoint('GET /users/me/pinterest_accounts/:id/boards', {
  ...reading,
  summary: 'Returns the boards and group boards of one of your accounts, with what your own pins on them did in 90 days.',
  response: OwnBoards,
  returns: 'The boards, those with the most outbound clicks first; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(4),
});

export const viewOwnPin = endpoint('GET /users/me/pinterest_accounts/:id/pins/:pin_id/analytics', {
  ...reading,
  params: { ...reading.params, pin_id: OwnPinId },
  summary: 'Returns what Pinterest counts for one of your pins on each of the last 90 days.',
  response: OwnPinAnalytics,
  returns: 'The days; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(1),
});

export const viewResearchResults = endpoint('GET /users/me/pinterest_accounts/:id/results', {
  ...reading,
  summary: 'Returns your pins about your saved keywords, or one of them, that were made after you saved it.',
  query: z.object({ keyword: keyword.optional().describe('One of your saved keywords, in any spelling; by default all of them.') }),
  response: ResearchResults,
  returns: 'The keywords that have such a pin; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(5),
});

export const viewTrends = endpoint('GET /users/me/pinterest_accounts/:id/trends', {
  ...reading,
  summary: 'Returns what is trending at Pinterest today, read through one of your accounts.',
  query: TrendsQuery,
  response: Trends,
  returns: 'At most 50 keywords; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(1),
});

export const viewTerms = endpoint('GET /users/me/pinterest_accounts/:id/terms', {
  ...reading,
  summary: 'Returns terms that Pinterest relates to a term or suggests for it.',
  query: z.object({ term: keyword.regex(/^[^,]*$/, 'must not have a comma') }),
  response: Terms,
  returns: 'The terms; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(1),
});

export const viewVolumes = endpoint('GET /users/me/pinterest_accounts/:id/volumes', {
  ...reading,
  summary: 'Returns how often people of a country search for keywords at Pinterest.',
  query: VolumesQuery,
  response: Volumes,
  returns: 'The keywords as they were asked for; the same for 15 minutes.',
  deadlineMs: deadlineWithProvider(3),
});
