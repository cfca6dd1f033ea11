import { ReportedEvent } from '#domain/analytics/contract';
import { ReferralQuery } from '#domain/mail/contract';
import type { AllEndpointDocs } from '#server/api-docs/endpoint-docs';

const unknownLink = 'The link is not known.';
const email = 'The address, most of it hidden.';

/** Marketing letters. */
export const letterLines = {
  'GET /unsubscribe': {
    says: 'Ends marketing letters to whoever got this link.',
    answers: email,
    query: ReferralQuery,
    refuses: { not_found: unknownLink },
  },
  'POST /unsubscribe': {
    says: 'The same by the one click of a mail program (RFC 8058).',
    answers: email,
    query: ReferralQuery,
    refuses: { not_found: unknownLink },
  },
  'DELETE /unsubscribe': {
    says: 'Takes it back.',
    answers: email,
    query: ReferralQuery,
    refuses: { not_found: unknownLink },
  },
  'GET /track': {
    says: 'Counts a visit that a letter led to.',
    answers: 'Nothing, for known and unknown links alike.',
    query: ReferralQuery,
  },
} as const satisfies Partial<AllEndpointDocs>;

/** The site itself. */
export const siteLines = {
  'GET /settings': { says: 'Tells how this site was set up.', answers: 'What a page needs to know; no secrets.' },
  'POST /events': {
    says: 'Reports what somebody did on a page. Nothing is kept of programs, nor of browsers that ask not to be followed.',
    answers: 'Nothing, whether it was kept or not.',
    body: ReportedEvent,
    refuses: { unavailable: 'It could not be stored now.' },
  },
  'GET /openapi.json': { says: 'This documentation for programs.', answers: 'An OpenAPI 3.1 document.' },
  'GET /docs': { says: 'This documentation for people.', answers: 'The page.', media: 'text/html' },
} as const satisfies Partial<AllEndpointDocs>;
