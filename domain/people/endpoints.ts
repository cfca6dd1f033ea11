import { SessionId } from '#domain/auth/sessions/contract';
import { GivenPremium, PeoplePage, PeopleSearch, PersonDeletion, PersonDetail, PersonId } from '#domain/people/contract';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

const readLimits = [perUser('people', 120, MINUTE_MS)];
const writeLimits = [perUser('people-changes', 30, MINUTE_MS)];
const noPerson = 'There is no such person.';

export const listPeople = endpoint('GET /admin/people', {
  summary: 'Finds people by the beginning of their email address or of the name of a linked account.',
  limits: readLimits,
  query: PeopleSearch,
  response: PeoplePage,
  returns: 'A page of people, the newest first.',
});

export const viewPerson = endpoint('GET /admin/people/:id', {
  summary: 'Returns a person with their active sessions.',
  limits: readLimits,
  params: { id: PersonId },
  response: PersonDetail,
  returns: 'The person.',
  errors: { not_found: noPerson },
});

export const endPersonSessions = endpoint('DELETE /admin/people/:id/sessions', {
  summary: 'Signs a person out everywhere.',
  limits: writeLimits,
  params: { id: PersonId },
  response: PersonDetail,
  returns: 'The person as they are now.',
  errors: { not_found: noPerson, not_possible: 'It is your own account.' },
});

export const endPersonSession = endpoint('DELETE /admin/people/:id/sessions/:session_id', {
  summary: 'Ends one session of a person.',
  limits: writeLimits,
  params: { id: PersonId, session_id: SessionId },
  response: PersonDetail,
  returns: 'The person as they are now.',
  errors: { not_found: 'There is no such person, or the session has ended.', not_possible: 'It is your own account.' },
});

export const givePremium = endpoint('POST /admin/people/:id/premium', {
  summary: 'Gives a person Premium through a day, at no charge, instead of what was given before.',
  limits: writeLimits,
  params: { id: PersonId },
  body: GivenPremium,
  response: PersonDetail,
  returns: 'The person as they are now.',
  errors: { not_found: noPerson, not_possible: 'The person is an administrator, or has not confirmed their address.' },
});

export const endGivenPremium = endpoint('DELETE /admin/people/:id/premium', {
  summary: 'Ends given Premium now. A paid subscription goes on: only the payment provider ends it.',
  limits: writeLimits,
  params: { id: PersonId },
  response: PersonDetail,
  returns: 'The person as they are now.',
  errors: { not_found: noPerson, not_possible: 'No Premium was given.' },
});

export const deletePerson = endpoint('POST /admin/people/:id/deletion', {
  summary: 'Deletes an account and everything that belongs to it, as its owner would.',
  limits: writeLimits,
  params: { id: PersonId },
  body: PersonDeletion,
  errors: {
    not_found: noPerson,
    conflict: 'The address is not the one of the account, or the person still has paid Premium.',
    not_possible: 'It is your own account, or an administrator.',
  },
});
